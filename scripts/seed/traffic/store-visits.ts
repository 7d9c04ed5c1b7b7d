/** Stores made-up visits: the rows that the consumer makes of their messages, computed here, because millions come at once. */
import { sql } from "kysely";
import { bannerHashes, bannerVersion } from "../../../shared/analytics/consent.ts";
import { insertNew } from "../../../worker/analytics/insert-rows.ts";
import { visitFacts } from "../../../worker/analytics/messages.ts";
import { stripQuery } from "../../../worker/analytics/clean-text.ts";
import { prepareVisit } from "../../../worker/analytics/prepare-visit.ts";
import { hashToNumber } from "../../../worker/analytics/visit-key.ts";
import { noteFirst } from "../../../worker/analytics/visitor-days.ts";
import { gatherVisits, listWords, type VisitRow, type Word } from "../../../worker/analytics/visit-rows.ts";
import { idleStep, writeWords } from "../../../worker/analytics/write-visits.ts";
import { type Db, runBatch } from "../../../worker/db/client.ts";
import { hashText, toUuid } from "../../../worker/lib/text/hash-text.ts";
import type { PlannedVisit } from "./plan-visits.ts";
import { toMessages } from "./write-messages.ts";

/** Nothing was erased, dropped or limited of them. */
const keys = { visitor_hash: "", former_hash: null, day: 0, excess_id: "", automated_id: "", is_measured: 1 } as const;
const visitsAtOnce = 4000;

/** Stores the visits, and who accepted as theirs began. Rows that are there already stay; the days are to be rolled anew. */
export async function storeVisits(db: Db, visits: readonly PlannedVisit[]): Promise<void> {
  for (let index = 0; index < visits.length; index += visitsAtOnce)
    await storeSome(db, visits.slice(index, index + visitsAtOnce));
}

async function storeSome(db: Db, visits: readonly PlannedVisit[]): Promise<void> {
  const parts = await Promise.all(visits.map(toPart));
  const rows = gatherVisits(parts);
  const accepted = visits.filter(({ isFirst }) => isFirst);
  const findId = await storeWords(db, [...listWords(parts), ...accepted.flatMap(listOwnWords)]);
  const times = visits.map(({ at }) => at);
  const [first, last] = [Math.min(...times), Math.max(...times)];
  await runBatch(db, [
    db.deleteFrom("rolled_days").where("day", "<=", last).where("ends", ">", first),
    ...insertNew(
      db,
      "visits",
      rows.map((row) => toVisit(row, findId)),
    ),
    ...insertNew(
      db,
      "visit_events",
      rows.flatMap((row) => toEvents(row, findId)),
    ),
    ...insertNew(db, "visitors", await Promise.all(accepted.map((visit) => toVisitor(visit, findId)))),
    insertOthers(db, { from: first, to: last + 1 }),
    ...noteFirst(db, { from: first, to: last + 1 }),
    ...insertChoices(db, await Promise.all(accepted.map((visit) => toChoice(visit, "accepted")))),
  ]);
}

/** Visitors whose first visit is not among those that are stored. */
function insertOthers(db: Db, { from, to }: { from: number; to: number }) {
  const insert = sql`insert into visitors (visitor, first_visit, received_at, idle_since, user_agent, referrer, language, timezone)
    select visitor, min(started_at), min(started_at), max(started_at) + ${sql.lit(idleStep)}, 0, 0, 0, 0 from visits
    where started_at >= ${from} and started_at < ${to} group by visitor
    on conflict (visitor) do update set received_at = min(received_at, excluded.received_at),
      idle_since = max(idle_since, excluded.idle_since)
    where excluded.received_at < visitors.received_at or excluded.idle_since > visitors.idle_since + ${sql.lit(idleStep)}`;
  return { compile: () => insert.compile(db) };
}

/** Choices are append-only: a trigger stops an insert over one before ON CONFLICT is looked at. */
export function insertChoices(db: Db, choices: readonly Awaited<ReturnType<typeof toChoice>>[]) {
  const where = sql`not exists (
    select 1 from consent_records as stored where stored.choice_id = entry.value ->> 'choice_id')`;
  return insertNew(db, "consent_records", choices, { where });
}

