import { sql } from "kysely";
import { now } from "../../lib/clock.ts";
import type { SearchDb } from "../engine/search-db.ts";
import { dropVectors } from "./vectorize.ts";
import { retiredLifetime } from "./versions.ts";

/** Rows of one statement. */
const atOnce = 1000;

/**
 * Takes away vectors of texts that are gone, and versions that have not served for two weeks: some at a time. Returns false when nothing
 * was left to take away. Vectors of a running run stay: its texts may just be coming back.
 */
export async function pruneVersions(db: SearchDb, { VECTORIZE }: Pick<Env, "VECTORIZE">): Promise<boolean> {
  const at = now();
  const isOld = sql<boolean>`state = 'retired' and retired_at < ${at - retiredLifetime}`;
  const { rows } = await sql<{ version: number; hash: string; is_pushed: 0 | 1 }>`
    select version, hash, is_pushed from vectors
    where version in (select id from versions where ${isOld})
      or (embedded_at < ${at - retiredLifetime} and not exists (select 1 from chunks where chunks.hash = vectors.hash))
    limit ${atOnce}`.execute(db);
  if (VECTORIZE)
    for (const [version, own] of Map.groupBy(rows, (row) => row.version)) {
      const pushed = own.filter(({ is_pushed }) => is_pushed === 1).map(({ hash }) => hash);
      if (pushed.length > 0) await dropVectors(VECTORIZE, version, pushed);
    }
  const list = JSON.stringify(rows.map(({ version, hash }) => [version, hash]));
  await sql`delete from vectors where (version, hash) in (select value ->> 0, value ->> 1 from json_each(${list}))`.execute(
    db,
  );
  if (rows.length === atOnce) return true;
  // Their stems and failures go with them.
  await db.deleteFrom("versions").where(isOld).execute();
  await sql`delete from embedding_failures where hash not in (select hash from chunks)`.execute(db);
  return false;
}
