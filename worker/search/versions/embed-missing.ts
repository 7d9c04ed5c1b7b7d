import { type Compilable, sql } from "kysely";
import { hour, minute } from "#app/shared/durations.ts";
import { now } from "../../lib/clock.ts";
import type { SearchDb } from "../engine/search-db.ts";
import { writeChunkText } from "./chunk-text.ts";
import type { Embedded, Provider } from "./provider.ts";
import { packVector } from "./vector-text.ts";

/** A chunk that is to get a vector; chunks of equal text are one. */
export interface ToEmbed {
  hash: string;
  title: string;
  trail: string;
  text: string;
}

/** Tries of a chunk that fails, until somebody asks for it again. */
export const mostTries = 5;

/** Chunks that a version has no vector of, and that have not just failed: by their ids. */
export function selectMissing(db: SearchDb, version: number, { at, keys }: { at: number; keys?: readonly string[] }) {
  const wait = sql<number>`min(${6 * hour}, ${minute} * (1 << (2 * tries)))`;
  return db
    .selectFrom("chunks")
    .innerJoin("documents", "documents.id", "chunks.document")
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("vectors").select("hash").where("version", "=", version).whereRef("hash", "=", "chunks.hash"),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("embedding_failures")
            .select("hash")
            .where("version", "=", version)
            .whereRef("hash", "=", "chunks.hash")
            .where(sql<boolean>`(tries >= ${mostTries} or failed_at + ${wait} > ${at})`),
        ),
      ),
    )
    .$if(keys !== undefined, (query) =>
      query.where("documents.key", "in", sql<string>`(select value from json_each(${JSON.stringify(keys)}))`),
    );
}

/** Reads the next chunks without a vector. */
export async function readMissing(
  db: SearchDb,
  version: number,
  { most, keys }: { most: number; keys?: readonly string[] },
): Promise<ToEmbed[]> {
  return selectMissing(db, version, { at: now(), ...(keys && { keys }) })
    .select(["chunks.hash", "documents.title", "chunks.trail", "chunks.text"])
    .groupBy("chunks.hash")
    .orderBy(sql`min(chunks.id)`)
    .limit(most)
    .execute();
}

/** The queries that store what a provider made of chunks, in place of what there was. */
export async function embedChunks(
  db: SearchDb,
  provider: Provider,
  { version, chunks }: { version: number; chunks: readonly ToEmbed[] },
): Promise<{ queries: Compilable[]; failed: number }> {
  const { texts: atOnce, characters } = provider.limits;
  const embedded: Embedded[] = [];
  for (let index = 0; index < chunks.length; index += atOnce) {
    const texts = chunks.slice(index, index + atOnce).map((chunk) => writeChunkText(chunk).slice(0, characters));
    embedded.push(...(await provider.embed(texts, "document")));
  }
  const at = now();
  const made = chunks.flatMap(({ hash }, index) => {
    const outcome = embedded[index];
    return outcome && "vector" in outcome ? { hash, data: packVector(outcome.vector).data } : [];
  });
  const failures = chunks.flatMap(({ hash }, index) => {
    const outcome = embedded[index] ?? { reason: "The model gave no vector for this text." };
    return "reason" in outcome ? { hash, reason: outcome.reason.slice(0, 300) } : [];
  });
  const [list, failedList] = [JSON.stringify(made), JSON.stringify(failures)];
  const statements = [
    sql`insert into vectors (version, hash, data, embedded_at)
      select ${version}, value ->> 'hash', value ->> 'data', ${at} from json_each(${list}) where true
      on conflict (version, hash) do update set data = excluded.data, embedded_at = excluded.embedded_at`,
    sql`delete from embedding_failures where version = ${version}
      and hash in (select value ->> 'hash' from json_each(${list}))`,
    sql`insert into embedding_failures (version, hash, tries, reason, failed_at)
      select ${version}, value ->> 'hash', 1, value ->> 'reason', ${at} from json_each(${failedList}) where true
      on conflict (version, hash) do update set tries = tries + 1, reason = excluded.reason, failed_at = excluded.failed_at`,
  ];
  const queries = statements.map((statement) => ({ compile: () => statement.compile(db) }));
  return { queries: failures.length > 0 ? queries : queries.slice(0, 2), failed: failures.length };
}
