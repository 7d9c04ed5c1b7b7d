import { useEffect, useRef } from "react";
import type { Refusal } from "#app/shared/refusal.ts";
import { Button } from "#app/staff-kit/button.tsx";
import { toFieldId } from "#app/ui/field-frame.tsx";
import { usePageChange } from "#app/ui/use-page-change.ts";
import { readHandling } from "./enquiry-facts.tsx";
import type { EnquiryView } from "./enquiry-view.ts";
import { longestNote } from "./names.ts";

/** Notes that were typed and not saved, by enquiry, for as long as the tab does not load another document. */
const drafts = new Map<string, string>();

interface NoteFieldProps {
  view: EnquiryView;
  /** Why the last change was refused. */
  refused: Refusal | null;
  /** The form that saves it. */
  form: string;
  isBusy: boolean;
  /** True when the last change was made by this form. */
  isSaved: boolean;
}

/** A note, and the button that saves it with status and owner. */
export function NoteField({ view, refused, form, isBusy, isSaved }: NoteFieldProps) {
  const area = useRef<HTMLTextAreaElement>(null);
  const id = toFieldId("note");
  // The field is cleared when the form is saved, but not after another button of the panel.
  usePageChange("key", () => {
    if (!isSaved) return;
    drafts.delete(view.id);
    if (area.current) area.current.value = "";
  });
  useEffect(() => {
    if (isSaved) drafts.delete(view.id);
  }, [isSaved, view.id]);
  return (
    <>
      <label className="kit-unseen" htmlFor={id}>
        Note
      </label>
      <textarea
        ref={area}
        id={id}
        className="kit-input enquiry-note-field"
        name="note"
        form={form}
        rows={2}
        maxLength={longestNote}
        placeholder="Note for staff"
        aria-describedby={`${id}-hint`}
        defaultValue={readHandling(view, refused).note || (isSaved ? "" : drafts.get(view.id))}
        onChange={(event) => drafts.set(view.id, event.currentTarget.value)}
      />
      <div className="kit-row">
        <p className="kit-hint" id={`${id}-hint`}>
          The sender never sees notes.
        </p>
        <Button kind="primary" type="submit" form={form} isBusy={isBusy}>
          Save
        </Button>
      </div>
    </>
  );
}
