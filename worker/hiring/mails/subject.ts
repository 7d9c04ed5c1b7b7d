import { mailDraftsKey } from "#shared/hiring/mail-drafts.ts";
import type { Db } from "#worker/db/client.ts";
import type { Subject } from "#worker/lib/subject.ts";
import { terms } from "#worker/lib/terms.ts";

/** Mails between staff and candidates, and their templates. The mails go with their application. */
export const subject = {
  tables: ["mail_templates", "application_mails"],
  retention: [
    {
      table: "mail_templates",
      key: ["id"],
      since: "deleted_at",
      where: "deleted_at is not null",
      term: terms.deletedTemplates,
      keeps: "Deleted templates of mails to candidates",
      after: "after they were deleted",
      why: "Interest in taking back a mistake, Article 6(1)(f)",
    },
  ],
  personData: [{ name: "Mails about job applications", select: selectMailsAbout }],
  mails: ["candidate-mail"],
  auditActions: [
    "application.mailed",
    "application.mail_withdrawn",
    "application.mail_sent_again",
    "application.mail_accepted",
    "application.reply_added",
    "application.reply_removed",
    "mail_template.created",
    "mail_template.changed",
    "mail_template.deleted",
    "mail_template.restored",
  ],
  storage: [
    {
      keys: [mailDraftsKey],
      kind: "session",
      purpose: "Mails to candidates that staff have not sent yet",
      life: "Until the mail is sent or the tab is closed",
    },
  ],
} as const satisfies Subject;

/** For the export of what is held about a person. */
function selectMailsAbout(db: Db, email: string) {
  return db
    .selectFrom("application_mails")
    .innerJoin("applications", "applications.id", "application_mails.application_id")
    .select(["application_id", "direction", "address", "application_mails.at as sent_at", "subject", "body", "quoted"])
    .select("application_mails.withdrawn_at")
    .where("applications.email", "=", email)
    .orderBy("application_id")
    .orderBy("position");
}
