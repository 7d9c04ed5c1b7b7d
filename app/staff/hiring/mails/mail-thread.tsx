import { Form } from "react-router";
import { Button } from "#app/staff-kit/button.tsx";
import { StatusChip } from "#app/staff-kit/tag.tsx";
import { LocalTime } from "#app/ui/local-time.tsx";
import type { ThreadMail, TroubledMail } from "./mail-view.ts";
import { tellTrouble } from "./tell-trouble.ts";
import "#app/staff/recipes.ts";
import "./recipes.ts";
import "../applications/recipes.ts";

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
              <span className="mails-who: wrap-anywhere [&_time]:text-ink-2 [&_time]:text-13">
                <b>{mail.who}</b> <LocalTime at={mail.at} />
              </span>
              <StatusChip tone={states[mail.state].tone}>{states[mail.state].name}</StatusChip>
              <span className="mails-subject: col-[1/-1] overflow-hidden text-ink-2 text-ellipsis whitespace-nowrap [.mails-thread_details[open]>summary>&]:whitespace-normal">
                {mail.subject || "No subject"}
              </span>
            </summary>
            {mail.direction === "out" && <p className="mails-to">To {mail.address}</p>}
            <p className="application-text">{mail.body}</p>
            {mail.quoted !== "" && (
              <details className="mails-quoted: text-ink-2 text-13 mt-6px [&>summary]:w-fit [&>summary]:underline [&>summary]:underline-offset-3px">
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
  const { id, state, error, canSendAgain, outboxId, isSeen } = mail;
  if (state === "waiting")
    return (
      <MailAction own={own} id={id} todo="mail-withdraw" name="Take back">
        {error !== null && `The last try failed: ${error}. `}
      </MailAction>
    );
  if (state !== "failed" && state !== "unconfirmed") return null;
  const why = tellTrouble({ state, error });
  if (isSeen) return <p className="mails-error">{why}Somebody has marked it as seen.</p>;
  if (!canSendAgain)
    return (
      <MailAction own={own} id={outboxId ?? ""} todo="mail-seen" name="Mark as seen">
        {why}Its text is no longer kept: write it again.
      </MailAction>
    );
  return (
    <MailAction own={own} id={id} todo="mail-again" name="Send again">
      {why}
    </MailAction>
  );
}

/** Other mails about the application that did not leave: about interviews, confirmations and so on. */
export function TroubledMails({ mails, own }: { mails: readonly TroubledMail[]; own: string }) {
  if (mails.length === 0) return null;
  return (
    <section aria-labelledby="mails-troubled">
      <h3 id="mails-troubled">Other mails that were not sent</h3>
      <ul className="mails-thread">
        {mails.map(({ id, recipient, subject, why, canSendAgain }) => (
          <li key={id}>
            <p className="mails-to">
              <b>{subject}</b>, to {recipient}
            </p>
            {canSendAgain && (
              <MailAction own={own} id={id} todo="mail-other-again" name="Send again">
                {why}
              </MailAction>
            )}
            <MailAction own={own} id={id} todo="mail-seen" name="Mark as seen">
              {!canSendAgain && `${why}Its text is no longer kept.`}
            </MailAction>
          </li>
        ))}
      </ul>
    </section>
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
    <Form
      method="post"
      action={own}
      preventScrollReset
      className="mails-action: flex flex-wrap gap-[6px_10px] items-center mt-8px"
    >
      <p className="mails-error">{children}</p>
      <input type="hidden" name="mail" value={id} />
      <Button type="submit" isSmall name="do" value={todo}>
        {name}
      </Button>
    </Form>
  );
}
