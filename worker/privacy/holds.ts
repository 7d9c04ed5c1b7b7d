/** Legal holds: what a law or a claim makes us keep is not deleted (docs/decisions/056-data-protection.md). */
import { sql } from "kysely";
import { runRecorded } from "#worker/audit/run-versioned.ts";
import type { AccountId } from "#worker/db/accounts-tables.ts";
import type { ApplicationId } from "#worker/db/applications-tables.ts";
import type { Db } from "#worker/db/client.ts";
import { isGuardError, planGuard } from "#worker/db/guard.ts";
import type { HoldId } from "#worker/db/privacy-tables.ts";
import { now } from "#worker/lib/clock.ts";
import { ConflictError } from "#worker/lib/errors.ts";
import { newId } from "#worker/lib/ids.ts";
import type { RequestScope } from "#worker/lib/scope.ts";

type Scope = Pick<RequestScope, "requestId">;

interface NewHold {
  /** Exactly one of the two: one application, or everything under an address. */
  application?: ApplicationId;
  email?: string;
  reason: string;
  actor: AccountId;
}

/**
 * Holds an application, or everything under an address.
 * @throws {ConflictError} when it is held already, or the application is gone
 */
export async function setHold(
  db: Db,
  { application, email, reason, actor }: NewHold,
  { requestId }: Scope,
): Promise<void> {
  const id = newId<HoldId>();
  const isThere = application ? sql`exists (select 1 from applications where id = ${application})` : sql`true`;
  const isHeld = application ? sql`application_id = ${application}` : sql`email = ${email ?? ""} collate nocase`;
  await runRecorded(db, {
    actor,
    requestId,
    // Never the address: the log names nobody.
    subject: application ?? null,
    audit: { action: "hold.set", detail: { hold: id } },
    given: {
      rows: sql`(select 1 where ${isThere} and not exists
        (select 1 from legal_holds where released_at is null and ${isHeld}))`,
      conflict: "It is held already, or it is gone. Load the page again.",
    },
    queries: [
      db.insertInto("legal_holds").values({
        id,
        application_id: application ?? null,
        email: email ?? null,
        reason,
        set_at: now(),
        set_by: actor,
        released_at: null,
        released_by: null,
      }),
    ],
  });
}

/**
 * Ends a hold. What is due then is deleted by the next run of retention.
 * @throws {ConflictError} when it was released before
 */
export async function releaseHold(
  db: Db,
  { id, reason, actor }: { id: HoldId; reason: string; actor: AccountId },
  { requestId }: Scope,
): Promise<void> {
  const rows = sql`(select 1 from legal_holds where id = ${id} and released_at is null)`;
  await runRecorded(db, {
    actor,
    requestId,
    subject: null,
    audit: { action: "hold.released", detail: { hold: id } },
    given: { rows, conflict: "This hold was released before." },
    queries: [
      db
        .updateTable("legal_holds")
        .set({ released_at: now(), released_by: actor, release_reason: reason, email: null })
        .where("id", "=", id),
    ],
  });
}

/** The holds that are on, the newest first; only who may set holds sees addresses and applications. */
export function selectHolds(db: Db) {
  return db
    .selectFrom("legal_holds")
    .leftJoin("accounts", "accounts.id", "legal_holds.set_by")
    .select(["legal_holds.id", "application_id", "legal_holds.email", "reason", "set_at"])
    .select(["accounts.email as setter", "accounts.name as setter_name"])
    .where("released_at", "is", null)
    .orderBy("set_at", "desc")
    .limit(200);
}

/** True where anything under `email` is held: the address, one of its applications, or a person whom it was put together with. */
export function isPersonHeld(email: string) {
  return sql<boolean>`(exists (select 1 from legal_holds where released_at is null and email = ${email} collate nocase)
    or exists (select 1 from applications join legal_holds on legal_holds.application_id = applications.id
      where applications.email = ${email} and released_at is null)
    or exists (select 1 from candidates as own
      join candidates as kin on kin.id = coalesce(own.merged_into, own.id)
        or kin.merged_into = coalesce(own.merged_into, own.id)
      join legal_holds on legal_holds.email = kin.email
      where own.email = ${email} and released_at is null))`;
}

export const heldWords = "A legal hold keeps this. Nothing was erased. Release the hold first, if its reason is over.";

/** A statement that ends its batch when anything under `email` is held; `explainHeld` names the error. */
export function refuseHeld(db: Db, email: string) {
  return planGuard(db, sql<boolean>`not ${isPersonHeld(email)}`);
}

/** Throws what is behind `error` of a batch that deletes what a hold may keep. */
export function explainHeld(error: unknown): never {
  // The guard of `refuseHeld`, or the trigger.
  if (isGuardError(error) || isHoldError(error)) throw new ConflictError(heldWords, { cause: error });
  throw error;
}

/** True for the error of the trigger by which a hold stops what deletes an application. */
export function isHoldError(error: unknown): boolean {
  return /legal_hold/.test(String(error));
}
