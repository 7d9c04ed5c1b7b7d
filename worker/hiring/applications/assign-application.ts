import { sql } from "kysely";
import { formatReference } from "#shared/enquiries/format-reference.ts";
import { listRolesWith } from "#shared/permissions.ts";
import { runVersioned } from "#worker/audit/run-versioned.ts";
import type { AccountId } from "#worker/db/accounts-tables.ts";
import type { ApplicationId } from "#worker/db/applications-tables.ts";
import type { Db } from "#worker/db/client.ts";
import { type Given, planGiven } from "#worker/email/plan-given.ts";
import { now } from "#worker/lib/clock.ts";
import { InvalidInputError } from "#worker/lib/errors.ts";
import type { RequestScope } from "#worker/lib/scope.ts";
import { addHistory } from "./history.ts";
import { type ApplicationChange, changedMeanwhile } from "./move-application.ts";

/** Active accounts that may read applications: they can be assigned one, and be named in a note. */
export function selectReaders(db: Db) {
  return db
    .selectFrom("accounts")
    .select(["accounts.id", "accounts.email", "accounts.name"])
    .where("accounts.status", "=", "active")
    .where(
      "accounts.id",
      "in",
      db.selectFrom("account_roles").select("account_id").where("role", "in", listRolesWith("applications.read")),
    )
    .orderBy("accounts.email");
}

/** The same as one value of JSON. */
export function listReaders(db: Db) {
  return sql<string>`(select json_group_array(json_object('id', id, 'email', email, 'name', name) order by email)
    from ${selectReaders(db).clearOrderBy()})`;
}

export function readReaders(json: string) {
  return JSON.parse(json) as { id: AccountId; email: string; name: string | null }[];
}

/**
 * Gives an application to a colleague, or to nobody. Returns the new version.
 * @throws {ConflictError} when it is no longer as it was seen; nothing has changed then
 * @throws {InvalidInputError} when the account may not read applications
 * @throws {NotFoundError} when it is gone
 */
export async function assignApplication(
  db: Db,
  { known, assignee, actor, given }: ApplicationChange & { assignee: AccountId | null; given?: Given },
  scope: RequestScope,
): Promise<number> {
  const reader =
    assignee && (await selectReaders(db).clearOrderBy().where("accounts.id", "=", assignee).executeTakeFirst());
  if (assignee !== null && !reader)
    throw new InvalidInputError({ assignee: ["This account cannot read applications. Choose somebody else."] });
  const gift = await planAssignee(db, { id: known.id, assignee, actor, given }, scope);
  const version = await runVersioned(db, {
    ...known,
    actor,
    requestId: scope.requestId,
    table: "applications",
    conflict: changedMeanwhile,
    set: { assignee_id: assignee, updated_at: now() },
    audit: { action: "application.assigned", detail: { assignee } },
    queries: [
      addHistory(db, { applicationId: known.id, actor, kind: "assigned", detail: { to: assignee } }),
      ...gift.queries,
    ],
  });
  scope.ctx.waitUntil(gift.tell());
  return version;
}

interface Assigning {
  id: ApplicationId;
  assignee: AccountId | null;
  actor: AccountId | null;
  given: Given | undefined;
}

/** The mail to who has it from now on. */
async function planAssignee(db: Db, { id, assignee, actor, given }: Assigning, scope: RequestScope) {
  const row = await db
    .selectFrom("applications")
    .leftJoin("openings", "openings.id", "applications.opening_id")
    .select(["applications.assignee_id", "openings.title as job"])
    .where("applications.id", "=", id)
    .executeTakeFirst();
  return planGiven(
    db,
    {
      kind: "application-given",
      subject: id,
      from: row?.assignee_id ?? null,
      to: assignee,
      actor,
      facts: [
        ["Role", row?.job ?? "No particular role"],
        ["Reference", formatReference(id)],
      ],
      path: `/job-applications/${id}`,
      stillHas: (from) =>
        sql<boolean>`exists (select 1 from applications where assignee_id = ${from} and updated_at >= outbox.created_at)`,
      ...(given && { given }),
    },
    scope,
  );
}