type FindId = (dimension: string, value: string) => number;

async function storeWords(db: Db, words: readonly Word[]): Promise<FindId> {
  const unique = [...new Map(words.map((word) => [`${word.dimension} ${word.value}`, word])).values()];
  await runBatch(db, writeWords(db, unique));
  const known = await db.selectFrom("dimension_values").select(["id", "dimension", "value"]).execute();
  const ids = new Map(known.map(({ id, dimension, value }) => [`${dimension} ${value}`, id]));
  return (dimension, value) => ids.get(`${dimension} ${value}`) ?? 0;
}

function toVisit({ facts, left, computed, ...row }: VisitRow, findId: FindId) {
  const words = visitFacts.map((name) => [name, findId(name, facts[name])] as const);
  return {
    ...row,
    ...Object.fromEntries(words),
    left_seq: left?.seq ?? 0,
    left_ms: left?.at ?? 0,
    left_engaged_ms: left?.engaged ?? 0,
    left_scroll: left?.scroll ?? 0,
    left_vitals: left?.vitals ?? null,
    ...computed,
    entry: findId("path", computed.entry),
    exit: findId("path", computed.exit),
    events: computed.events,
  };
}

function toEvents({ started_at, visit_no, events }: VisitRow, findId: FindId) {
  return events.map(({ seq, at, kind, path, name, value, amount, from, engaged, scroll, vitals, properties }) => ({
    started_at,
    visit_no,
    seq,
    at_ms: at,
    kind,
    path: findId("path", path),
    name: findId("event", name),
    value: findId("data", value),
    amount,
    from_path: findId("path", from),
    engaged_ms: engaged,
    scroll,
    vitals,
    properties: findId("properties", properties),
  }));
}

/** What `visitors` keeps of the record of a choice, with the dimensions of the words. */
function describeVisitor({ arrival, origin, client }: PlannedVisit) {
  return {
    user_agent: ["user_agent", client.userAgent],
    referrer: ["came_from", stripQuery(arrival.tells.referrer)],
    language: ["language_tag", origin.language],
    timezone: ["timezone", origin.timezone],
  } as const;
}

function listOwnWords(visit: PlannedVisit): Word[] {
  return Object.values(describeVisitor(visit)).map(([dimension, value]) => ({ dimension, value, label: null }));
}

async function toVisitor(visit: PlannedVisit, findId: FindId) {
  const words = Object.entries(describeVisitor(visit)).map(([name, [dimension, value]]) => [
    name,
    findId(dimension, value),
  ]);
  return {
    visitor: await hashToNumber(visit.visitorId),
    first_visit: visit.at,
    received_at: visit.at,
    idle_since: visit.at + idleStep,
    first_at: null,
    returns: "[]",
    ...Object.fromEntries(words),
  };
}

/** All messages of a visit as one. */
async function toPart(visit: PlannedVisit) {
  const sent = toMessages(visit);
  const [first] = sent as [(typeof sent)[number]];
  const message = {
    ...first.message,
    events: sent.flatMap(({ message: { events } }) => events),
    left: sent.at(-1)?.message.left,
  };
  const facts = {
    receivedAt: first.receivedAt,
    network: null,
    origins: ["http://localhost:8787"],
    userAgent: first.userAgent,
    country: first.country,
    gpc: false,
  };
  return { ...prepareVisit(message, facts), ...keys, visitor: await hashToNumber(visit.visitorId) };
}

/** The record of a choice that was made as the visit began. */
export async function toChoice({ at, id, arrival, origin, client }: PlannedVisit, status: "accepted" | "rejected") {
  return {
    choice_id: toUuid(await hashText(`${status} ${id}`)),
    status,
    chosen_at: at,
    received_at: at,
    banner_version: bannerVersion,
    banner_hash: bannerHashes[bannerVersion] ?? null,
    gpc: 0 as const,
    country: origin.country,
    device: client.device,
    browser: client.browser,
    language: origin.language.slice(0, 2),
    referrer_host: arrival.counts.referrer || null,
  };
}
