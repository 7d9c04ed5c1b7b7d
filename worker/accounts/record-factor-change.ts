import type { Compilable, Expression } from "kysely";
import { runRecorded } from "../audit/run-versioned.ts";
import type { UserId } from "../db/accounts-tables.ts";
import type { Db } from "../db/client.ts";
import { layOutMail, type MailText } from "../email/layout.ts";
import { announceMails, planMail } from "../email/outbox.ts";
import type { RequestScope } from "../lib/scope.ts";

/** What the owner of an account is told, by the action in the audit log. */
const sentences = {
  "passkey.added": "A passkey was added to your account",
  "passkey.removed": "A passkey was removed from your account",
  "authenticator_app.added": "An authenticator app was added to your account",
  "authenticator_app.removed": "An authenticator app was removed from your account",
  "recovery_code.used": "Somebody signed in to your account with a recovery code",
  "recovery_codes.renewed": "New recovery codes were made for your account",
} as const;

interface FactorChange {
  owner: { id: UserId; email: string };
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
  const { requestId } = scope;
  const mail = planMail(db, {
    ...writeFactorMail({ email, action }, scope.env),
    dedupeKey: `second-factor:${requestId}:${action}`,
    kind: "second-factor",
    recipient: email,
  });
  await runRecorded(db, {
    actor: id,
    requestId,
    subject: id,
    audit: { action },
    ...(given && { given }),
    queries: [...queries, mail.query],
  });
  await announceMails([mail.id], scope);
}

function writeFactorMail(
  { email, action }: { email: string; action: FactorChange["action"] },
  { SITE_ORIGIN }: Env,
): MailText {
  const site = { name: new URL(SITE_ORIGIN).host, origin: SITE_ORIGIN };
  return layOutMail(site, {
    subject: `${site.name}: ${sentences[action]}`,
    title: sentences[action],
    facts: [["Account", email]],
    paragraphs: [
      "If that was you, there is nothing to do. If not, change your password now and tell those who run the site.",
    ],
    link: { url: `${SITE_ORIGIN}/account/security`, name: "See what protects your account" },
    after: "",
  });
}
