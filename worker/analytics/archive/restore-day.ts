/** Days that come back into D1 from the archive. */
import { type Compilable, sql } from "kysely";
import { day } from "#shared/dates/durations.ts";
import { type Db, firstRow, runBatch } from "#worker/db/client.ts";
import { now } from "#worker/lib/clock.ts";
import { packProperties } from "../event-properties.ts";
import { field, type Sql, writeRows } from "../insert-rows.ts";
import { visitFacts } from "../messages.ts";
import type { Word } from "../visit-rows.ts";
import { findWord, writeWords } from "../write-visits.ts";
import { type Claim, claimDay, endClaim, noteFailure } from "./archived-days.ts";
import type { LinePage, Sink, VisitArchive } from "./types.ts";
import { type ArchivedVisit, countLines, parseVisit, readLines, tallyLines } from "./visit-lines.ts";

/** A day that was brought back stays so long. */
const restoredFor = 30 * day;

/**
 * Writes the visits of a day (its date) that D1 lacks back into it. It may be repeated, also after it broke off. A day that
 * had moved stays for thirty days. Returns how many visits the day has.
 * @throws {Error} when the archive has not the day as it is, somebody writes it, or an erasure comes meanwhile: try again later
 */
export async function restoreDay(db: Db, open: (sink: Sink) => VisitArchive, name: string): Promise<number> {
  const row = await db.selectFrom("archived_days").selectAll().where("name", "=", name).executeTakeFirst();
  if (!row) throw new Error(`The archive has no day ${name}.`);
  if (row.stored_revision !== row.revision)
    throw new Error(`${name} has changed, and waits for the job of every five minutes.`);
  const claim = await claimDay(db, row.day);
  if (!claim) throw new Error(`Another run writes ${name}.`);
  try {
    // Where this breaks off, the job deletes what has come back.
    await db.updateTable("archived_days").set({ is_emptied: 0 }).where("day", "=", row.day).execute();
    const { pages, read } = countLines(open(row.sink).readDay(name));
    for await (const page of pages) await runBatch(db, planLines(db, page, claim));
    const { checksum, visits } = read();
    if (checksum !== row.checksum) throw new Error(`The archive has another ${name} than the one that was stored.`);
    const present = await tallyLines(readLines(db, row));
    if (present.checksum !== checksum) throw new Error(`D1 has other visits of ${name} than the archive.`);
    const back = db
      .updateTable("archived_days")
      .set({ moved_at: null, is_emptied: 0, keep_until: now() + restoredFor })
      .where(isUnchanged(claim))
      .where("day", "=", row.day)
      .returning("day");
    const [result] = await runBatch(db, [back, endClaim(db, claim)]);
    if (!firstRow(result)) throw new Error(`Visits of ${name} were erased meanwhile.`);
    return visits;
  } catch (error) {
    await noteFailure(db, claim, error);
    throw error;
  }
}

/** An erasure raises the revision of each day that it may be about: what comes after it writes nothing. */
function isUnchanged({ day: start, revision, claimed_until }: Claim) {
  return sql<boolean>`exists (select 1 from archived_days as own
    where own.day = ${start} and own.revision = ${revision} and own.claimed_until = ${claimed_until})`;
}

function planLines(db: Db, page: LinePage, claim: Claim): Compilable[] {
  const visits = page.map(({ text, started_at }) => ({ ...parseVisit(text), started_at }));
  const write = (statement: (entries: Sql) => Sql) =>
    writeRows(
      db,
      visits.map((visit) => toEntry(visit)),
      statement,
    );
  const guard = isUnchanged(claim);
  return [
    ...writeWords(db, listWords(page.map(({ text }) => parseVisit(text)))),
    ...write((entries) => insertVisits(entries, guard)),
    ...write((entries) => insertEvents(entries, guard)),
  ];
}

type Entry = Omit<ArchivedVisit, "started_at"> & { started_at: number };

/** JSON within it as text, as the tables have it. */
function toEntry(visit: Entry) {
  return {
    ...visit,
    left: { ...visit.left, vitals: write(visit.left.vitals) },
    events: visit.events.map((event) => ({
      ...event,
      kind: event.kind === "view" ? 1 : 2,
      vitals: write(event.vitals),
      properties: packProperties(event.properties ?? []),
    })),
  };
}

function write(value: unknown): string | null {
  return value === null ? null : JSON.stringify(value);
}

function listWords(visits: readonly ArchivedVisit[]): Word[] {
  const words = new Map<string, Word>();
  const add = (dimension: string, value: string | null) => {
    if (value !== null) words.set(`${dimension} ${value}`, { dimension, value, label: null });
  };
  for (const visit of visits) {
    for (const name of visitFacts) add(name, visit[name]);
    for (const { path, name, value, from_path, properties = [] } of visit.events) {
      add("path", path);
      add("path", from_path);
      add("event", name);
      add("data", value);
      add("properties", packProperties(properties) || null);
      for (const property of properties) add("property", property);
    }
    add("path", visit.entry);
    add("path", visit.exit);
  }
  return [...words.values()];
}

const left = (name: string) => sql`entry.value ->> ${sql.lit(`$.left.${name}`)}`;
const ofEvent = (name: string) => sql`event.value ->> ${sql.lit(name)}`;

function insertVisits(entries: Sql, guard: Sql): Sql {
  return sql`insert into visits (started_at, visit_no, visitor, ${sql.join(visitFacts.map((name) => sql.ref(name)))},
      left_seq, left_ms, left_engaged_ms, left_scroll, left_vitals,
      views, events, engaged_ms, length_ms, entry, exit)
    select ${field("started_at")}, ${field("visit_no")}, cast(${field("visitor")} as integer),
      ${sql.join(visitFacts.map((name) => findWord(name, field(name))))},
      ${left("seq")}, ${left("at_ms")}, ${left("engaged_ms")}, ${left("scroll")}, ${left("vitals")},
      ${field("views")}, ${field("named_events")}, ${field("engaged_ms")}, ${field("length_ms")},
      ${findWord("path", field("entry"))}, ${findWord("path", field("exit"))}
    from ${entries} where ${guard} on conflict do nothing`;
}

function insertEvents(entries: Sql, guard: Sql): Sql {
  return sql`insert into visit_events (started_at, visit_no, seq, at_ms, kind, path, name, value, amount, properties,
      from_path, engaged_ms, scroll, vitals)
    select ${field("started_at")}, ${field("visit_no")}, ${ofEvent("seq")}, ${ofEvent("at_ms")}, ${ofEvent("kind")},
      ${findWord("path", ofEvent("path"))}, ${findWord("event", ofEvent("name"))}, ${findWord("data", ofEvent("value"))},
      ${ofEvent("amount")}, ${findWord("properties", ofEvent("properties"))}, ${findWord("path", ofEvent("from_path"))}, ${ofEvent("engaged_ms")}, ${ofEvent("scroll")}, ${ofEvent("vitals")}
    from ${entries}, json_each(entry.value, '$.events') as event where ${guard} on conflict do nothing`;
}
