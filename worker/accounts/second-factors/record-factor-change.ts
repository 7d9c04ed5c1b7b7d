import type { Compilable, Expression } from "kysely";
import { runRecorded } from "#worker/audit/run-versioned.ts";
import type { AccountId } from "#worker/db/accounts-tables.ts";
import type { Db } from "#worker/db/client.ts";
import { layOutMail, type MailSite, type MailText, nameSite } from "#worker/email/layout.ts";
import { announceMails, planMail } from "#worker/email/outbox.ts";
import type { RequestScope } from "#worker/lib/scope.ts";

/** The mail to the owner of an account, by the action in the audit log. */
const sentences = {
  "passkey.added": "A passkey was added to your account",
  "passkey.removed": "A passkey was removed from your account",
  "authenticator_app.added": "An authenticator app was added to your account",
  "authenticator_app.removed": "An authenticator app was removed from your account",
  "recovery_code.used": "Somebody signed in to your account with a recovery code",
  "recovery_codes.renewed": "New recovery codes were made for your account",
} as const;

interface FactorChange {
  owner: { id: AccountId; email: string };
  action: keyof typeof sentences;
  queries: readonly Compilable[];
  /** As for `runRecorded`. */
  given?: { rows: Expression<unknown>; conflict: string };
}

/**
 * Changes the second factors of an account, records it, and tells the owner by mail: all of it in one transaction.
 * @throws ConflictError when there are no `given` rows
 */
export async function recordFactorChange(
  db: Db,
  { owner: { id, email }, action, queries, given }: FactorChange,
  scope: RequestScope,
): Promise<void> {
  const mail = planFactorMail(db, { email, action }, scope);
  await runRecorded(db, {
    actor: id,
    requestId: scope.requestId,
    subject: id,
    audit: { action },
    ...(given && { given }),
    queries: [...queries, mail.query],
  });
  await announceMails([mail.id], scope);
}

interface FactorMail {
  /** Of the owner. */
  email: string;
  action: FactorChange["action"];
}

/** The mail that tells the owner of a change, as `planMail` returns it. */
export function planFactorMail(db: Db, { email, action }: FactorMail, scope: RequestScope) {
  return planMail(db, {
    ...writeFactorMail(nameSite(scope), { email, action }),
    dedupeKey: `second-factor:${scope.requestId}:${action}`,
    kind: "second-factor",
    recipient: email,
  });
}

function writeFactorMail(site: MailSite, { email, action }: FactorMail): MailText {
  return layOutMail(site, {
    subject: `${site.name}: ${sentences[action]}`,
    title: sentences[action],
    facts: [["Account", email]],
    paragraphs: [
      "If it was you, there is nothing to do. If it was not you, choose a new password now and tell an administrator.",
    ],
    link: { url: `${site.origin}/account/security`, name: "See your second factors" },
    after: "",
  });
}
