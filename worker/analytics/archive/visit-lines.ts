/**
 * Visits as lines of JSON that need no tables of ours to be read: words in place of ids, instants as ISO 8601, other times in
 * milliseconds. The hash of the network is left out: it serves for one day. The visitor's hash stays, for an erasure and
 * whoever counts visitors need it.
 */
import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { Db } from "#worker/db/client.ts";
import { visitFacts } from "../messages.ts";
import { type LinePage, type VisitLine, visitsPerPage } from "./types.ts";

type Words = Record<(typeof visitFacts)[number] | "entry" | "exit", string | null>;

/** What a line holds. */
export interface ArchivedVisit extends Words {
  started_at: string;
  visit_no: number;
  visitor: string;
  views: number;
  named_events: number;
  engaged_ms: number;
  length_ms: number;
  /** How its last page was left: columns `left_…` of `visits`. */
  left: { seq: number; at_ms: number; engaged_ms: number; scroll: number; vitals: unknown };
  events: ArchivedEvent[];
}

interface ArchivedEvent {
  seq: number;
  at_ms: number;
  kind: "view" | "event";
  path: string | null;
  name: string | null;
  value: string | null;
  amount: number | null;
  /** Of a named event that has any, such as `place=header`. */
  properties?: string[];
  /** Of a view: the page before it, and how that was left. */
  from_path: string | null;
  engaged_ms: number;
  scroll: number;
  vitals: unknown;
}

const words = [...visitFacts, "entry", "exit"] as const;

/** The visits that began from `day` to before `ends`, in the order of their keys. */
export async function* readLines(db: Db, { day, ends }: { day: number; ends: number }): AsyncGenerator<LinePage> {
  let after = { started_at: day, visit_no: -1 };
  for (;;) {
    const visits = await selectVisits(db, after, ends).execute();
    const last = visits.at(-1);
    if (!last) return;
    const events = await selectEvents(db, after, last).execute();
    const byVisit = Map.groupBy(events, ({ started_at, visit_no }) => `${started_at} ${visit_no}`);
    yield visits.map((visit) => toLine(visit, byVisit.get(`${visit.started_at} ${visit.visit_no}`) ?? []));
    if (visits.length < visitsPerPage) return;
    after = last;
  }
}

interface Key {
  started_at: number;
  visit_no: number;
}

function selectVisits(db: Db, after: Key, ends: number) {
  return db
    .selectFrom("visits")
    .select(["started_at", "visit_no", sql<string>`cast(visitor as text)`.as("visitor")])
    .select(["views", "events as named_events", "engaged_ms", "length_ms"])
    .select(["left_seq", "left_ms", "left_engaged_ms", "left_scroll", "left_vitals"])
    .select(words.map((name) => readWord(`visits.${name}`).as(name)))
    .where(sql<boolean>`(started_at, visit_no) > (${after.started_at}, ${after.visit_no})`)
    .where("started_at", "<", ends)
    .orderBy("started_at")
    .orderBy("visit_no")
    .limit(visitsPerPage);
}

/** Of the visits after one key up to another. */
function selectEvents(db: Db, after: Key, last: Key) {
  return db
    .selectFrom("visit_events")
    .select(["started_at", "visit_no", "seq", "at_ms", "kind", "amount", "engaged_ms", "scroll", "vitals"])
    .select(
      (["path", "name", "value", "from_path", "properties"] as const).map((name) =>
        readWord(`visit_events.${name}`).as(name),
      ),
    )
    .where(sql<boolean>`(started_at, visit_no) > (${after.started_at}, ${after.visit_no})`)
    .where(sql<boolean>`(started_at, visit_no) <= (${last.started_at}, ${last.visit_no})`)
    .orderBy("started_at")
    .orderBy("visit_no")
    .orderBy("seq");
}

function readWord(column: string) {
  return sql<string | null>`(select value from dimension_values as word where word.id = ${sql.ref(column)})`;
}

type VisitRow = Awaited<ReturnType<ReturnType<typeof selectVisits>["execute"]>>[number];
type EventRow = Awaited<ReturnType<ReturnType<typeof selectEvents>["execute"]>>[number];

function toLine(row: VisitRow, events: readonly EventRow[]): VisitLine {
  const { started_at, visit_no, visitor } = row;
  const visit: ArchivedVisit = {
    started_at: new Date(started_at).toISOString(),
    visit_no,
    visitor,
    ...(Object.fromEntries(words.map((name) => [name, row[name]])) as Words),
    views: row.views,
    named_events: row.named_events,
    engaged_ms: row.engaged_ms,
    length_ms: row.length_ms,
    left: {
      seq: row.left_seq,
      at_ms: row.left_ms,
      engaged_ms: row.left_engaged_ms,
      scroll: row.left_scroll,
      vitals: parse(row.left_vitals),
    },
    events: events.map((event) => toEvent(event)),
  };
  return { started_at, visit_no, visitor, text: JSON.stringify(visit) };
}

function toEvent(row: EventRow): ArchivedEvent {
  const { seq, at_ms, kind, path, name, value, amount, from_path, engaged_ms, scroll, vitals, properties } = row;
  return {
    seq,
    at_ms,
    kind: kind === 1 ? "view" : "event",
    path,
    name,
    value,
    amount,
    // Left out where there are none.
    ...(properties !== null && { properties: JSON.parse(properties) as string[] }),
    from_path,
    engaged_ms,
    scroll,
    vitals: parse(vitals),
  };
}

function parse(json: string | null): unknown {
  return json === null ? null : JSON.parse(json);
}

/** A line of an archive. */
export function readLine(text: string): VisitLine {
  const { started_at, visit_no, visitor } = parseVisit(text);
  return { started_at: Date.parse(started_at), visit_no, visitor, text };
}

export function parseVisit(text: string): ArchivedVisit {
  return JSON.parse(text) as ArchivedVisit;
}

/** What a day comes to: two days with the same checksum have the same visits, to the letter. */
export interface Tally {
  visits: number;
  events: number;
  /** SHA-256 of the lines, each with its line feed, in hexadecimal. */
  checksum: string;
}

/** Passes pages on and counts them. `read` gives the sum once all of them have passed. */
export function countLines(pages: AsyncIterable<LinePage>): { pages: AsyncIterable<LinePage>; read: () => Tally } {
  const hash = createHash("sha256");
  let [visits, events] = [0, 0];
  async function* pass() {
    for await (const page of pages) {
      for (const { text } of page) {
        hash.update(`${text}\n`);
        events += parseVisit(text).events.length;
      }
      visits += page.length;
      yield page;
    }
  }
  return { pages: pass(), read: () => ({ visits, events, checksum: hash.digest("hex") }) };
}

/** Reads pages to their end, and says what they come to. */
export async function tallyLines(pages: AsyncIterable<LinePage>): Promise<Tally> {
  const counted = countLines(pages);
  for await (const _ of counted.pages);
  return counted.read();
}
