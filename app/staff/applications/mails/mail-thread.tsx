import { Form } from "react-router";
import { Button } from "#app/staff-kit/button.tsx";
import { StatusChip } from "#app/staff-kit/tag.tsx";
import { LocalTime } from "#app/ui/local-time.tsx";
import type { ThreadMail } from "./mail-view.ts";

const states: Record<ThreadMail["state"], { tone: "plain" | "info" | "success" | "warn" | "danger"; name: string }> = {
  received: { tone: "plain", name: "Reply" },
  waiting: { tone: "info", name: "Waits to leave" },
  sending: { tone: "info", name: "Being sent" },
  sent: { tone: "success", name: "Sent" },
  failed: { tone: "danger", name: "Not sent" },
  unconfirmed: { tone: "warn", name: "May have left" },
  withdrawn: { tone: "plain", name: "Taken back" },
};

/** The conversation, the newest mail last and open. */
export function MailThread({ mails, own }: { mails: readonly ThreadMail[]; own: string }) {
  if (mails.length === 0) return <p className="staff-text">Nobody has written yet.</p>;
  return (
    <ol className="mails-thread">
      {mails.map((mail, at) => (
        <li key={mail.id} className={`mails-${mail.direction}`}>
          <details open={at === mails.length - 1 || mail.state === "failed"}>
            <summary>
              <span className="mails-who">
                <b>{mail.who}</b> <LocalTime at={mail.at} />
              </span>
              <StatusChip tone={states[mail.state].tone}>{states[mail.state].name}</StatusChip>
              <span className="mails-subject">{mail.subject || "No subject"}</span>
            </summary>
            {mail.direction === "out" && <p className="mails-to">To {mail.address}</p>}
            <p className="application-text">{mail.body}</p>
            {mail.quoted !== "" && (
              <details className="mails-quoted">
                <summary>Quoted text</summary>
                <p className="application-text">{mail.quoted}</p>
              </details>
            )}
            <MailActions mail={mail} own={own} />
          </details>
        </li>
      ))}
    </ol>
  );
}

/** What can be done to a mail as it stands. */
function MailActions({ mail, own }: { mail: ThreadMail; own: string }) {
  const { id, state, error, canSendAgain } = mail;
  if (state === "waiting")
    return (
      <MailAction own={own} id={id} todo="mail-withdraw" name="Take back">
        {error !== null && `The last try failed: ${error}. `}
      </MailAction>
    );
  if (state !== "failed" && state !== "unconfirmed") return null;
  const why =
    state === "failed"
      ? `It could not be sent${error === null ? "" : `: ${error}`}. `
      : "It may have left: the server that sent it stopped before it could say so. ";
  if (!canSendAgain) return <p className="mails-error">{why}Its text is no longer kept: write it again.</p>;
  return (
    <MailAction own={own} id={id} todo="mail-again" name="Send again">
      {why}
    </MailAction>
  );
}

interface ActionProps {
  own: string;
  id: string;
  todo: string;
  name: string;
  children: React.ReactNode;
}

function MailAction({ own, id, todo, name, children }: ActionProps) {
  return (
    <Form method="post" action={own} preventScrollReset className="mails-action">
      <p className="mails-error">{children}</p>
      <input type="hidden" name="mail" value={id} />
      <Button type="submit" isSmall name="do" value={todo}>
        {name}
      </Button>
    </Form>
  );
}
