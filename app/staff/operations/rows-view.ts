import { formatNumber } from "#shared/dates/formats.ts";
import { day, hour, minute, second } from "#shared/dates/durations.ts";
import { countThings } from "#app/staff-kit/count.ts";
import { type Instant, toInstant } from "#app/ui/local-time.tsx";
import type { JobState } from "#worker/operations/job-states.ts";
import type { ErrorGroup } from "#worker/operations/read-operations.ts";

export type Tone = "good" | "warning" | "failed";

/** An instant, with how long ago it was when the page was made. */
export interface Moment extends Instant {
  ago: string;
  /** Half a day away or more. */
  isOld: boolean;
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

/** `at` with the time since then, or until then. */
export function toMoment(instant: number, { locale, at }: { locale: string; at: number }): Moment {
  return {
    ...toInstant(instant, locale),
    ago: describeAge(at - instant),
    isOld: Math.abs(at - instant) >= 12 * hour,
  };
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

const marks = { "+": "good", "-": "failed", _: "missed" } as const;

export function toJobView(
  { name, schedule, state, row, dueAt, overdue }: JobState,
  moment: (at: number) => Moment,
): JobView {
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

export function toErrorView(group: ErrorGroup, moment: (at: number) => Moment, locale: string): ErrorView {
  const { fingerprint, event, name, message, place, frames, version } = group;
  const isSeen = group.seen_at !== null;
  return {
    fingerprint,
    title: event,
    message: name ? `${name}: ${message}` : message,
    place,
    count: formatNumber(group.count, locale),
    first: moment(group.first_at),
    last: moment(group.last_at),
    version,
    requestId: group.request_id,
    frames,
    state: !isSeen ? "new" : (group.seen_at ?? 0) < group.last_at ? "again" : "seen",
    isDemo: group.is_demo === 1,
  };
}
