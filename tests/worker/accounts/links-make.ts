/** Links by mail as a person gets them: through the outbox. */
import { env } from "cloudflare:workers";
import type { Role } from "#shared/permissions.ts";
import { planInviteMail } from "#worker/accounts/links/plan-link-mail.ts";
import { openDb, runBatch } from "#worker/db/client.ts";
import type { InviteId, AccountId } from "#worker/db/accounts-tables.ts";
import { nameSite } from "#worker/email/layout.ts";
import { newId } from "#worker/lib/ids.ts";
import { vi } from "vitest";
import { countFurtherScrypt } from "../make.ts";
import { makeScope } from "../make-scope.ts";

const db = openDb(env.DB);

/**
 * Before each test about links: hashes cost little and are counted, and nothing is printed. The clock that hashing takes its
 * pauses from stands still: what a cheap hash took is nothing, so nobody waits for their turn (hash-turns.test.ts does).
 */
export async function countHashes() {
  const hashes = await countFurtherScrypt();
  vi.spyOn(performance, "now").mockReturnValue(0);
  for (const level of ["warn", "error"] as const) vi.spyOn(console, level).mockImplementation(() => {});
  return hashes;
}

/** The kinds of the mails written to `recipient`, the oldest first. */
export async function listMailKinds(recipient: string): Promise<string[]> {
  const mails = await db.selectFrom("outbox").select("kind").where("recipient", "=", recipient).orderBy("id").execute();
  return mails.map(({ kind }) => kind);
}

/** The path of the link in the newest mail of `kind` to `recipient`. */
export async function readLinkPath(recipient: string, kind: string): Promise<string> {
  const { text } = await db
    .selectFrom("outbox")
    .select("text")
    .where("recipient", "=", recipient)
    .where("kind", "=", kind)
    .orderBy("id", "desc")
    .executeTakeFirstOrThrow();
  const [, path] = new RegExp(`${env.SITE_ORIGIN}(/auth/\\S+)`).exec(text) ?? [];
  if (path === undefined) throw new Error(`No link in: ${text}`);
  return path;
}

interface NewInvite {
  email: string;
  roles: Role[];
  invitedBy: AccountId;
  note?: string;
}

/** A stored invitation with its mail. Returns its id and the path of its link. */
export async function makeInvite({ email, roles, invitedBy, note = "" }: NewInvite) {
  const id = newId<InviteId>();
  const at = Date.now();
  const invite = { id, email, roles, note };
  const mail = await planInviteMail(db, { invite, inviter: "Ines", site: nameSite(makeScope()) });
  const row = {
    ...invite,
    roles: JSON.stringify(roles),
    invited_by: invitedBy,
    created_at: at,
    sent_at: at,
    expires_at: mail.expiresAt,
    accepted_at: null,
    accepted_by: null,
    withdrawn_at: null,
  };
  await runBatch(db, [db.insertInto("invites").values(row), ...mail.queries]);
  return { id, path: await readLinkPath(email, "invite") };
}

/** Everything that accounts store, for tests that nothing has changed. That somebody was refused is recorded, and changes none. */
export async function readAccounts(): Promise<string> {
  const tables = [
    "accounts",
    "account_roles",
    "sessions",
    "one_time_tokens",
    "invites",
    "audit_log",
    "link_requests",
    "outbox",
  ];
  const results = await env.DB.batch(
    tables.map((table) =>
      env.DB.prepare(
        `select * from ${table === "audit_log" ? "audit_log where action not like 'session.%refused'" : table} order by 1, 2`,
      ),
    ),
  );
  return JSON.stringify(results.map(({ results: rows }) => rows));
}
