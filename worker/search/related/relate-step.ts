/** Works out which documents are related, after the index or its vectors have changed: in steps, and no more than has to be. */
import { sql } from "kysely";
import { minute } from "#shared/dates/durations.ts";
import { type Db, openDb, runBatch } from "../../db/client.ts";
import { planPurge, sendPurge } from "../../insights/purges.ts";
import { now } from "../../lib/clock.ts";
import type { RequestScope } from "../../lib/scope.ts";
import { openSearchDb, type SearchDb } from "../engine/search-db.ts";
import { listRuns } from "./list-runs.ts";
import { readVectors } from "../versions/vector-memory.ts";
import { readVersionInUse } from "../versions/versions.ts";
import {
  chooseRelated,
  compareDocuments,
  estimateChoice,
  mayChange,
  type Placed,
  placeDocuments,
  type ReadRuns,
  type Related,
} from "./choose-related.ts";

/** Comparisons of vectors in one step: about half a second of 256 dimensions. */
const mostComparisons = 2_000_000;
const rowsAtOnce = 2000;
/** Tags of one purge that name single pages; more pages are purged as all of their kind. */
const mostTags = 30;
/** A list that was made so long after a document was embedded knows the document. */
const slack = minute;

interface Stored {
  key: string;
  version: number;
  mark: string;
  isDue: boolean;
  madeAt: number;
  others: Related;
}

/**
 * A step. Documents that are new, have changed or have another version of vectors get their lists; those whose lists may have become
 * others by it are due next. Returns true when there is more to do. It may come twice: what is stored follows from the vectors.
 */
export async function relateStep(scope: RequestScope): Promise<boolean> {
  const [db, searchDb] = [openDb(scope.env.DB), openSearchDb(scope.env.SEARCH_DB)];
  const at = now();
  const version = await readVersionInUse(searchDb);
  const state = await searchDb.selectFrom("state").select(["generation", "related"]).executeTakeFirstOrThrow();
  const { generation } = state;
  if (!version || state.related === generation) return false;
  const documents = await searchDb.selectFrom("documents").select(["id", "key", "kind", "path"]).execute();
  const memory = await readVectors(searchDb, { ...version, generation });
  const all = placeDocuments(documents, memory);
  const stored = await readStored(db);
  const isKnown = ({ key, mark }: Placed) => {
    const row = stored.get(key);
    return row?.version === version.id && row.mark === mark;
  };
  const keys = new Set(all.map(({ key }) => key));
  const gone = [...stored.keys()].filter((key) => !keys.has(key));
  const waiting = all.filter((placed) => !isKnown(placed) || stored.get(placed.key)?.isDue);
  if (gone.length === 0 && waiting.length === 0) {
    await searchDb.updateTable("state").set({ related: generation }).execute();
    return false;
  }
  const due = new Set(listNaming(stored, new Set(gone)));
  const lists: { key: string; mark: string; others: Related }[] = [];
  const readRuns = openRuns(searchDb);
  let comparisons = 0;
  for (const placed of waiting) {
    if (comparisons > mostComparisons) break;
    comparisons += estimateChoice(placed, all);
    lists.push({ key: placed.key, mark: placed.mark, others: await chooseRelated(memory, placed, all, readRuns) });
    if (isKnown(placed)) continue;
    const hasChanged = stored.get(placed.key)?.version === version.id;
    for (const other of all) {
      const row = stored.get(other.key);
      if (!row || other === placed || !isKnown(other) || row.isDue) continue;
      if (!hasChanged && row.madeAt > placed.embeddedAt + slack) continue;
      comparisons += placed.chunks.length * other.chunks.length;
      if (mayChange(row.others, placed, compareDocuments(memory, other, placed))) due.add(other.key);
    }
  }
  const own = new Set(lists.map(({ key }) => key));
  const paths = new Map(documents.map(({ key, path }) => [key, path]));
  const changed = lists.filter(({ key, others }) => isSeenOtherwise(key, stored.get(key)?.others, others));
  const tags = chooseTags(changed.flatMap(({ key }) => paths.get(key) ?? []));
  const purge = tags.length > 0 ? planPurge(db, tags) : null;
  const store = sql`insert into related (key, version, mark, is_due, made_at, others)
    select value ->> 'key', ${version.id}, value ->> 'mark', 0, ${at}, value -> 'others' from json_each(${JSON.stringify(lists)}) where true
    on conflict (key) do update set version = excluded.version, mark = excluded.mark, is_due = 0, made_at = excluded.made_at,
      others = excluded.others`;
  const among = (some: Iterable<string>) =>
    sql<string>`(select value from json_each(${JSON.stringify([...some].filter((key) => !own.has(key)))}))`;
  await runBatch(db, [
    { compile: () => store.compile(db) },
    db.deleteFrom("related").where("key", "in", among(gone)),
    db.updateTable("related").set({ is_due: 1 }).where("key", "in", among(due)),
    ...(purge ? [purge.query] : []),
  ]);
  if (purge) await sendPurge(db, purge, scope);
  return true;
}

