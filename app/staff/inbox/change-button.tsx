import type { ReactNode } from "react";
import { Form, useNavigation } from "react-router";
import type { EnquiryView } from "./enquiry-view.ts";

interface ChangeButtonProps {
  view: Pick<EnquiryView, "id" | "version">;
  intent: "spam" | "not-spam" | "erase" | "send-again";
  kind: "outline" | "danger";
  /** Id of the mail to send again. */
  mail?: string;
  children: ReactNode;
}

/** A button that changes an enquiry. It is a form, so that it works without script. */
export function ChangeButton({ view, intent, kind, mail, children }: ChangeButtonProps) {
  const sent = useNavigation().formData;
  const isBusy = sent?.get("intent") === intent && (mail === undefined || sent.get("mail") === mail);
  return (
    <Form
      method="post"
      action={`/marketing-admin/inbox/${view.id}`}
      onSubmit={(event) => isBusy && event.preventDefault()}
    >
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="version" value={view.version} />
      {mail !== undefined && <input type="hidden" name="mail" value={mail} />}
      <button className={`btn btn-${kind} btn-small`} aria-disabled={isBusy}>
        {children}
      </button>
    </Form>
  );
}
