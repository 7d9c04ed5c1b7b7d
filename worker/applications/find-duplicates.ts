import { type RawBuilder, sql } from "kysely";

/** True of applications under the same name, in any case of its letters. Uses the index of names. */
export function hasName(table: string, name: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`lower(${sql.ref(`${table}.name`)}) = lower(${name})`;
}

/** True of applications with the same telephone: its last nine digits. Uses the index of them. */
export function hasPhone(table: string, phone: RawBuilder<unknown>): RawBuilder<boolean> {
  const column = sql.ref(`${table}.phone`);
  return sql<boolean>`length(${column}) >= 7 and length(${phone}) >= 7 and ${foldPhone(column)} = ${foldPhone(phone)}`;
}

/** As the index of migrations/0043_application_work.sql has it. */
function foldPhone(phone: RawBuilder<unknown>): RawBuilder<string> {
  return sql`substr(replace(replace(replace(replace(replace(replace(${phone}, ' ', ''), '-', ''), '(', ''), ')', ''), '.', ''), '/', ''), -9)`;
}
