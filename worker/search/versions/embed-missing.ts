import { type Compilable, sql } from "kysely";
import { hour, minute } from "#shared/dates/durations.ts";
import { now } from "../../lib/clock.ts";
import type { SearchDb } from "../engine/search-db.ts";
import { writeChunkText } from "./chunk-text.ts";
import type { Embedded, Provider } from "./provider.ts";
import { packVector } from "./vector-text.ts";

/** A chunk that is to get a vector; chunks of equal text are one. */
interface ToEmbed {
  hash: string;
  title: string;
  trail: string;
  text: string;
}

/** Which chunks are to get a vector. */
interface Wanted {
  /** Null: of a version that is not there yet. */
  version: number | null;
  /** Vectors from before this instant (epoch milliseconds) are made again; 0: none. */
  since: number;
  /** Of these documents alone. */
  keys: readonly string[] | null;
  /** Chunks that failed are left out that are not to be tried before this instant. Infinity: none is. */
  at: number;
}

/** Tries of a chunk that fails, until somebody asks for it again. The first pause is four minutes; the others grow fourfold. */
const mostTries = 5;
const longestPause = 6 * hour;

/** The wanted chunks with their documents, as SQL from "from" on. */
function fromWanted({ version, since, keys, at }: Wanted) {
  const made = sql`exists (select 1 from vectors where vectors.version = ${version} and vectors.hash = chunks.hash
    and embedded_at >= ${clamp(since)})`;
  const pause = sql`min(${longestPause}, ${minute} << (2 * tries))`;
  const failed = sql`exists (select 1 from embedding_failures as failure where failure.version = ${version}
    and failure.hash = chunks.hash and (tries >= ${mostTries} or failed_at + ${pause} > ${clamp(at)}))`;
  const chosen = keys && sql`and documents.key in (select value from json_each(${JSON.stringify(keys)}))`;
  return sql`from chunks join documents on documents.id = chunks.document
    where not ${made} ${at === Infinity ? sql`` : sql`and not ${failed}`} ${chosen ?? sql``}`;
}

/** SQLite has no number for infinity. */
function clamp(instant: number): number {
  return Math.min(instant, Number.MAX_SAFE_INTEGER);
}

/** How many texts are wanted, and of how many characters. As SQL it is a number: `(countToEmbed(…))`. */
export function countToEmbed(wanted: Wanted) {
  return sql<{
    texts: number;
    characters: number;
  }>`select count(*) as texts, coalesce(sum(length), 0) as characters from (
    select chunks.hash, max(length(title) + length(trail) + length(text)) as length ${fromWanted(wanted)} group by chunks.hash)`;
}

/** The next texts that are wanted. */
export async function readToEmbed(db: SearchDb, wanted: Wanted, most: number): Promise<ToEmbed[]> {
  const { rows } = await sql<ToEmbed>`select chunks.hash, title, trail, text ${fromWanted(wanted)}
    group by chunks.hash order by min(chunks.id) limit ${most}`.execute(db);
  return rows;
}

/** The queries that store what a provider makes of chunks, in place of what there was. */
export async function embedChunks(
  db: SearchDb,
  provider: Provider,
  { version, chunks }: { version: number; chunks: readonly ToEmbed[] },
): Promise<{ queries: Compilable[]; done: number; failed: number }> {
  const texts = chunks.map((chunk) => writeChunkText(chunk).slice(0, provider.limits.characters));
  const embedded = await provider.embed(texts, "document");
  const at = now();
  const read = (index: number): Embedded => embedded[index] ?? { reason: "The model gave no vector for this text." };
  const made = chunks.flatMap(({ hash }, index) => {
    const outcome = read(index);
    return "vector" in outcome ? { hash, data: packVector(outcome.vector).data } : [];
  });
  const failures = chunks.flatMap(({ hash }, index) => {
    const outcome = read(index);
    return "reason" in outcome ? { hash, reason: outcome.reason.slice(0, 300) } : [];
  });
  const [list, failedList] = [JSON.stringify(made), JSON.stringify(failures)];
  const statements = [
    sql`insert into vectors (version, hash, data, embedded_at)
      select ${version}, value ->> 'hash', value ->> 'data', ${at} from json_each(${list}) where true
      on conflict (version, hash) do update set data = excluded.data, embedded_at = excluded.embedded_at, is_pushed = 0`,
    sql`delete from embedding_failures where version = ${version}
      and hash in (select value ->> 'hash' from json_each(${list}))`,
    sql`insert into embedding_failures (version, hash, tries, reason, failed_at)
      select ${version}, value ->> 'hash', 1, value ->> 'reason', ${at} from json_each(${failedList}) where true
      on conflict (version, hash) do update set tries = tries + 1, reason = excluded.reason, failed_at = excluded.failed_at`,
  ];
  const queries = statements.map((statement) => ({ compile: () => statement.compile(db) }));
  return { queries: failures.length > 0 ? queries : queries.slice(0, 2), done: made.length, failed: failures.length };
}
