import { countThings } from "#app/staff-kit/count.ts";
import { reachesNobody } from "#worker/operations/alert-settings.ts";
import { findRunbookPlace } from "#worker/operations/runbook-place.ts";
import type { Operations } from "#worker/operations/read-operations.ts";
import type { OperationsFact, OperatorAction } from "#worker/lib/subject.ts";
import { type AlertsView, toAlertsView } from "./alerts-view.ts";
import { type ErrorView, type JobView, type Moment, toErrorView, toJobView, toMoment, type Tone } from "./rows-view.ts";

export interface OperationsView {
  sentence: string;
  asOf: Moment;
  /** The build that answered. */
  version: string;
  figures: { name: string; value: string; note: string; tone: Tone }[];
  /** What somebody has to do something about, the worst first. */
  attention: { key: string; name: string; todo: string; path: string | null; runbook: string; tone: Tone }[];
  facts: {
    name: string;
    value: string;
    tone: Tone;
    at: Moment | null;
    path: string | null;
    action: { id: string; label: string; about: string } | null;
  }[];
  checks: { name: string; state: "ok" | "failing" | "off" }[];
  jobs: JobView[];
  queues: { name: string; waiting: string; oldest: Moment | null; dead: number; isBound: boolean }[];
  errors: ErrorView[];
  /** Groups other than those of `errors`. */
  moreErrors: string | null;
  /** When the page was read, epoch milliseconds: only what was there then is marked as seen. */
  readAt: number;
  alerts: AlertsView;
}

interface Place {
  locale: string;
  at: number;
  findAction: (id: string | undefined) => OperatorAction | undefined;
}

/** The worst first. */
const ranks = { failed: 0, warning: 1, good: 2 } as const;
const checkRanks = { failing: 0, ok: 1, off: 2 } as const;

/** How everything runs, as text. */
export function toOperationsView(found: Operations, { locale, at, findAction }: Place): OperationsView {
  const moment = (instant: number) => toMoment(instant, { locale, at });
  const jobs = found.jobs.map((job) => toJobView(job, moment));
  const errors = found.groups.map((group) => toErrorView(group, moment, locale));
  const facts = [...describeDeployment(found), ...found.facts].map(
    ({ name, value, state, since, path, action: id }) => {
      const action = findAction(id);
      return {
        name,
        value,
        tone: state,
        at: typeof since === "number" ? moment(since) : null,
        path: path ?? null,
        action: action ? { id: action.id, label: action.label, about: action.about } : null,
      };
    },
  );
  const attention = listAttention(found, jobs);
  const more = found.errors.groups - errors.length;
  const number = new Intl.NumberFormat(locale);
  return {
    sentence:
      attention.length === 0
        ? `All is well: ${found.checks.length} checks, ${found.jobs.length} jobs, ${found.queues.length} queues.`
        : `${countThings(attention.length, "thing")} to look at.`,
    asOf: moment(at),
    version: found.version,
    figures: listFigures(found, jobs, number),
    attention,
    facts,
    checks: found.checks
      .map(({ check: { name }, state }) => ({ name, state }))
      .toSorted((a, b) => checkRanks[a.state] - checkRanks[b.state]),
    jobs: jobs.toSorted((a, b) => ranks[a.tone] - ranks[b.tone]),
    queues: found.queues.map(({ name, isBound, backlog, dead: given }) => ({
      name,
      isBound,
      waiting: backlog ? number.format(backlog.waiting) : "Only the queue knows",
      oldest: backlog?.oldest_at ? moment(backlog.oldest_at) : null,
      dead: given,
    })),
    errors,
    moreErrors:
      more > 0 ? `${number.format(more)} more, not shown here; the newest and those not seen are above.` : null,
    readAt: at,
    alerts: toAlertsView(found.alerts, { moment, at, isMute: reachesNobody(found.alerts.settings) }),
  };
}

