/** What is stored until it has been sent, such as purges and announcements: when to try again, and when to report it. */
import { sql } from "kysely";
import { minute } from "#shared/dates/durations.ts";
import { now } from "../lib/clock.ts";

/** How long it is waited after a failure, by the number of failures; the last one for all further. */
const pauses = [5 * minute, 5 * minute, 10 * minute, 20 * minute, 60 * minute];
const longestError = 300;

/** How many failures in a row are no accident any longer. */
const mostFailures = 2;

/** New values of a row that could not be sent because of `error`. */
export function noteTry(error: unknown) {
  const at = now();
  const pause = sql<number>`CASE attempts ${sql.join(
    pauses.map((length, failures) => sql`WHEN ${sql.lit(failures)} THEN ${sql.lit(length)}`),
    sql` `,
  )} ELSE ${sql.lit(pauses.at(-1) ?? 0)} END`;
  return {
    attempts: sql<number>`attempts + 1`,
    due_at: sql<number>`${at} + ${pause}`,
    failed_at: sql<number>`coalesce(failed_at, ${at})`,
    last_error: String(error).slice(0, longestError),
  };
}

/** True of a row that keeps failing, as SQL. */
export function isFailing() {
  return sql<boolean>`failed_at IS NOT NULL AND attempts >= ${mostFailures}`;
}

/** Of the rows that keep failing, JSON of how many there are, since when and why; null where there is none. As SQL. */
export function describeFailing() {
  return sql<string | null>`CASE WHEN count(*) > 0 THEN json_object('count', count(*), 'since', min(failed_at),
    'error', max(last_error)) END`;
}

/** The result of `describeFailing`. */
export interface Failing {
  count: number;
  /** Epoch milliseconds. */
  since: number;
  error: string;
}

export function readFailing(json: string | null): Failing | null {
  return json === null ? null : (JSON.parse(json) as Failing);
}
