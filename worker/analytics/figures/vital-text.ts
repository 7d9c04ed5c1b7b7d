/**
 * How often a vital was measured in each step, as text: one character for each step, from the first on. What reading many pages
 * and days takes is a matter of bytes, and this has a fifth of the bytes of numbers.
 *
 * `#` is one measurement, `$` two, and so on up to `[`, which is 57. `|58|` is more than that, and `{12}` are twelve steps without
 * any. So `{20}#%|80|` are one at place 20, three at 21 and eighty at 22.
 */
import { sql } from "kysely";
import type { Sql } from "../insert-rows.ts";

/** The code of one measurement less one, and most measurements that are one character. No `"` or `\\`, which JSON makes two of. */
const [none, most] = [34, 57];
const [skip, large] = [123, 124];

/** The text of one step after `skipped` others without measurements. Both are SQL. */
export function writeStep(skipped: Sql, times: Sql): Sql {
  return sql`iif(${skipped} > 0, '{' || ${skipped} || '}', '')
    || iif(${times} <= ${sql.lit(most)}, char(${sql.lit(none)} + ${times}), '|' || ${times} || '|')`;
}

/** Adds what `text` says to `counts`, by place. */
export function addText(counts: number[], text: string): void {
  let place = 0;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code < skip) {
      counts[place] = (counts[place] ?? 0) + code - none;
      place += 1;
      continue;
    }
    const end = text.indexOf(code === large ? "|" : "}", index + 1);
    const number = Number(text.slice(index + 1, end));
    if (code === large) counts[place] = (counts[place] ?? 0) + number;
    place += code === large ? 1 : number;
    index = end;
  }
}
