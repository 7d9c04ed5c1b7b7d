/**
 * Properties of events, with what events are about as one of them. In queries a property of an event is one number: the id of
 * the event's name, and that of the word in the lower 32 bits.
 */
import { sql } from "kysely";
import { aboutName, parseProperty } from "#shared/analytics/event-property.ts";
import { eventsWithPanel } from "../event-properties.ts";
import type { Sql } from "../insert-rows.ts";

const lower = sql.lit(0xffffffff);

export function packKey(name: Sql, word: Sql): Sql {
  return sql`((${name} << 32) | ${word})`;
}

/** The id of the event's name, and that of the word. */
export function nameOfKey(key: Sql): Sql {
  return sql`(${key} >> 32)`;
}
export function wordOfKey(key: Sql): Sql {
  return sql`(${key} & ${lower})`;
}

/** The value of the dimension, such as `call-to-action:place=header`. */
export function writeProperty(key: Sql): Sql {
  return sql`(select name.value || ':' || iif(word.dimension = 'data', ${sql.lit(`${aboutName}=`)}, '') || word.value
    from dimension_values as name, dimension_values as word where name.id = ${nameOfKey(key)} and word.id = ${wordOfKey(key)})`;
}

export function selectName(name: string): Sql {
  return sql`(select id from dimension_values where dimension = 'event' and value = ${name})`;
}

/** Each set with its properties, and with 0 for what the event is about. */
const unfolded = sql`(
    select 0 as id, 0 as property
    union all select id, 0 from dimension_values where dimension = 'properties'
    union all select packed.id, word.id from dimension_values as packed cross join json_each(packed.value) as each
      cross join dimension_values as word on word.dimension = 'property' and word.value = each.value
      where packed.dimension = 'properties')`;

/**
 * A query of (part, started_at, visit_no, key, times) of the events of `named`, which has (part, started_at, visit_no, name,
 * value, properties).
 */
export function countProperties(named: Sql): Sql {
  return sql`select named.part, named.started_at, named.visit_no,
      ${packKey(sql`named.name`, sql`iif(unfolded.property = 0, named.value, unfolded.property)`)} as key, count(*) as times
    from ${named} cross join ${unfolded} as unfolded on unfolded.id = named.properties
    where unfolded.property > 0 or (named.value > 0 and named.name not in (
      select id from dimension_values where dimension = 'event' and value in (${sql.join(eventsWithPanel.map((name) => sql.lit(name)))})))
    group by 1, 2, 3, 4`;
}

/** A condition about rows of visit_events: they have one of these properties. */
export function hasProperty(values: readonly string[]): Sql {
  const asked = values.flatMap((value) => parseProperty(value) ?? []);
  const [about = [], others = []] = [true, false].map((isAbout) =>
    asked.filter(({ name }) => (name === aboutName) === isAbout),
  );
  const withWords = about.filter(({ event }) => !(eventsWithPanel as readonly string[]).includes(event));
  return sql`+visit_events.kind = 2 and (
    (+visit_events.name, +visit_events.value) in (
      select event.id, word.id from ${joinNames(withWords.map(({ event, value }) => [event, value]))}
      cross join dimension_values as word on word.dimension = 'data' and word.value = asked.value ->> 1)
    or (+visit_events.properties > 0 and (+visit_events.name, +visit_events.properties) in (
      select event.id, packed.id from ${joinNames(others.map(({ event, name, value }) => [event, `${name}=${value}`]))}
      cross join dimension_values as packed on packed.dimension = 'properties'
      where exists (select 1 from json_each(packed.value) as each where each.value = asked.value ->> 1))))`;
}

/** For a `from`: `asked`, rows of an event's name and something else; and `event`, the word of the name. */
function joinNames(rows: readonly (readonly [event: string, other: string])[]): Sql {
  return sql`json_each(${JSON.stringify(rows)}) as asked
    cross join dimension_values as event on event.dimension = 'event' and event.value = asked.value ->> 0`;
}
