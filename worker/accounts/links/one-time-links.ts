/**
 * Links that work once: invitations, new passwords, proofs of an address. The link holds a random token, the database its
 * SHA-256 only. Opening a link changes nothing, because mail scanners open links too; only a form post uses it.
 */
import { type RawBuilder, sql } from "kysely";
import { day, minute } from "#shared/dates/durations.ts";
import type { LinkPurpose, AccountId } from "#worker/db/accounts-tables.ts";
import type { Db } from "#worker/db/client.ts";
import { encodeBase64url } from "#worker/lib/text/base64url.ts";
import { now } from "#worker/lib/clock.ts";

/** How long each kind works, in milliseconds. */
export const linkLives: Readonly<Record<LinkPurpose, number>> = {
  password_reset: 30 * minute,
  invite: 7 * day,
  email_change: 30 * minute,
  email_verification: day,
};

interface NewLink {
  purpose: LinkPurpose;
  /** The address that whoever uses the link has proven. */
  email: string;
  /** The account that it is for; null where there is none yet. */
  user?: AccountId | null;
  /** A further subject, such as an invitation. */
  subject?: string | null;
  /** The link is stored, and older ones end, only if this is true at that point of the batch. */
  condition?: RawBuilder<boolean>;
}

/**
 * A new link's token, for a mail and nothing else, and the queries that store it. They go into the same `runBatch` as
 * the mail, and end the older links of the same purpose and address.
 */
export async function planLink(
  db: Db,
  { purpose, email, user = null, subject = null, condition = sql<boolean>`true` }: NewLink,
) {
  const token = encodeBase64url(crypto.getRandomValues(new Uint8Array(32)));
  const at = now();
  const expiresAt = at + linkLives[purpose];
  const row = {
    token_sha256: await hashToken(token),
    purpose,
    email,
    account_id: user,
    subject_id: subject,
    created_at: at,
    expires_at: expiresAt,
    consumed_at: null,
  };
  const columns = Object.keys(row) as (keyof typeof row)[];
  return {
    token,
    expiresAt,
    queries: [
      endLinks(db, { purpose, email }).where(condition),
      db
        .insertInto("one_time_tokens")
        .columns(columns)
        .expression(db.selectNoFrom(columns.map((column) => sql.val(row[column]).as(column))).where(condition)),
    ],
  };
}

/** What a link is about, or null when it is unknown, over or used. Nothing changes. */
export async function readLink(db: Db, { purpose, token }: { purpose: LinkPurpose; token: string }) {
  const hash = await hashToken(token);
  const link = await selectOpenLink(db, { purpose, hash })
    .select(["email", "account_id as user", "subject_id as subject", "expires_at as expiresAt"])
    .executeTakeFirst();
  return link ? { ...link, hash } : null;
}

/** The link's row while it is good: the condition (`given` of `runRecorded`) of what the link allows. */
export function selectOpenLink(db: Db, { purpose, hash }: { purpose: LinkPurpose; hash: string }) {
  return db
    .selectFrom("one_time_tokens")
    .where("token_sha256", "=", hash)
    .where("purpose", "=", purpose)
    .where("consumed_at", "is", null)
    .where("expires_at", ">", now());
}

/** The query that uses a link up, for the batch of what it allows. */
export function consumeLink(db: Db, { hash }: { hash: string }) {
  return db
    .updateTable("one_time_tokens")
    .set({ consumed_at: now() })
    .where("token_sha256", "=", hash)
    .where("consumed_at", "is", null);
}

/** The query that ends every link of a purpose for an address. */
export function endLinks(db: Db, { purpose, email }: { purpose: LinkPurpose; email: string }) {
  return db
    .updateTable("one_time_tokens")
    .set({ consumed_at: now() })
    .where("purpose", "=", purpose)
    .where("email", "=", email)
    .where("consumed_at", "is", null);
}

async function hashToken(token: string): Promise<string> {
  return encodeBase64url(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(token)));
}
