/**
 * Stores parts of visits, as statements of one transaction. Each row has a key that is the same in a replay, so that parts
 * may come in any order and any number of times.
 */
import { type Compilable, sql } from "kysely";
import { day, hour } from "#shared/dates/durations.ts";
import type { Db } from "#worker/db/client.ts";
import { dropAutomated } from "./drop-automated.ts";
import { isAutomated, isOfEntry, visitor } from "./entry.ts";
import { computedColumns, isBehind, selectComputed } from "./compute-visits.ts";
import { field, type Sql, writeRows } from "./insert-rows.ts";
import { visitFacts } from "./messages.ts";
import { isLimited } from "./network.ts";
import { allDays, isEarlier, openDays, setFirst } from "./visitor-days.ts";
import { gatherVisits, type IdentifiedPart, listWords, type Word } from "./visit-rows.ts";

/** How far the term of a visitor is moved on at once, so that it costs a row a month and not one a visit. */
export const idleStep = 30 * day;

const left = (name: string) => sql`entry.value ->> ${sql.lit(`$.left.${name}`)}`;

const computed = (name: string) => sql`entry.value ->> ${sql.lit(`$.computed.${name}`)}`;
const ofEvent = (name: string) => sql`event.value ->> ${sql.lit(name)}`;

/** The id of a word of the entry, or 0. `value` is SQL. */
export function findWord(dimension: string, value: Sql): Sql {
  return sql`coalesce((
    select id from dimension_values as word where word.dimension = ${sql.lit(dimension)} and word.value = ${value}
  ), 0)`;
}

/**
 * An erased id is refused as long as its tombstone exists, whenever the record was received: a record that was in the
 * queue during the erasure, or is sent again, is received later.
 */
export const notErased = sql<boolean>`not exists (
  select 1 from erased_visitors as erased
  where erased.visitor_hash in (entry.value ->> 'visitor_hash', entry.value ->> 'former_hash')
)`;

const allowed = sql`${notErased} and not ${isLimited} and not ${isAutomated}`;

/** The statements that store these parts. SQLite reads the JSON of a row for each field, so each gets what it needs. */
export function planVisits(db: Db, parts: readonly IdentifiedPart[]): Compilable[] {
  const rows = gatherVisits(parts);
  const keys = rows.map((row) => {
    const { facts: _, computed: __, events, ...key } = row;
    return Object.assign(key, { seqs: events.map(({ seq }) => seq) });
  });
  const visits = rows.map((row) => {
    const { events: _, ...visit } = row;
    return visit;
  });
  const write = (statement: (entries: Sql) => Sql) => writeRows(db, keys, statement);
  const withEvents = rows.filter(({ events }) => events.length > 0);
  const withLeft = keys.filter((key) => key.left !== null);
  return [
    ...writeWords(db, listWords(parts)),
    ...write(countExcess),
    ...write(unrollDays),
    ...writeRows(db, visits, insertVisits),
    ...writeRows(db, withEvents, insertEvents),
    ...writeRows(db, withLeft, updateLeft),
    ...write(openLaterDays),
    ...write(insertVisitors),
    ...dropAutomated.flatMap(write),
    ...write(markStale),
    ...write(moveTerms),
  ];
}

/** A word that is known costs no row. A path that a later page named first gets its title with its first view. */
export function writeWords(db: Db, words: readonly Word[]): Compilable[] {
  return writeRows(
    db,
    words,
    (entries) => sql`insert into dimension_values (dimension, value, label)
      select ${field("dimension")}, ${field("value")}, ${field("label")} from ${entries}
      where not exists (
        select 1 from dimension_values as known
        where known.dimension = ${field("dimension")} and known.value = ${field("value")}
          and (known.label is not null or ${field("label")} is null)
      ) on conflict (dimension, value) do update set label = excluded.label where dimension_values.label is null`,
  );
}

function countExcess(entries: Sql): Sql {
  return sql`insert into dropped_records (dropped_at, drop_id, reason)
    select distinct ${field("day")}, ${field("excess_id")}, 'excess' from ${entries}
    where ${notErased} and ${isLimited} on conflict do nothing`;
}

/** Days that get something new are no longer rolled. */
function unrollDays(entries: Sql): Sql {
  const isKnown = sql`exists (select 1 from visits where ${isOfEntry}
    and (coalesce(${left("seq")}, 0), coalesce(${left("at")}, 0)) <= (visits.left_seq, visits.left_ms))`;
  const hasNewEvent = sql`exists (select 1 from json_each(entry.value, '$.seqs') as sent where not exists (
    select 1 from visit_events as stored where stored.started_at = ${field("started_at")}
      and stored.visit_no = ${field("visit_no")} and stored.seq = sent.value))`;
  return sql`delete from rolled_days where day in (
    select rolled.day from ${entries}
    join rolled_days as rolled on rolled.day = (select max(day) from rolled_days where day <= ${field("started_at")})
      and rolled.ends > ${field("started_at")}
    where (not ${isKnown} or ${hasNewEvent}) and ${allowed})`;
}

