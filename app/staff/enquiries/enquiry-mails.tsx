import { Form } from "react-router";
import { Button } from "#app/staff-kit/button.tsx";
import type { EnquiryView } from "./enquiry-view.ts";
import { LocalTime } from "#app/ui/local-time.tsx";
import { MailChip } from "./status-chip.tsx";
import "../recipes.ts";
import "./recipes.ts";

/** The mails about an enquiry with their states. Forms post to `action`. */
export function EnquiryMails({ view, action }: { view: EnquiryView; action: string }) {
  return (
    <>
      {view.mails.length === 0 ? (
        <p className="staff-text">
          None was written.
          {view.folder === "spam" && " “Not spam” writes them: to the topic's mailbox and to the sender."}
        </p>
      ) : (
        <ul className="enquiry-mails: [&_li>div]:wrap-anywhere [&_li]:py-12px [&_li]:border-b-1px-line [&_li]:flex [&_li]:flex-wrap [&_li]:gap-[8px_12px] [&_li]:items-start [&_li>div]:grid [&_li>div]:flex-[1_1_200px]">
          {view.mails.map((mail) => (
            <li key={mail.id}>
              <div>
                <b>{mail.name}</b>
                <span>{mail.recipient}</span>
                <span className="enquiry-by">
                  {mail.sent ? <LocalTime at={mail.sent} /> : formatTries(mail.attempts)}
                  {mail.due && (
                    <>
                      , due <LocalTime at={mail.due} />
                    </>
                  )}
                </span>
                {mail.error !== null && <span className="enquiry-error: text-danger">Last error: {mail.error}</span>}
                {mail.state === "unconfirmed" && (
                  <span>It may have left: the Worker that sent it was gone before it could say so.</span>
                )}
                {mail.state === "withdrawn" && <span>It does not leave while the enquiry is in the spam folder.</span>}
              </div>
              <MailChip state={mail.state} />
              {(mail.state === "failed" || mail.state === "unconfirmed") && (
                <Form method="post" action={action}>
                  <input type="hidden" name="intent" value="send-again" />
                  <input type="hidden" name="mail" value={mail.id} />
                  <Button type="submit" isSmall>
                    Send again<span className="kit-unseen"> {mail.name.toLowerCase()}</span>
                  </Button>
                </Form>
              )}
            </li>
          ))}
        </ul>
      )}
      {view.folder === "inbox" && view.isHeld && (
        <p className="staff-text">
          The topic's mailbox gets no mail about this enquiry alone: the mails of an hour about its topic, or of a day
          about its network, were used up.{" "}
          {view.isDigested ? "A digest has told of it." : "The next digest tells of it, within the hour."}
        </p>
      )}
      {view.folder === "inbox" && !view.isConfirmed && (
        <p className="staff-text">
          The sender has no confirmation by mail, because one of the limits of an hour was reached.
        </p>
      )}
    </>
  );
}

function formatTries(attempts: number): string {
  if (attempts === 0) return "Not tried yet";
  return attempts === 1 ? "1 try" : `${attempts} tries`;
}
