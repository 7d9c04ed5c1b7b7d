import { type MouseEvent, useEffect, useRef } from "react";
import { Link } from "react-router";
import { ChangeButton } from "./change-button.tsx";
import type { EnquiryView } from "./enquiry-view.ts";

interface EraseQuestionProps {
  view: EnquiryView;
  /** True for the question as a page of its own, when no dialog can open. */
  isStep?: boolean;
}

/** Asks before an enquiry is erased: in a dialog, or, without script, on a page of its own. */
export function EraseQuestion({ view, isStep = false }: EraseQuestionProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const step = useRef<HTMLElement>(null);
  const page = `/marketing-admin/inbox/${view.id}`;

  useEffect(() => step.current?.focus(), []);

  /** Opens the dialog instead of following the link to the page. */
  function ask(event: MouseEvent) {
    event.preventDefault();
    dialog.current?.showModal();
  }

  if (isStep)
    return (
      <section ref={step} className="enquiry-erase" aria-labelledby="erase-step" tabIndex={-1}>
        <h2 id="erase-step">Erase this enquiry?</h2>
        <EraseFacts view={view} />
        <div className="staff-actions">
          <ChangeButton view={view} intent="erase" kind="danger">
            Erase for good
          </ChangeButton>
          <Link className="btn btn-outline btn-small" to={page}>
            Keep it
          </Link>
        </div>
      </section>
    );
  return (
    <>
      <Link className="btn btn-outline btn-small" to={`${page}?erase=1`} onClick={ask}>
        Erase…
      </Link>
      <dialog
        ref={dialog}
        className="enquiry-dialog"
        aria-labelledby="erase-dialog"
        onSubmit={() => dialog.current?.close()}
      >
        <h2 id="erase-dialog">Erase this enquiry?</h2>
        <EraseFacts view={view} />
        <div className="staff-actions">
          <form method="dialog">
            {/* The first button gets the focus: the one that changes nothing. */}
            <button className="btn btn-outline btn-small">Keep it</button>
          </form>
          <ChangeButton view={view} intent="erase" kind="danger">
            Erase for good
          </ChangeButton>
        </div>
      </dialog>
    </>
  );
}

function EraseFacts({ view: { reference, name, notes, mails } }: { view: EnquiryView }) {
  return (
    <p>
      {reference} from {name} goes, with {count(notes.length, "note")} and {count(mails.length, "mail")}. Mails that
      have left stay in the mailboxes they reached. This cannot be undone.
    </p>
  );
}

function count(things: number, name: string): string {
  return things === 1 ? `1 ${name}` : `${things} ${name}s`;
}
