import { sql } from "kysely";
import { day, hour, minute } from "#shared/dates/durations.ts";
import { type Db, readRow, readRows } from "../db/client.ts";
import { now } from "../lib/clock.ts";
import type { RequestScope } from "../lib/scope.ts";
import { periods } from "../lib/schedules.ts";
import { reachesNobody, readAlertSettings, selectAlertSettings } from "./alert-settings.ts";
import { listQueries, planChecks, readChecks, runWithApplied } from "./checks.ts";
import { describeJobs, type JobState, tolerated } from "./job-states.ts";
import { noteDeployment } from "./note-deployment.ts";
import { type AlertRow, type Condition, isQuietTime, planAlerts } from "./plan-alerts.ts";
import { planReports, readReports } from "./reports.ts";
import { sendAlerts } from "./send-alerts.ts";
import { listMigrations } from "./version.ts";
import { noteDatabase, tellOfOutage } from "./without-database.ts";

/** Checks everything that can fail, and reports what has changed. While the database is away, it reports just that. */
export async function watchSite(db: Db, scope: RequestScope): Promise<object> {
  try {
    await sql`select 1`.execute(db);
  } catch (error) {
    await tellOfOutage(scope).catch((failure: unknown) => scope.log.error("outage not told", failure));
    throw error;
  }
  const deployed = await noteDeployment(db, scope);
  const at = now();
  const { conditions, rows, settings } = await readConditions(db, scope, at);
  const plan = planAlerts(conditions, rows, {
    at,
    isQuiet: isQuietTime(settings.quiet, settings.zone, at),
    isMute: reachesNobody(settings),
  });
  const outcome = await sendAlerts(db, plan, settings, scope);
  await noteDatabase(settings, scope).catch((error: unknown) => scope.log.error("settings of alerts not kept", error));
  return { ...(deployed && { deployed }), failing: conditions.length, told: plan.alerts.length, ...outcome };
}

/** What fails now, in one round trip. */
async function readConditions(db: Db, scope: RequestScope, at: number) {
  const planned = planChecks(db, scope);
  const reports = planReports(db, scope, at);
  const settingsQuery = selectAlertSettings(db);
  const alertsQuery = db.selectFrom("alerts").selectAll();
  const runsQuery = db.selectFrom("job_runs").selectAll();
  const errorsQuery = selectRisingErrors(db, at);
  const found = await runWithApplied(db, [
    settingsQuery,
    alertsQuery,
    runsQuery,
    errorsQuery,
    ...listQueries(planned),
    ...reports.queries,
  ]);
  const [settingsResult, alertsResult, runsResult, errorsResult, ...results] = found.results;
  const pending = listMigrations().filter((name) => !found.applied.includes(name));
  const checks = readChecks(planned, results);
  const facts = readReports(reports, results.slice(listQueries(planned).length), scope.env);
  const jobs = describeJobs(scope.subjects, { rows: readRows(runsQuery, runsResult), at });
  const conditions: Condition[] = [
    ...(pending.length > 0 ? [describeMigrations(pending)] : []),
    ...checks
      .filter(({ state }) => state === "failing")
      .map(({ check: { name, todo, isUrgent = false } }) => ({
        key: `check ${name}`,
        name: `Check “${name}”`,
        todo: name === "jobs" ? `${nameBadJobs(jobs)} ${todo}` : todo,
        isUrgent,
      })),
    ...describeGap(jobs, at),
    ...facts
      .filter(({ state }) => state === "failed")
      .map(({ name, value, todo = "" }) => ({ key: `fact ${name}`, name, todo: `${value}. ${todo}`, isUrgent: false })),
    ...readRows(errorsQuery, errorsResult).map(({ fingerprint, event, message, place, count }) => ({
      key: `errors ${fingerprint}`,
      name: `${count} errors in an hour: ${event}${place && `, ${place}`}`,
      todo: `“${message}”. Read its details, and mark it as seen.`,
      isUrgent: false,
    })),
  ];
  const rows = readRows(alertsQuery, alertsResult).map((row): AlertRow => ({
    key: row.key,
    name: row.name,
    todo: row.todo,
    isUrgent: row.is_urgent === 1,
    isFailed: row.is_failed === 1,
    since: row.since,
    alertedAt: row.told_at,
  }));
  return { conditions, rows, settings: readAlertSettings(readRow(settingsQuery, settingsResult)) };
}

/** Groups that nobody has seen with more errors in this hour and the one before than the settings let pass. */
function selectRisingErrors(db: Db, at: number) {
  const threshold = sql<number>`(select error_threshold from alert_settings where id = 'site')`;
  return (
    db
      .selectFrom("error_hours")
      .innerJoin("error_groups", "error_groups.fingerprint", "error_hours.fingerprint")
      .select(["error_groups.fingerprint", "event", "message", "place"])
      .select(({ fn }) => fn.sum<number>("count").as("count"))
      .where("hour_at", ">=", at - (at % hour) - hour)
      // What was seen and happens again days later is reported again.
      .where(({ or, eb }) => or([eb("seen_at", "is", null), eb("seen_at", "<", at - day)]))
      .where("is_demo", "=", 0)
      .groupBy("error_groups.fingerprint")
      .having(({ fn, eb }) => eb(fn.sum<number>("count"), ">=", threshold))
      .limit(20)
  );
}

function describeMigrations(pending: readonly string[]): Condition {
  return {
    key: "migrations",
    name: `${pending.length} migrations are not applied`,
    todo: "Run the deployment again: it applies migrations before it uploads.",
    isUrgent: true,
  };
}

function nameBadJobs(jobs: readonly JobState[]): string {
  const bad = jobs.filter(({ state, row }) => state === "late" || (row?.failures ?? 0) >= tolerated);
  return bad.map(({ name, state }) => `“${name}” ${state === "late" ? "is late" : "fails"}.`).join(" ");
}

/** Runs that did not come, reported once they come again: while all are away nothing here runs. */
function describeGap(jobs: readonly JobState[], at: number): Condition[] {
  const gaps = jobs.flatMap(({ name, schedule, row }) => {
    if (!row?.missed_at || row.missed_at < at - hour) return [];
    const length = row.missed * periods[schedule];
    return length >= 25 * minute ? [{ name, missed: row.missed, length }] : [];
  });
  const [longest] = gaps.toSorted((a, b) => b.length - a.length);
  if (!longest) return [];
  const hours = Math.round(longest.length / hour);
  return [
    {
      key: "missed runs",
      name: `Scheduled jobs did not run for ${hours > 1 ? `${hours} hours` : `${Math.round(longest.length / minute)} minutes`}`,
      todo: `They run again. ${gaps.length} jobs missed runs, “${longest.name}” ${longest.missed} of them; see whether what is due was done.`,
      isUrgent: false,
    },
  ];
}
