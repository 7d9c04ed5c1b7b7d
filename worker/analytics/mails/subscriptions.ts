import { type RawBuilder, sql } from "kysely";
import type { Rhythm } from "#shared/analytics/report-rhythms.ts";
import { listRolesWith } from "#shared/permissions.ts";
import { type Doer, runRecorded } from "../../audit/run-versioned.ts";
import type { AccountId } from "../../db/accounts-tables.ts";
import type { Db } from "../../db/client.ts";
import { now } from "../../lib/clock.ts";
import { ConflictError } from "../../lib/errors.ts";

interface OwnReport {
  user: AccountId;
  rhythm: Rhythm;
}

/** The query of the reports that `user` gets: one row, `json` being an array of rhythms. */
export function selectReports(db: Db, user: AccountId) {
  return db
    .selectFrom("report_subscriptions")
    .select(sql<string>`json_group_array(rhythm)`.as("json"))
    .where("account_id", "=", user);
}

/** True while `user` gets this report. */
export function getsReport(db: Db, own: OwnReport): Promise<boolean> {
  return selectOwn(db, own)
    .executeTakeFirst()
    .then((row) => row !== undefined);
}

/** The report is mailed to `user` from the next time on. @throws {ConflictError} when it is already */
export async function startReport(
  db: Db,
  { user, rhythm, locale }: OwnReport & { locale: string },
  { requestId }: Pick<Doer, "requestId">,
): Promise<void> {
  await runRecorded(db, {
    actor: user,
    requestId,
    subject: user,
    audit: { action: "analytics.report-started", detail: { rhythm } },
    given: {
      rows: sql`(select 1 where not exists ${selectOwn(db, { user, rhythm })})`,
      conflict: "You get this report already.",
    },
    queries: [db.insertInto("report_subscriptions").values({ account_id: user, rhythm, locale, subscribed_at: now() })],
  });
}

/** What a report can be ended by: its owner on the page, the link in a mail, or a role that was taken away. */
type EndedBy = "page" | "mail" | "permission";

/** The report is not mailed to `user` any more; what waits does not leave. @throws {ConflictError} when it is not mailed */
export async function endReport(
  db: Db,
  { user, rhythm, by }: OwnReport & { by: EndedBy },
  { requestId }: Pick<Doer, "requestId">,
): Promise<void> {
  await runRecorded(db, {
    actor: by === "permission" ? null : user,
    requestId,
    subject: user,
    audit: { action: "analytics.report-ended", detail: { rhythm, by } },
    given: { rows: selectOwn(db, { user, rhythm }), conflict: "You do not get this report." },
    queries: [db.deleteFrom("report_subscriptions").where("account_id", "=", user).where("rhythm", "=", rhythm)],
  });
}

/** Ignores that there was nothing to change. */
export function unlessDone(change: Promise<void>): Promise<void> {
  return change.catch((error: unknown) => {
    if (!(error instanceof ConflictError)) throw error;
  });
}

function selectOwn(db: Db, { user, rhythm }: OwnReport) {
  return db
    .selectFrom("report_subscriptions")
    .select("rhythm")
    .where("account_id", "=", user)
    .where("rhythm", "=", rhythm);
}

/** Whether the account in the column `id` may read the figures at this moment. */
export function mayRead(id: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`exists (select 1 from accounts where accounts.id = ${id} and status = 'active' and verified_at is not null)
    and exists (select 1 from account_roles where account_roles.account_id = ${id}
      and role in (${sql.join(listRolesWith("analytics.read"))}))`;
}

/** The reports that a person gets, for the export of their data. */
export function selectReportsOf(db: Db, email: string) {
  return db
    .selectFrom("report_subscriptions")
    .select(["rhythm", "locale", "subscribed_at", "reported_day"])
    .where("account_id", "in", selectId(db, email))
    .orderBy("rhythm");
}

export function deleteReportsOf(db: Db, email: string) {
  return db.deleteFrom("report_subscriptions").where("account_id", "in", selectId(db, email));
}

function selectId(db: Db, email: string) {
  return db
    .selectFrom("accounts")
    .select("id")
    .where(sql<boolean>`lower(email) = lower(${email})`);
}
