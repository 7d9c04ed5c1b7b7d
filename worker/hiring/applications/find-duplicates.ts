import { type RawBuilder, sql } from "kysely";

/**
 * True of applications under the same name as the one with the id `of`: in any case of its letters, or however they are written
 * once both are in the index of the search. Uses the indexes of names.
 */
export function hasName(table: string, { name, of }: Record<"name" | "of", RawBuilder<unknown>>): RawBuilder<boolean> {
  return sql<boolean>`${sql.ref(`${table}.id`)} in (
    select id from applications where lower(name) = lower(${name})
    union select application_id from application_search where name <> ''
      and name = (select name from application_search where application_id = ${of}))`;
}

/** True of applications with the same telephone: its last nine digits. Uses the index of them. */
export function hasPhone(table: string, phone: RawBuilder<unknown>): RawBuilder<boolean> {
  const column = sql.ref(`${table}.phone`);
  return sql<boolean>`length(${column}) >= 7 and length(${phone}) >= 7 and ${foldPhone(column)} = ${foldPhone(phone)}`;
}

/** As the index of migrations/0008_hiring_applications.sql has it. */
function foldPhone(phone: RawBuilder<unknown>): RawBuilder<string> {
  return sql`substr(replace(replace(replace(replace(replace(replace(${phone}, ' ', ''), '-', ''), '(', ''), ')', ''), '.', ''), '/', ''), -9)`;
}
