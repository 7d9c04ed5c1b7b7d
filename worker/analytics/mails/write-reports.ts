import { sql } from "kysely";
import { type Rhythm, rhythms } from "#shared/analytics/report-rhythms.ts";
import type { AccountId } from "../../db/accounts-tables.ts";
import { type Db, runBatch } from "../../db/client.ts";
import type { MailId } from "../../db/email-tables.ts";
import { nameSite } from "../../email/layout.ts";
import { announceMails, planMail } from "../../email/outbox.ts";
import { now } from "../../lib/clock.ts";
import type { RequestScope } from "../../lib/scope.ts";
import { toPeriods } from "../figures/periods.ts";
import { selectFirst } from "../figures/zone.ts";
import { type DueReport, findDueReport } from "./due-report.ts";
import { readRolledFigures } from "./read-rolled-figures.ts";
import { makeStopPath } from "./stop-link.ts";
import { endReport, mayRead, unlessDone } from "./subscriptions.ts";
import { reportPanels, writeReportMail } from "./write-report-mail.ts";

interface Subscription {
  user: AccountId;
  rhythm: Rhythm;
  locale: string;
  since: number;
  /** First day of what was reported last. */
  reported: string | null;
  email: string;
}

/**
 * Writes the reports that are due, one mail for each person and period, whenever the job comes to it; those whose days are
 * not all computed wait for a later run. Ends those of people who may not read the figures any more. Nothing else reads
 * the figures, so that most runs ask one question.
 */
export async function writeReports(db: Db, scope: RequestScope): Promise<{ written: number; ended: number }> {
  const at = now();
  const rows = await readSubscriptions(db);
  const ended = rows.filter(({ may }) => may === 0);
  for (const { user, rhythm } of ended) await unlessDone(endReport(db, { user, rhythm, by: "permission" }, scope));
  const [{ zone = "UTC", first = null } = {}] = rows;
  const written: MailId[] = [];
  for (const rhythm of rhythms) {
    const report = findDueReport(rhythm, zone, at);
    const readers = rows.filter(
      (row) =>
        row.may === 1 && row.rhythm === rhythm && row.since <= report.dueAt && (row.reported ?? "") < report.from,
    );
    if (readers.length > 0)
      written.push(...(await writeTo(db, readers, { rhythm, report, clock: { zone, first, at } }, scope)));
  }
  await announceMails(written, scope);
  return { written: written.length, ended: ended.length };
}

function readSubscriptions(db: Db) {
  return db
    .selectFrom("report_subscriptions")
    .innerJoin("accounts", "accounts.id", "report_subscriptions.account_id")
    .innerJoin("analytics_settings", (join) => join.on("analytics_settings.id", "=", "site"))
    .select([
      "report_subscriptions.account_id as user",
      "report_subscriptions.rhythm",
      "report_subscriptions.locale",
      "report_subscriptions.subscribed_at as since",
      "report_subscriptions.reported_day as reported",
      "accounts.email",
      "analytics_settings.zone",
      selectFirst.as("first"),
      sql<0 | 1>`${mayRead(sql.ref("report_subscriptions.account_id"))}`.as("may"),
    ])
    .orderBy("report_subscriptions.account_id")
    .execute();
}

interface Writing {
  rhythm: Rhythm;
  report: DueReport;
  clock: { zone: string; first: number | null; at: number };
}

/** Ids of the mails that were written. */
async function writeTo(
  db: Db,
  readers: readonly Subscription[],
  { rhythm, report, clock }: Writing,
  scope: RequestScope,
): Promise<MailId[]> {
  const { from, to } = report;
  const { zone, at } = clock;
  const days = { range: "custom", from, to, compare: "previous", interval: null } as const;
  const { period, previous, interval } = toPeriods(days, clock);
  if (!previous) return [];
  const query = { zone, period, previous, interval, filters: [], panels: reportPanels };
  const figures = await readRolledFigures(db, query, clock);
  if (!figures) return [];
  const site = nameSite(scope);
  const written: MailId[] = [];
  for (const { user, locale, email } of readers) {
    const stopUrl = site.origin + (await makeStopPath(scope.env.AUTH_SECRET, { user, rhythm }));
    const mail = planMail(db, {
      ...writeReportMail({ site, rhythm, days: { from, to }, period, previous, figures, zone, locale, stopUrl, at }),
      dedupeKey: `report:${user}:${rhythm}:${from}`,
      kind: "analytics-report",
      recipient: email,
      subjectId: `report:${user}:${rhythm}`,
      stopUrl,
      condition: sql<boolean>`exists (select 1 from report_subscriptions where account_id = ${user} and rhythm = ${rhythm})
        and ${mayRead(sql`${user}`)}`,
    });
    const note = db
      .updateTable("report_subscriptions")
      .set({ reported_day: from })
      .where("account_id", "=", user)
      .where("rhythm", "=", rhythm);
    const [inserted] = await runBatch(db, [mail.query, note]);
    if (inserted?.meta.changes === 1) written.push(mail.id);
  }
  return written;
}