/** A new visit is computed from what has come of it, so that most visits of one page need no second row written. */
function insertVisits(entries: Sql): Sql {
  const facts = visitFacts.map((name) => findWord(name, sql`entry.value ->> ${sql.lit(`$.facts.${name}`)}`));
  return sql`insert into visits (started_at, visit_no, visitor, network, ${sql.join(visitFacts.map((name) => sql.ref(name)))},
      left_seq, left_ms, left_engaged_ms, left_scroll, left_vitals,
      views, events, engaged_ms, length_ms, entry, exit)
    select ${field("started_at")}, ${field("visit_no")}, ${visitor}, cast(${field("network")} as integer),
      ${sql.join(facts)},
      coalesce(${left("seq")}, 0), coalesce(${left("at")}, 0), coalesce(${left("engaged")}, 0),
      coalesce(${left("scroll")}, 0), ${left("vitals")},
      ${computed("views")}, ${computed("events")}, ${computed("engaged_ms")}, ${computed("length_ms")},
      ${findWord("path", computed("entry"))}, ${findWord("path", computed("exit"))}
    from ${entries} where not exists (select 1 from visits where ${isOfEntry}) and ${allowed} on conflict do nothing`;
}

/** A visit belongs to one visitor: what another sends under its number is left out. */
function insertEvents(entries: Sql): Sql {
  return sql`with part(started_at, visit_no, events) as materialized (
      select visits.started_at, visits.visit_no, entry.value -> '$.events'
      from ${entries} cross join visits on ${isOfEntry} and visits.visitor = ${visitor} where ${allowed})
    insert into visit_events (started_at, visit_no, seq, at_ms, kind, path, name, value, amount, properties,
      from_path, engaged_ms, scroll, vitals)
    select part.started_at, part.visit_no, ${ofEvent("seq")}, ${ofEvent("at")}, ${ofEvent("kind")},
      ${findWord("path", ofEvent("path"))}, ${findWord("event", ofEvent("name"))}, ${findWord("data", ofEvent("value"))},
      ${ofEvent("amount")}, ${findWord("properties", ofEvent("properties"))}, ${findWord("path", ofEvent("from"))}, ${ofEvent("engaged")}, ${ofEvent("scroll")}, ${ofEvent("vitals")}
    from part, json_each(part.events) as event where true on conflict do nothing`;
}

/** Takes a later report how a page was left, and computes the visit in the same row. */
function updateLeft(entries: Sql): Sql {
  const newer = { seq: sql`later.seq`, ms: sql`later.ms`, engaged: sql`later.engaged` };
  return sql`update visits set left_seq = later.seq, left_ms = later.ms, left_engaged_ms = later.engaged,
      left_scroll = later.scroll, left_vitals = later.vitals, ${computedColumns} = ${selectComputed(newer)}
    from (
      select ${field("started_at")} as started_at, ${field("visit_no")} as visit_no, ${visitor} as visitor,
        ${left("seq")} as seq, ${left("at")} as ms, ${left("engaged")} as engaged, ${left("scroll")} as scroll,
        ${left("vitals")} as vitals
      from ${entries} where ${left("seq")} is not null and ${allowed}
    ) as later
    where visits.started_at = later.started_at and visits.visit_no = later.visit_no
      and visits.visitor = later.visitor and (later.seq, later.ms) > (visits.left_seq, visits.left_ms)`;
}

function markStale(entries: Sql): Sql {
  return sql`insert into stale_hours (hour)
    select distinct visits.started_at - visits.started_at % ${sql.lit(hour)} from ${entries}
    join visits on ${isOfEntry} where ${isBehind} on conflict do nothing`;
}

/**
 * Every visit has its visitor, also where the record of the choice came later, or never: an erasure searches from there.
 * Without a record the first visit is the earliest that has come.
 */
function insertVisitors(entries: Sql): Sql {
  const first = sql`excluded.first_at`;
  return sql`insert into visitors (visitor, first_visit, received_at, idle_since, user_agent, referrer, language, timezone,
      first_at)
    select ${visitor}, min(visits.started_at), min(${field("received_at")}), max(visits.started_at) + ${sql.lit(idleStep)},
      0, 0, 0, 0, min(visits.started_at) filter (where visits.views > 0)
    from ${entries} join visits on ${isOfEntry} and visits.visitor = ${visitor}
    group by 1 on conflict (visitor) do update set received_at = min(excluded.received_at, visitors.received_at),
      first_visit = iif(visitors.user_agent = 0, min(excluded.first_visit, visitors.first_visit), visitors.first_visit),
      ${setFirst(first)}
    where excluded.received_at < visitors.received_at or ${isEarlier(first)}
      or (visitors.user_agent = 0 and excluded.first_visit < visitors.first_visit)`;
}

/** Who came earlier than was known: the days on which they came since have other sums. */
function openLaterDays(entries: Sql): Sql {
  return openDays(
    sql`came.value`,
    sql`${entries} cross join visits on ${isOfEntry} and visits.visitor = ${visitor} and visits.views > 0
      cross join visitors on visitors.visitor = visits.visitor and visits.started_at < visitors.first_at
      cross join json_each(${allDays}) as came`,
  );
}

/** Visitors whose latest visit is after the instant from which their term counts. */
function moveTerms(entries: Sql): Sql {
  return sql`update visitors set idle_since = latest.at + ${sql.lit(idleStep)}
    from (
      select ${visitor} as visitor, max(visits.started_at) as at from ${entries}
      join visits on ${isOfEntry} and visits.visitor = ${visitor} group by 1
    ) as latest
    where visitors.visitor = latest.visitor and visitors.idle_since < latest.at`;
}
