import { day } from "#shared/dates/durations.ts";
import { rollDays } from "../../worker/analytics/figures/roll-days.ts";
import { writeReports } from "../../worker/analytics/mails/write-reports.ts";
import type { AccountId } from "../../worker/db/accounts-tables.ts";
import { type Db, openDb } from "../../worker/db/client.ts";
import type { RequestScope } from "../../worker/lib/scope.ts";
import { company } from "../../worker/site/company.ts";
import { readLocalSecret } from "../lib/local-site.ts";
import type { SeedScope } from "./scope.ts";

/**
 * Demo marketing gets the weekly report, and the mailbox has the latest. Where a report was written to anybody, nothing
 * changes. Comes after the visits and the goals.
 */
export async function seedReports({ env, ...scope }: SeedScope): Promise<void> {
  const db = openDb(env.DB);
  const known = await db.selectFrom("outbox").select("id").where("kind", "=", "analytics-report").executeTakeFirst();
  const reader = await db
    .selectFrom("accounts")
    .select("id")
    .where("email", "=", "marketing@demo.example")
    .executeTakeFirst();
  if (known || !reader) return console.log("Demo reports: in order.");
  await subscribe(db, reader.id);
  const withSecret = { ...env, AUTH_SECRET: readLocalSecret() };
  const { written } = await writeDueReports(db, { ...scope, env: withSecret, company } as unknown as RequestScope);
  console.log(`Demo reports: ${written} mailed.`);
}

/** As if `user` had asked for the weekly report long ago, and had got none. */
async function subscribe(db: Db, user: AccountId): Promise<void> {
  const since = Date.now() - 40 * day;
  await db
    .insertInto("report_subscriptions")
    .values({ account_id: user, rhythm: "weekly", locale: "en-GB", subscribed_at: since })
    .onConflict((conflict) =>
      conflict.columns(["account_id", "rhythm"]).doUpdateSet({ subscribed_at: since, reported_day: null }),
    )
    .execute();
}

/** Computes the days that are over, and writes the reports that are due. */
export async function writeDueReports(db: Db, scope: RequestScope): Promise<{ written: number }> {
  while ((await rollDays(db)).days > 0);
  return writeReports(db, scope);
}
