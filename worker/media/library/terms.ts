import { normalizeText } from "#shared/text/normalize-text.ts";
import { sql } from "kysely";
import type { Db } from "../../db/client.ts";
import type { MediaItemId } from "../../db/media-tables.ts";

/** More words add work to a query, and hardly ever precision. */
const mostWords = 6;
const longestTerm = 32;

/** The words of `text`, each once: small letters without accents. */
function splitWords(text: string): string[] {
  const words = normalizeText(text, "NFKD")
    .toLowerCase()
    .replaceAll(/\p{M}+/gu, "")
    .match(/[\p{L}\p{N}]+/gu);
  return [...new Set((words ?? []).map((word) => Array.from(word).slice(0, longestTerm).join("")))];
}

interface Described {
  name: string;
  alt: string;
  caption: string;
}

/** The queries that make an item found by the words of its texts. */
export function planTerms(db: Db, id: MediaItemId, { name, alt, caption }: Described) {
  const terms = splitWords(`${name} ${alt} ${caption}`);
  return [
    db.deleteFrom("media_terms").where("item_id", "=", id),
    db
      .insertInto("media_terms")
      .columns(["term", "item_id"])
      .expression(sql`SELECT value, ${id} FROM json_each(${JSON.stringify(terms)})`),
  ];
}

/** For each word that a reader typed, the query of the items with a word that begins with it. */
export function selectByWords(db: Db, words: string) {
  return splitWords(words)
    .slice(0, mostWords)
    .map((word) =>
      db.selectFrom("media_terms").select("item_id").where("term", ">=", word).where("term", "<", `${word}\u{10ffff}`),
    );
}
