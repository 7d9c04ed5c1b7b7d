import { useEffect, useId, useRef } from "react";
import { Form, useNavigation } from "react-router";
import { Button } from "#app/staff-kit/button.tsx";
import { Combobox } from "#app/staff-kit/combobox.tsx";
import { LocalTime } from "#app/ui/local-time.tsx";
import type { ApplicationView } from "./application-view.ts";
import { MarkedText } from "./found-texts.tsx";
import "./recipes.ts";

/** Notes that were typed and not saved, by application, for as long as the tab does not load another document. */
const drafts = new Map<string, string>();

interface NotesProps {
  view: ApplicationView;
  /** The address of the page. */
  own: string;
  /** A note that was refused. */
  refusedNote: string;
  /** What the last form has done, where it has saved one: another object each time. */
  saved: object | null;
}

/** What staff have written, and the field for more. Who is named finds it on the hub. */
export function ApplicationNotes({ view, own, refusedNote, saved }: NotesProps) {
  const area = useRef<HTMLTextAreaElement>(null);
  const id = useId();
  const isBusy = useNavigation().formData?.get("do") === "note";
  const count = view.notes.length;
  useEffect(() => {
    if (!saved) return;
    drafts.delete(view.id);
    if (area.current) area.current.value = "";
  }, [saved, view.id]);
  return (
    <section
      aria-labelledby="notes"
      className="application-notes: [&>ol>li]:m-[0_-16px] [&>ol>li]:p-[8px_16px] [&>ol>li]:bg-warn-bg [&>ol>li+li]:border-t-1px-line [&_time]:ml-4px [&_form]:grid [&_form]:gap-8px [&_form]:mt-10px"
    >
      <h2 id="notes">
        Notes <span>{count}</span>
      </h2>
      <ol>
        {view.notes.map((note) => (
          <li key={note.id}>
            <p className="application-note-by: [&_time]:text-ink-2 [&_time]:text-13">
              <b>{note.author}</b> <LocalTime at={note.written} />
            </p>
            <p className="application-text">
              <MarkedText text={note.note} parts={view.marks.notes[note.id]} />
            </p>
          </li>
        ))}
      </ol>
      <Form method="post" action={own} preventScrollReset onSubmit={(event) => isBusy && event.preventDefault()}>
        <label className="kit-unseen" htmlFor={id}>
          Note
        </label>
        <textarea
          ref={area}
          id={id}
          className="kit-input"
          name="note"
          rows={3}
          maxLength={4000}
          placeholder="Note for staff"
          aria-describedby={`${id}-hint`}
          defaultValue={refusedNote || drafts.get(view.id)}
          onChange={(event) => drafts.set(view.id, event.currentTarget.value)}
        />
        {view.colleagues.length > 0 && (
          <Combobox
            key={count}
            label="Tell colleagues"
            hint="They find it on the hub. An @ with their address in the note does the same."
            name="mention"
            options={view.colleagues}
            isOptional
          />
        )}
        <div className="kit-row">
          <p className="kit-hint" id={`${id}-hint`}>
            The candidate never sees notes.
          </p>
          <Button type="submit" name="do" value="note" isBusy={isBusy}>
            Save note
          </Button>
        </div>
      </Form>
    </section>
  );
}
