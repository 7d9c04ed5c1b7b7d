import { type ReactNode, useEffect, useRef } from "react";
import { Form, Link, useNavigation } from "react-router";

interface LetterButtonProps {
  intent: "send-again" | "send-all" | "delete" | "delete-all";
  /** The message it is about. */
  id?: string;
  /** For all messages: those that were received until then (epoch milliseconds). */
  until?: number;
  kind: "outline" | "danger";
  children: ReactNode;
}

/** One button that changes the list: a form, so that it works without script. */
export function LetterButton({ intent, id, until, kind, children }: LetterButtonProps) {
  const sent = useNavigation().formData;
  const isBusy = sent?.get("intent") === intent && (sent.get("id") ?? undefined) === id;
  return (
    <Form method="post" action="/failed-messages" onSubmit={(event) => isBusy && event.preventDefault()}>
      <input type="hidden" name="intent" value={intent} />
      {id !== undefined && <input type="hidden" name="id" value={id} />}
      {until !== undefined && <input type="hidden" name="until" value={until} />}
      <button className={`btn btn-${kind} btn-small`} aria-disabled={isBusy}>
        {children}
      </button>
    </Form>
  );
}

/** What can be done with all messages of the list at once. */
export function AllLettersForms({ until }: { until: number }) {
  return (
    <div className="staff-actions">
      <LetterButton intent="send-all" until={until} kind="outline">
        Send all again
      </LetterButton>
      <Link className="btn btn-outline btn-small" to="/failed-messages?delete=all">
        Delete all…
      </Link>
    </div>
  );
}

interface DeleteQuestionProps {
  id?: string;
  until?: number;
  /** For all messages: how many. */
  count?: string;
  children: ReactNode;
}

/** Asks before anything is deleted, as a step on the page, which needs no script. */
export function DeleteQuestion({ id, until, count, children }: DeleteQuestionProps) {
  const step = useRef<HTMLElement>(null);

  useEffect(() => step.current?.focus(), []);

  return (
    <section ref={step} className="letter-question" aria-labelledby="delete-letters" tabIndex={-1}>
      <h2 id="delete-letters">{id === undefined ? `Delete all ${count} messages?` : "Delete this message?"}</h2>
      <p>{children} This cannot be undone.</p>
      <div className="staff-actions">
        <LetterButton
          intent={id === undefined ? "delete-all" : "delete"}
          kind="danger"
          {...(id === undefined ? {} : { id })}
          {...(until === undefined ? {} : { until })}
        >
          Delete for good
        </LetterButton>
        <Link className="btn btn-outline btn-small" to="/failed-messages">
          {id === undefined ? "Keep them" : "Keep it"}
        </Link>
      </div>
    </section>
  );
}
