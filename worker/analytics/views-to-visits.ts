/**
 * Views that came without a visit (docs/decisions/060-visits.md): a gap of 30 minutes begins a new one. Each view has its
 * key by the time at which it was seen, so that a record that repeats it writes nothing.
 */
import { sql } from "kysely";
import { day, minute } from "#shared/dates/durations.ts";
import type { Db } from "#worker/db/client.ts";
import type { PreparedEvent } from "./messages.ts";
import { hashToVisitNo, type VisitKey } from "./visit-key.ts";

export const visitGap = 30 * minute;

/** A visit that is stored, or is about to be, by its first and its last instant. */
export interface Span extends VisitKey {
  ends_at: number;
}

interface DatedView {
  viewed_at: number;
  path: string;
  title: string;
}

/**
 * Visits of these visitors (decimals) that a view between the two instants may belong to, by visitor. It reads the range
 * of time from the first to the last view and a day before.
 */
export async function readSpans(
  db: Db,
  { visitors, from, to }: { visitors: readonly string[]; from: number; to: number },
): Promise<Map<string, Span[]>> {
  const rows = await db
    .selectFrom("visits")
    .select(["started_at", "visit_no", sql<string>`cast(visitor as text)`.as("visitor")])
    .select(
      sql<number>`started_at + max(length_ms, coalesce((
        select max(at_ms) from visit_events as each
        where each.started_at = visits.started_at and each.visit_no = visits.visit_no
      ), 0))`.as("ends_at"),
    )
    .where("started_at", ">=", from - day)
    .where("started_at", "<=", to)
    .where(sql<boolean>`visitor in (select cast(value as integer) from json_each(${JSON.stringify(visitors)}))`)
    .orderBy("started_at")
    .execute();
  return Map.groupBy(rows, ({ visitor }) => visitor);
}

/** The visits that hold `views` of a visitor, given those which are there; `spans` gets what is new. */
export async function groupViews(
  visitor: string,
  views: readonly DatedView[],
  spans: Span[],
): Promise<(VisitKey & { events: PreparedEvent[] })[]> {
  const visits = new Map<Span, PreparedEvent[]>();
  for (const view of views.toSorted((one, other) => one.viewed_at - other.viewed_at)) {
    const at = view.viewed_at;
    let span = spans.findLast(
      (known) => known.started_at <= at && at <= known.ends_at + visitGap && at - known.started_at <= day,
    );
    if (!span) {
      span = { started_at: at, visit_no: await hashToVisitNo(`${visitor} ${at}`), ends_at: at };
      spans.push(span);
    }
    span.ends_at = Math.max(span.ends_at, at);
    const events = visits.get(span) ?? [];
    events.push(await toEvent(view, { ms: at - span.started_at, from: events.at(-1)?.path ?? "" }));
    visits.set(span, events);
  }
  return [...visits].map(([{ started_at, visit_no }, events]) => ({ started_at, visit_no, events }));
}

/** The number is the same in each record that repeats the view, and another for another page of the same millisecond. */
async function toEvent({ path, title }: DatedView, { ms, from }: { ms: number; from: string }): Promise<PreparedEvent> {
  const nothing = { left: null, name: "", value: "", amount: null, properties: [] };
  return {
    ...nothing,
    seq: ms * 1024 + ((await hashToVisitNo(path)) % 1024) + 1,
    at: ms,
    path,
    label: title || null,
    from,
  };
}
