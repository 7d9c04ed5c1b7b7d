import { type Expression, type RawBuilder, sql } from "kysely";

/**
 * The articles ("article") or openings ("opening") that the search has found nearest to one with the key `prefix` and `id`, as `id` and
 * `place`, from 0 on. Some may not be public by now: whoever asks has to look. No row where nothing is known yet.
 */
export function selectNear(kind: "article" | "opening", id: Expression<unknown>): RawBuilder<unknown> {
  const [prefix, list] = [sql.lit(`${kind}:`), sql.lit(`$.${kind}`)];
  return sql`SELECT substr(entry.value ->> 0, length(${prefix}) + 1) AS id, entry.key AS place
    FROM related, json_each(related.others, ${list}) AS entry WHERE related.key = ${prefix} || ${id}`;
}
