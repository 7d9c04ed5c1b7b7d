import { useRef } from "react";
import { Form, useNavigation } from "react-router";
import { readAnswer, type Refusal } from "#app/shared/refusal.ts";
import { fillFields } from "#app/ui/fill-fields.ts";
import { FormSummary } from "#app/ui/form-summary.tsx";
import { Select } from "#app/ui/select.tsx";
import { TextArea } from "#app/ui/text-area.tsx";
import { usePageChange } from "#app/ui/use-page-change.ts";
import type { EnquiryView } from "./enquiry-view.ts";
import { LocalTime } from "#app/ui/local-time.tsx";
import { longestNote, statusNames } from "./names.ts";

interface HandlingFormProps {
  view: EnquiryView;
  /** Why the last change was refused. */
  refused: Refusal | null;
  /** True when the last change was made by this form. */
  isSaved: boolean;
}

const statuses = Object.entries(statusNames).map(([value, name]) => ({ value, name }));

/** Status, owner and a note, saved together. */
export function HandlingForm({ view, refused, isSaved }: HandlingFormProps) {
  const isBusy = useNavigation().formData?.get("intent") === "save";
  const isRefused = readAnswer(refused?.answers, "intent") === "save";
  const answers = (isRefused && refused?.answers) || { status: view.status, owner: view.owner, note: "" };
  const fill = fillFields(null, answers);
  const area = useRef<HTMLTextAreaElement>(null);
  // The note field is cleared when the form is saved, but not after another button of the page.
  usePageChange("key", () => {
    if (isSaved && area.current) area.current.value = "";
  });
  // A field that the user has not changed shows the current value.
  const state = `${view.version} ${readAnswer(answers, "status")} ${readAnswer(answers, "owner")}`;
  return (
    <Form
      className="enquiry-form"
      method="post"
      action={`/marketing-admin/inbox/${view.id}`}
      onSubmit={(event) => isBusy && event.preventDefault()}
    >
      {refused && !isBusy && <FormSummary title={refused.title} problems={refused.problems} />}
      <input type="hidden" name="intent" value="save" />
      <input type="hidden" name="version" value={view.version} />
      <Select key={`status ${state}`} label="Status" {...fill("status")} options={statuses} />
      <Select key={`owner ${state}`} label="Owner" {...fill("owner")} options={view.owners} />
      <TextArea
        ref={area}
        label="Note"
        {...fill("note")}
        rows={4}
        required={false}
        maxLength={longestNote}
        hint="Notes are for staff; the sender never sees them."
      />
      <button className="btn btn-primary btn-small" aria-disabled={isBusy}>
        {isBusy ? "Saving" : "Save"}
      </button>
      <p className="field-hint">
        Last change: <LocalTime at={view.changed} />
      </p>
    </Form>
  );
}
