import { day, hour, minute, second } from "#app/shared/durations.ts";
import { countThings } from "#app/staff-kit/count.ts";
import { type Instant, toInstant } from "#app/ui/local-time.tsx";
import { reachesNobody } from "#worker/operations/alert-settings.ts";
import type { JobState } from "#worker/operations/job-states.ts";
import type { ErrorGroup, Operations } from "#worker/operations/read-operations.ts";
import type { OperationsFact, OperatorAction } from "#worker/lib/subject.ts";
import { type AlertsView, toAlertsView } from "./alerts-view.ts";

type Tone = "good" | "warning" | "failed";

/** An instant, with how long ago it was when the page was made. */
export interface Moment extends Instant {
  ago: string;
}

export interface OperationsView {
  sentence: string;
  figures: { name: string; value: string; note: string; tone: Tone }[];
  /** What somebody has to do something about, the worst first. */
  attention: { key: string; name: string; todo: string; path: string | null; tone: Tone }[];
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
  /** When the page was read, epoch milliseconds: only what was there then is marked as seen. */
  readAt: number;
  alerts: AlertsView;
}

export interface JobView {
  name: string;
  tone: Tone;
  /** In words: "Well", "Late", "Failed 3 times in a row". */
  state: string;
  rhythm: string;
  last: Moment | null;
  took: string;
  next: Moment;
  /** The newest runs, the oldest first. */
  recent: ("good" | "failed" | "missed")[];
  finding: string;
  why: string | null;
}

export interface ErrorView {
  fingerprint: string;
  title: string;
  message: string;
  place: string;
  count: string;
  first: Moment;
  last: Moment;
  version: string;
  requestId: string;
  frames: string;
  state: "new" | "again" | "seen";
  isDemo: boolean;
}

interface Place {
  locale: string;
  at: number;
  findAction: (id: string | undefined) => OperatorAction | undefined;
}

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
  const failing = found.checks.filter(({ state }) => state === "failing");
  const attention: OperationsView["attention"] = [
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
      path: path === "/operations" ? "#jobs" : (path ?? null),
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
  ];
  const unseen = errors.filter(({ state, isDemo }) => state !== "seen" && !isDemo).length;
  const total = found.groups.reduce((sum, { count }) => sum + count, 0);
  const dead = found.queues.reduce((sum, queue) => sum + queue.dead, 0);
  const waiting = found.queues.reduce((sum, { backlog }) => sum + (backlog?.waiting ?? 0), 0);
  const badJobs = jobs.filter(({ tone }) => tone !== "good").length;
  const number = new Intl.NumberFormat(locale);
  return {
    sentence:
      attention.length === 0
        ? `All is well: ${found.checks.length} checks, ${found.jobs.length} jobs, ${found.queues.length} queues.`
        : `${countThings(attention.length, "thing")} to look at.`,
    figures: [
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
      { name: "Failed messages", value: number.format(dead), note: "given up", tone: dead > 0 ? "warning" : "good" },
      {
        name: "Errors in 24 hours",
        value: number.format(total),
        note: `${countThings(errors.length, "kind")}, ${unseen} not seen`,
        tone: unseen > 0 ? "warning" : "good",
      },
    ],
    attention,
    facts,
    checks: found.checks.map(({ check: { name }, state }) => ({ name, state })),
    jobs,
    queues: found.queues.map(({ name, isBound, backlog, dead: given }) => ({
      name,
      isBound,
      waiting: backlog ? number.format(backlog.waiting) : "Only the queue knows",
      oldest: backlog?.oldest_at ? moment(backlog.oldest_at) : null,
      dead: given,
    })),
    errors,
    readAt: at,
    alerts: toAlertsView(found.alerts, { moment, isMute: reachesNobody(found.alerts.settings) }),
  };
}

/** `at` with the time since then, or until then. */
function toMoment(instant: number, { locale, at }: Pick<Place, "locale" | "at">): Moment {
  return { ...toInstant(instant, locale), ago: describeAge(at - instant) };
}

const units = [
  [day, "day"],
  [hour, "hour"],
  [minute, "min"],
  [second, "s"],
] as const;

/** Such as "4 min ago" or "in 2 hours". */
function describeAge(age: number): string {
  const length = Math.abs(age);
  const [size, name] = units.find(([unit]) => length >= unit) ?? [second, "s"];
  const count = Math.floor(length / size);
  if (count === 0) return "now";
  const text = `${count} ${name}${count > 1 && name.length > 3 ? "s" : ""}`;
  return age < 0 ? `in ${text}` : `${text} ago`;
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

const marks = { "+": "good", "-": "failed", _: "missed" } as const;

function toJobView({ name, schedule, state, row, dueAt, overdue }: JobState, moment: (at: number) => Moment): JobView {
  const recent = [...(row?.recent ?? "")].map((mark) => marks[mark as keyof typeof marks] ?? "good");
  const count = (kind: string) => recent.filter((each) => each === kind).length;
  const words = {
    good: "Well",
    new: "Has not run yet",
    late: `Late: ${countThings(overdue, "run")} did not come`,
    failing: row?.failures === 1 ? "The last run failed" : `Failed ${row?.failures} times in a row`,
  };
  return {
    name,
    tone: state === "late" ? "failed" : state === "failing" ? "warning" : "good",
    state: words[state],
    rhythm: schedule.startsWith("*/5") ? "Every 5 min" : "Hourly",
    last: row ? moment(row.started_at) : null,
    took: row ? formatLength(row.duration_ms) : "",
    next: moment(dueAt),
    recent,
    finding: `Of the last ${recent.length} runs ${count("good")} went well, ${count("failed")} failed, ${count("missed")} did not come`,
    why:
      state === "failing" ? (row?.error ?? null) : state === "late" ? "Look at the cron triggers of the Worker." : null,
  };
}

function formatLength(ms: number): string {
  return ms < 1000 ? `${ms} ms` : `${(ms / 1000).toFixed(1)} s`;
}

function toErrorView(group: ErrorGroup, moment: (at: number) => Moment, locale: string): ErrorView {
  const { fingerprint, event, name, message, place, frames, version } = group;
  const isSeen = group.seen_at !== null;
  return {
    fingerprint,
    title: event,
    message: name ? `${name}: ${message}` : message,
    place,
    count: new Intl.NumberFormat(locale).format(group.count),
    first: moment(group.first_at),
    last: moment(group.last_at),
    version,
    requestId: group.request_id,
    frames,
    state: !isSeen ? "new" : (group.seen_at ?? 0) < group.last_at ? "again" : "seen",
    isDemo: group.is_demo === 1,
  };
}
