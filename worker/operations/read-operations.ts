import { sql } from "kysely";
import { day } from "#shared/dates/durations.ts";
import { type Db, firstRow, readRow, readRows } from "../db/client.ts";
import type { RequestScope } from "../lib/scope.ts";
import type { Backlog, OperatorAction } from "../lib/subject.ts";
import { readAlertSettings, selectAlertSettings } from "./alert-settings.ts";
import { listQueries, planChecks, readChecks, runWithApplied } from "./checks.ts";
import { describeJobs } from "./job-states.ts";
import { planReports, readReports } from "./reports.ts";
import { listMigrations, readVersion } from "./version.ts";

/** Groups of errors on the page. */
const mostGroups = 50;

export interface QueueState {
  name: string;
  /** This deployment has the queue itself. */
  isBound: boolean;
  /** Null where only the queue itself knows. */
  backlog: Backlog | null;
  /** Messages that were given up. */
  dead: number;
  /** Of them those of the local seed. */
  demoDead: number;
}

/** How everything runs, in one round trip. */
export async function readOperations(db: Db, scope: RequestScope, at: number) {
  const planned = planChecks(db, scope);
  const reports = planReports(db, scope, at);
  const queues = planQueues(db, scope, at);
  const own = {
    runs: db.selectFrom("job_runs").selectAll(),
    groups: selectErrorGroups(db, at),
    totals: selectErrorTotals(db, at),
    letters: db
      .selectFrom("failed_messages")
      .select(({ fn }) => ["queue", fn.countAll<number>().as("count"), fn.sum<number>("is_demo").as("demo")])
      .groupBy("queue"),
    deployment: db.selectFrom("deployments").selectAll().where("version", "=", readVersion()),
    settings: selectAlertSettings(db),
    alerts: db.selectFrom("alerts").selectAll().where("is_failed", "=", 1),
    mails: selectLastAlerts(db),
    posts: db
      .selectFrom("alert_posts")
      .select(["sent_at", "last_error", "created_at", "due_at"])
      .orderBy("created_at", "desc")
      .limit(1),
  };
  const found = await runWithApplied(db, [
    ...Object.values(own),
    ...listQueries(planned),
    ...reports.queries,
    ...queues.queries,
  ]);
  const [runs, groups, totals, letters, deployment, settings, alerts, mails, posts, ...results] = found.results;
  const fromReports = results.slice(listQueries(planned).length);
  const fromQueues = fromReports.slice(reports.queries.length);
  const dead = readRows(own.letters, letters);
  const migrations = listMigrations();
  return {
    version: readVersion(),
    deployedAt: readRows(own.deployment, deployment)[0]?.first_at ?? null,
    migrations: {
      newest: migrations.at(-1) ?? "",
      pending: migrations.filter((name) => !found.applied.includes(name)),
    },
    checks: readChecks(planned, results),
    facts: readReports(reports, fromReports, scope.env),
    jobs: describeJobs(scope.subjects, { rows: readRows(own.runs, runs), at }),
    queues: queues.planned.map(({ name, isBound, query }): QueueState => ({
      name,
      isBound,
      backlog: query ? (firstRow<Backlog>(fromQueues[queues.queries.indexOf(query)]) ?? null) : null,
      dead: dead.find(({ queue }) => queue === name)?.count ?? 0,
      demoDead: dead.find(({ queue }) => queue === name)?.demo ?? 0,
    })),
    groups: readRows(own.groups, groups),
    errors: readRow(own.totals, totals),
    alerts: {
      settings: readAlertSettings(readRow(own.settings, settings)),
      failing: readRows(own.alerts, alerts),
      mails: readRows(own.mails, mails),
      post: readRows(own.posts, posts)[0] ?? null,
    },
  };
}

export type Operations = Awaited<ReturnType<typeof readOperations>>;
export type ErrorGroup = Operations["groups"][number];

/** What operators can start other than jobs, by its id. */
export function listActions({ subjects }: Pick<RequestScope, "subjects">): ReadonlyMap<string, OperatorAction> {
  return new Map(subjects.flatMap(({ operatorActions = [] }) => operatorActions).map((each) => [each.id, each]));
}

function planQueues(db: Db, { env, subjects }: RequestScope, at: number) {
  const planned = subjects
    .flatMap(({ consumers = {} }) => Object.entries(consumers))
    .map(([name, consumer]) => ({
      name,
      isBound: consumer.producer(env) !== undefined,
      query: consumer.selectBacklog?.(db, at),
    }));
  return { planned, queries: planned.flatMap(({ query }) => query ?? []) };
}

/** The groups of the last 24 hours: those that nobody has seen first, then by their newest error. */
function selectErrorGroups(db: Db, at: number) {
  return db
    .selectFrom("error_groups")
    .selectAll("error_groups")
    .select(({ selectFrom }) =>
      selectFrom("error_hours")
        .select(sql<number>`coalesce(sum(count), 0)`.as("count"))
        .whereRef("error_hours.fingerprint", "=", "error_groups.fingerprint")
        .where("hour_at", ">", at - day)
        .$asScalar()
        .$notNull()
        .as("count"),
    )
    .where("last_at", ">", at - day)
    .orderBy(sql`seen_at is not null and seen_at >= last_at`)
    .orderBy("last_at", "desc")
    .limit(mostGroups);
}

/** Of all groups of the last 24 hours, however many the page shows; those of the local seed are not among the unseen. */
function selectErrorTotals(db: Db, at: number) {
  const isUnseen = sql`is_demo = 0 and (seen_at is null or seen_at < last_at)`;
  return db
    .selectFrom("error_groups")
    .select(({ fn, selectFrom }) => [
      fn.countAll<number>().as("groups"),
      sql<number>`coalesce(sum(${isUnseen}), 0)`.as("unseen"),
      sql<number>`coalesce(sum(is_demo), 0)`.as("demo"),
      selectFrom("error_hours")
        .select(sql<number>`coalesce(sum(count), 0)`.as("count"))
        .where("hour_at", ">", at - day)
        .$asScalar()
        .$notNull()
        .as("times"),
    ])
    .where("last_at", ">", at - day);
}

/** For each address the newest alert, or test of one, that was written to it. */
function selectLastAlerts(db: Db) {
  return db
    .selectFrom("outbox")
    .select(["recipient", "subject", "state", "last_error"])
    .select(({ fn }) => fn.max<number>("created_at").as("written_at"))
    .where("kind", "in", ["alert", "alert-test"])
    .groupBy("recipient");
}
