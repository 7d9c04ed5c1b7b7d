import { useEffect, useRef, useState } from "react";
import type { Refusal } from "#shared/pages/refusal.ts";
import { Button } from "#app/staff-kit/button.tsx";
import { toFieldId } from "#app/ui/field-frame.tsx";
import type { EnquiryView } from "./enquiry-view.ts";
import { longestNote } from "./names.ts";
import { type Handling, readHandling } from "./use-handling.ts";

/** Notes that were typed and not saved, by enquiry, for as long as the tab does not load another document. */
const drafts = new Map<string, string>();

interface NoteFieldProps {
  view: EnquiryView;
  /** Why the last change was refused. */
  refused: Refusal | null;
  /** The form that saves it. */
  form: string;
  handling: Pick<Handling, "isBusy" | "stored">;
}

/** A note, and the button that saves it with status and owner. */
export function NoteField({ view, refused, form, handling: { isBusy, stored } }: NoteFieldProps) {
  const area = useRef<HTMLTextAreaElement>(null);
  const [draft, setDraft] = useState(drafts.get(view.id));
  const id = toFieldId("note");
  // What was saved leaves the field; what was typed since stays.
  useEffect(() => {
    const saved = stored?.fields?.["note"]?.replaceAll("\r\n", "\n");
    if (!saved || !area.current) return;
    const { value } = area.current;
    const rest = value.startsWith(saved) ? value.slice(saved.length).trimStart() : value;
    area.current.value = rest;
    setDraft(rest);
    drafts.set(view.id, rest);
  }, [stored, view.id]);
  return (
    <>
      <label className="kit-unseen" htmlFor={id}>
        Note
      </label>
      <textarea
        ref={area}
        id={id}
        className="kit-input enquiry-note-field: min-h-60px resize-y"
        name="note"
        form={form}
        rows={2}
        maxLength={longestNote}
        placeholder="Note for staff"
        aria-describedby={`${id}-hint`}
        defaultValue={readHandling(view, refused).note || draft}
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
