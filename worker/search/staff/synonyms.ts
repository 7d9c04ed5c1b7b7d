import { sql } from "kysely";
import { deleteVersioned, type Doer, runRecorded, runVersioned } from "#worker/audit/run-versioned.ts";
import type { Db } from "#worker/db/client.ts";
import { now } from "#worker/lib/clock.ts";
import { newId } from "#worker/lib/ids.ts";
import { splitWords } from "../engine/words.ts";

/** Texts that mean the same: from two to twelve, each of one to four words. With `oneWay` the others are sought for the first. */
export interface Synonyms {
  texts: readonly string[];
  oneWay: boolean;
}

export interface Known {
  id: string;
  version: number;
}

/** Each search reads all of them. */
const mostGroups = 500;
const mostTexts = 12;
const mostWords = 4;
const conflict = "These words have changed since you opened them. Look at them again.";

/** Texts as they are stored: split as the search splits them, each once; or what is wrong with them. */
export function readTexts(typed: readonly string[]): { texts: string[]; problem: string | null } {
  const texts = [...new Set(typed.map((text) => splitWords(text).join(" ")).filter((text) => text !== ""))];
  const problem =
    texts.length < 2
      ? "Write at least two different words or phrases."
      : texts.length > mostTexts
        ? `A group has at most ${mostTexts} words or phrases.`
        : texts.some((text) => text.split(" ").length > mostWords)
          ? `Each phrase has at most ${mostWords} words.`
          : null;
  return { texts, problem };
}

/**
 * Adds a group; with `id`, one that was deleted comes back. Returns its id.
 * @throws {ConflictError} where the same group exists, or there are too many
 */
export async function addSynonyms(
  db: Db,
  { texts, oneWay, id = newId() }: Synonyms & { id?: string },
  doer: Doer,
): Promise<string> {
  const at = now();
  const stored = JSON.stringify(texts);
  const rows = sql`(select 1 where not exists (select 1 from search_synonyms where id = ${id} or texts = ${stored})
    and (select count(*) from search_synonyms) < ${mostGroups})`;
  await runRecorded(db, {
    ...doer,
    subject: id,
    audit: { action: "search_synonyms.added", detail: { texts: texts.join(", "), one_way: oneWay } },
    given: { rows, conflict: `These words are a group already, or there are ${mostGroups} groups.` },
    queries: [
      db
        .insertInto("search_synonyms")
        .values({ id, texts: stored, one_way: oneWay ? 1 : 0, created_at: at, updated_at: at }),
    ],
  });
  return id;
}

/**
 * @throws {ConflictError} when it has changed since
 * @throws {NotFoundError} when it is gone
 */
export async function changeSynonyms(db: Db, { id, version, texts, oneWay }: Synonyms & Known, doer: Doer) {
  await runVersioned(db, {
    ...doer,
    table: "search_synonyms",
    id,
    version,
    set: { texts: JSON.stringify(texts), one_way: oneWay ? 1 : 0, updated_at: now() },
    audit: { action: "search_synonyms.changed", detail: { texts: texts.join(", "), one_way: oneWay } },
    conflict,
  });
}

/** Errors as `changeSynonyms`. */
export async function deleteSynonyms(db: Db, known: Known, doer: Doer): Promise<void> {
  const audit = { action: "search_synonyms.deleted" } as const;
  await deleteVersioned(db, { ...doer, ...known, table: "search_synonyms", audit, conflict });
}
