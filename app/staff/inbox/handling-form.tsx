import { useRef } from "react";
import { Form, useNavigation } from "react-router";
import { FormSummary } from "#app/ui/form-summary.tsx";
import { Select } from "#app/ui/select.tsx";
import { TextArea } from "#app/ui/text-area.tsx";
import { usePageChange } from "#app/ui/use-page-change.ts";
import type { Refusal } from "./answer-change.ts";
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
  const { status, owner, note } = refused?.typed ?? { status: view.status, owner: view.owner, note: "" };
  const area = useRef<HTMLTextAreaElement>(null);
  // The note field is cleared when the form is saved, but not after another button of the page.
  usePageChange("key", () => {
    if (isSaved && area.current) area.current.value = "";
  });
  // A field that the user has not changed shows the current value.
  const state = `${view.version} ${status} ${owner}`;
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
      <Select key={`status ${state}`} label="Status" name="status" defaultValue={status} options={statuses} />
      <Select key={`owner ${state}`} label="Owner" name="owner" defaultValue={owner} options={view.owners} />
      <TextArea
        ref={area}
        label="Note"
        name="note"
        rows={4}
        required={false}
        maxLength={longestNote}
        defaultValue={note}
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
