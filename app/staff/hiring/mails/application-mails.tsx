import { useEffect } from "react";
import { useRevalidator } from "react-router";
import { queryClient } from "#app/client/query-client.client.ts";
import { second } from "#shared/dates/durations.ts";
import type { ApplicationView } from "#app/staff/hiring/applications/application-view.ts";
import type { MailAnswer } from "./mail-answer.ts";
import { MailForm } from "./mail-form.tsx";
import { MailPreview } from "./mail-preview.tsx";
import { MailThread, TroubledMails } from "./mail-thread.tsx";
import { ReplyForm } from "./reply-form.tsx";
import "./recipes.ts";
import "./mails.css";

interface MailsProps {
  view: ApplicationView;
  /** The address of the page. */
  own: string;
  /** What the last form of this panel was answered with. */
  answer: MailAnswer | null;
}

/** The conversation with the candidate, the mail that is being written, and the field for replies that came elsewhere. */
export function ApplicationMails({ view, own, answer }: MailsProps) {
  const { mails } = view;
  useDelivery(mails.leavesIn);
  return (
    <section aria-labelledby="mails" className="mails">
      <h2 id="mails">
        E-mail <span>{mails.thread.length}</span>
      </h2>
      <MailThread mails={mails.thread} own={own} />
      <TroubledMails mails={mails.troubled} own={own} />
      <ReplyForm view={view} own={own} answer={answer} />
      <MailForm view={view} own={own} answer={answer} />
      {answer?.preview && answer.fields && (
        <MailPreview
          preview={answer.preview}
          typed={answer.fields}
          action={`/job-applications/${view.id}/mail-preview`}
        />
      )}
    </section>
  );
}

/** Reads the page again when a mail should have left, and a few times more while it has not. */
function useDelivery(leavesIn: number | null) {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    // What waits for longer has a reason that does not pass within a minute.
    if (leavesIn === null || leavesIn < -120 * second) return undefined;
    const timer = setTimeout(
      () => {
        queryClient.clear();
        void revalidate();
      },
      Math.max(leavesIn + 3 * second, 15 * second),
    );
    return () => clearTimeout(timer);
  }, [leavesIn, revalidate]);
}
