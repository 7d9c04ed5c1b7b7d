import { day, minute } from "#shared/dates/durations.ts";
import { writeZonedTime } from "#shared/dates/zoned-time.ts";

/** Something that fails now. */
export interface Condition {
  key: string;
  name: string;
  todo: string;
  /** It breaks quiet hours. */
  isUrgent: boolean;
}

/** A condition as it is remembered. */
export interface AlertRow extends Condition {
  isFailed: boolean;
  /** Since when, epoch milliseconds. */
  since: number;
  /** When the last alert of its failure was sent; null before the first. */
  alertedAt: number | null;
}

export interface AlertPlan {
  /** Rows to store. */
  changed: AlertRow[];
  /** Keys of rows to forget. */
  gone: string[];
  alerts: { kind: "failed" | "reminder" | "recovered"; row: AlertRow }[];
}

/** What fails for longer is reported again after so long. */
const remindsAfter = day;
/** What fails again within so long has not recovered: one alert, and not one each time. */
const settlesAfter = 9 * minute;

interface Now {
  at: number;
  isQuiet: boolean;
  /** Nobody is named: what fails is not reported, until somebody is. */
  isMute: boolean;
}

/** What to report and to remember, of what fails now and what is remembered. Nothing is reported twice. */
export function planAlerts(
  conditions: readonly Condition[],
  rows: readonly AlertRow[],
  { at, ...now }: Now,
): AlertPlan {
  const plan: AlertPlan = { changed: [], gone: [], alerts: [] };
  const failing = new Map(conditions.map((condition) => [condition.key, condition]));
  const known = new Set(rows.map(({ key }) => key));
  const fresh = conditions.filter(({ key }) => !known.has(key));
  const followed = rows.map((before) => ({ before, row: follow(before, failing.get(before.key), at) }));
  const started = fresh.map((each) => ({ before: null, row: { ...each, isFailed: true, since: at, alertedAt: null } }));
  for (const { before, row } of [...followed, ...started]) {
    const mayTell = !now.isMute && (!now.isQuiet || row.isUrgent);
    const kind = mayTell ? decide(row, at) : null;
    if (!row.isFailed && (row.alertedAt === null || kind === "recovered")) plan.gone.push(row.key);
    if (kind) plan.alerts.push({ kind, row });
    const after = kind && row.isFailed ? { ...row, alertedAt: at } : row;
    if (!plan.gone.includes(row.key) && after !== before) plan.changed.push(after);
  }
  return plan;
}

/** How a remembered condition is now; the very same object while nothing has changed. */
function follow(before: AlertRow, condition: Condition | undefined, at: number): AlertRow {
  const isFailed = condition !== undefined;
  if (isFailed === before.isFailed) return before;
  // What fails again before its recovery was reported has not recovered.
  return { ...before, ...condition, isFailed, since: at };
}

function decide(row: AlertRow, at: number): AlertPlan["alerts"][number]["kind"] | null {
  if (!row.isFailed) return row.alertedAt !== null && at - row.since >= settlesAfter ? "recovered" : null;
  if (row.alertedAt === null) return "failed";
  return at - row.alertedAt >= remindsAfter ? "reminder" : null;
}

/** True within the quiet hours of `zone`, which may go over midnight. */
export function isQuietTime(quiet: { from: number; until: number } | null, zone: string, at: number): boolean {
  if (!quiet) return false;
  const [hours = 0, minutes = 0] = writeZonedTime(at, zone).slice(11).split(":").map(Number);
  const time = hours * 60 + minutes;
  const { from, until } = quiet;
  return from < until ? time >= from && time < until : time >= from || time < until;
}