function listFigures(
  found: Operations,
  jobs: readonly JobView[],
  number: Intl.NumberFormat,
): OperationsView["figures"] {
  const failing = found.checks.filter(({ state }) => state === "failing");
  const dead = found.queues.reduce((sum, queue) => sum + queue.dead, 0);
  const demoDead = found.queues.reduce((sum, queue) => sum + queue.demoDead, 0);
  const waiting = found.queues.reduce((sum, { backlog }) => sum + (backlog?.waiting ?? 0), 0);
  const badJobs = jobs.filter(({ tone }) => tone !== "good").length;
  return [
    {
      name: "Checks that fail",
      value: number.format(failing.length),
      note: `of ${found.checks.length}`,
      tone: failing.length > 0 ? "failed" : "good",
    },
    {
      name: "Jobs late or failing",
      value: number.format(badJobs),
      note: `of ${found.jobs.length}`,
      tone: badJobs > 0 ? "warning" : "good",
    },
    {
      name: "Work that waits",
      value: number.format(waiting),
      note: `in ${found.queues.length} queues`,
      tone: "good",
    },
    {
      name: "Failed messages",
      value: number.format(dead),
      note: demoDead > 0 ? `given up, ${number.format(demoDead)} as demo data` : "given up",
      tone: dead > demoDead ? "warning" : "good",
    },
    {
      name: "Errors in 24 hours",
      value: number.format(found.errors.times),
      note: describeKinds(found.errors, number),
      tone: found.errors.unseen > 0 ? "warning" : "good",
    },
  ];
}

function listAttention(found: Operations, jobs: readonly JobView[]): OperationsView["attention"] {
  const failing = found.checks.filter(({ state }) => state === "failing");
  const failures: Omit<OperationsView["attention"][number], "runbook">[] = [
    ...(found.migrations.pending.length > 0
      ? [
          {
            key: "migrations",
            name: countThings(found.migrations.pending.length, "migration") + " not applied",
            todo: "Run the deployment again.",
            path: null,
            tone: "failed" as const,
          },
        ]
      : []),
    ...failing.map(({ check: { name, todo, path } }) => ({
      key: `check ${name}`,
      name: `Check: ${name}`,
      todo,
      path: path?.replace(/^\/operations#/, "#") ?? null,
      tone: "failed" as const,
    })),
    ...found.facts
      .filter(({ state }) => state !== "good")
      .map(({ name, value, todo = "", path, state }) => ({
        key: `fact ${name}`,
        name: `${name}: ${value}`,
        todo,
        path: path ?? null,
        tone: state,
      })),
    ...jobs
      .filter(({ tone }) => tone !== "good")
      .map(({ name, state, why, tone }) => ({
        key: `job ${name}`,
        name: `Job “${name}”: ${state}`,
        todo: why ?? "",
        path: "#jobs",
        tone,
      })),
    ...(found.errors.unseen > 0
      ? [
          {
            key: "errors",
            name: `${countThings(found.errors.unseen, "kind")} of errors that nobody has marked as seen`,
            todo: "Read their details, and mark each as seen once you know what it is.",
            path: "#errors",
            tone: "warning" as const,
          },
        ]
      : []),
  ];
  return failures
    .map(({ key, name, todo, path, tone }) => ({ key, name, todo, path, tone, runbook: findRunbookPlace(key) }))
    .toSorted((a, b) => ranks[a.tone] - ranks[b.tone]);
}

/** Such as "5 kinds, 3 not seen, 2 as demo data". */
function describeKinds({ groups, unseen, demo }: Operations["errors"], number: Intl.NumberFormat): string {
  return [
    countThings(groups, "kind"),
    ...(groups > demo ? [unseen > 0 ? `${number.format(unseen)} not seen` : "all seen"] : []),
    ...(demo > 0 ? [`${number.format(demo)} as demo data`] : []),
  ].join(", ");
}

function describeDeployment({ version, deployedAt, migrations: { newest, pending } }: Operations): OperationsFact[] {
  const isPending = pending.length > 0;
  return [
    {
      name: "Version",
      value: version === "dev" ? "dev, not deployed" : `Commit ${version}`,
      state: "good",
      since: deployedAt,
    },
    {
      name: "Database",
      value: isPending ? `${pending.join(", ")} not applied` : `All migrations up to ${newest.slice(0, 4)}`,
      state: isPending ? "failed" : "good",
    },
  ];
}
