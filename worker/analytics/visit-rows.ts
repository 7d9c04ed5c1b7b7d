/** Parts of visits, gathered into what their rows will hold. */
import { packProperties } from "./event-properties.ts";
import type { PreparedEvent, PreparedLeft, VisitFacts, VisitPart } from "./messages.ts";
import { visitFacts } from "./messages.ts";

/** A word of `dimension_values`. */
export interface Word {
  dimension: string;
  value: string;
  label: string | null;
}

/** What a statement knows of a visit, with all that has come of it at once. Words are resolved in SQL. */
export interface VisitRow {
  started_at: number;
  visit_no: number;
  /** Decimals of 63 bits. */
  visitor: string;
  network: string | null;
  /** Keyed hashes under which the number would have been erased. */
  visitor_hash: string;
  former_hash: string | null;
  received_at: number;
  /** The UTC day on which it was received, and the keys under which it is counted where it is dropped. */
  day: number;
  excess_id: string;
  automated_id: string;
  /** 1 where its pages report for how long they were used. */
  is_measured: 0 | 1;
  facts: VisitFacts;
  left: PreparedLeft | null;
  events: readonly EventRow[];
  /** Of what has come, as long as nothing else is stored of the visit. */
  computed: { views: number; events: number; engaged_ms: number; length_ms: number; entry: string; exit: string };
}

interface EventRow {
  seq: number;
  at: number;
  kind: 1 | 2;
  path: string;
  name: string;
  value: string;
  amount: number | null;
  /** As the table has them. */
  properties: string;
  from: string;
  engaged: number;
  scroll: number;
  vitals: string | null;
}

export type IdentifiedPart = VisitPart & Omit<VisitRow, "facts" | "left" | "events" | "computed">;

/** One row for each visit: of an event that comes twice the first counts, of reports how a page was left the latest. */
export function gatherVisits(parts: readonly IdentifiedPart[]): VisitRow[] {
  const byVisit = Map.groupBy(parts, ({ started_at, visit_no, visitor }) => `${started_at} ${visit_no} ${visitor}`);
  return Array.from(byVisit.values(), (same) => {
    const bySeq = same.flatMap((part) => part.events).map((event) => [event.seq, event] as const);
    const events = [...new Map(bySeq.toReversed()).values()];
    const rows = events.toSorted((one, other) => one.seq - other.seq).map(toEventRow);
    const left = same.reduce<PreparedLeft | null>((latest, part) => findLater(latest, part.left), null);
    const [first] = same as [IdentifiedPart];
    return { ...first, left, events: rows, computed: computeVisit(rows, left) };
  });
}

function findLater(one: PreparedLeft | null, other: PreparedLeft | null): PreparedLeft | null {
  if (!one || !other) return one ?? other;
  return other.seq > one.seq || (other.seq === one.seq && other.at > one.at) ? other : one;
}

function toEventRow({ measures, left, properties: own, ...event }: PreparedEvent): EventRow {
  const { seq, at, path, name, value, amount, from } = event;
  const { engaged = 0, scroll = 0, vitals = null } = left ?? {};
  const kind = name === "" && !measures ? 1 : 2;
  const properties = packProperties(own);
  return { seq, at, kind, path, name, value, amount, properties, from, engaged, scroll, vitals };
}

/** As worker/analytics/compute-visits.ts computes it of what is stored. */
function computeVisit(events: readonly EventRow[], left: PreparedLeft | null): VisitRow["computed"] {
  const views = events.filter(({ kind }) => kind === 1);
  const last = views.at(-1);
  const isOfLast = left !== null && left.seq >= (last?.seq ?? 0);
  return {
    views: views.length,
    events: events.filter(({ name }) => name !== "").length,
    engaged_ms: views.reduce((sum, { engaged }) => sum + engaged, isOfLast ? left.engaged : 0),
    length_ms: events.reduce((longest, { at }) => Math.max(longest, at), left?.at ?? 0),
    entry: views[0]?.path ?? "",
    exit: last?.path ?? "",
  };
}

/** Each word that the parts name, once. A title belongs to the path of its view. */
export function listWords(parts: readonly VisitPart[]): Word[] {
  const words = new Map<string, Word>();
  const add = (dimension: string, value: string, label: string | null = null) => {
    const key = `${dimension} ${value}`;
    if (value !== "" && !words.get(key)?.label) words.set(key, { dimension, value, label });
  };
  for (const { facts, events } of parts) {
    for (const name of visitFacts) add(name, facts[name]);
    for (const event of events) {
      add("path", event.path, event.label);
      add("path", event.from);
      add("event", event.name);
      add("data", event.value);
      add("properties", packProperties(event.properties));
      for (const property of event.properties) add("property", property);
    }
  }
  return [...words.values()];
}