/** True when what is indexed, or its vectors, have changed since it was worked out what is related. */
export function needsRelating(db: SearchDb) {
  return db
    .selectFrom("state")
    .select("id")
    .whereRef("generation", "<>", "related")
    .where(sql<boolean>`exists (select 1 from versions where state = 'live')`);
}

async function readStored(db: Db): Promise<Map<string, Stored>> {
  const stored = new Map<string, Stored>();
  for (let after = ""; ;) {
    const rows = await db
      .selectFrom("related")
      .selectAll()
      .where("key", ">", after)
      .orderBy("key")
      .limit(rowsAtOnce)
      .execute();
    for (const { is_due, made_at, others, ...row } of rows)
      stored.set(row.key, { ...row, isDue: is_due === 1, madeAt: made_at, others: JSON.parse(others) as Related });
    const last = rows.at(-1);
    if (!last || rows.length < rowsAtOnce) return stored;
    after = last.key;
  }
}

/** Reads each text once. */
function openRuns(db: SearchDb): ReadRuns {
  const known = new Map<number, ReadonlySet<number>>();
  return async ({ id }) => {
    const runs = known.get(id);
    if (runs) return runs;
    const texts = await db.selectFrom("chunks").select("text").where("document", "=", id).orderBy("place").execute();
    const read = listRuns(texts.map(({ text }) => text).join(" "));
    known.set(id, read);
    return read;
  };
}

/** The documents whose lists have one of `keys`. */
function listNaming(stored: ReadonlyMap<string, Stored>, keys: ReadonlySet<string>): string[] {
  if (keys.size === 0) return [];
  return [...stored.values()]
    .filter(({ others }) => Object.values(others).some((list) => list.some(([key]) => keys.has(key))))
    .map(({ key }) => key);
}

/** True when a page shows another list: articles name articles, services and industries, openings name openings. */
function isSeenOtherwise(key: string, before: Related | undefined, after: Related): boolean {
  const list = (related: Related | undefined) => {
    if (key.startsWith("article:")) return [...(related?.article ?? []), ...(related?.page ?? [])];
    return key.startsWith("opening:") ? (related?.opening ?? []) : [];
  };
  const write = (related: Related | undefined) =>
    list(related)
      .map(([other]) => other)
      .join();
  return write(before) !== write(after);
}

/** The tags of the pages at `paths`; pages that no list is shown on have none. */
function chooseTags(paths: readonly string[]): string[] {
  const tags = paths.flatMap((path) => {
    const [, article] = /^\/insights\/([^/]+)$/.exec(path) ?? [];
    const [, opening] = /^\/careers\/([^/]+)$/.exec(path) ?? [];
    return article ? [`post:${article}`] : opening ? [`job:${opening}`] : [];
  });
  if (tags.length <= mostTags) return tags;
  return [...new Set(tags.map((tag) => (tag.startsWith("post:") ? "insights" : "jobs")))];
}
