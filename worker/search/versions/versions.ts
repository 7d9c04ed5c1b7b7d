/** Versions of the vectors: one is live, another may be built beside it, and those before it can come back for a while. */
import { sql } from "kysely";
import { runBatch } from "../../db/client.ts";
import { now } from "../../lib/clock.ts";
import { ConflictError } from "../../lib/errors.ts";
import { countGeneration } from "../engine/put-documents.ts";
import type { SearchDb } from "../engine/search-db.ts";

/** What a search has to know of the version that serves. */
export interface LiveVersion {
  id: number;
  provider: "lsa" | "workers-ai";
  model: string;
  dimensions: number;
  pooling: string;
  lexical_weight: number;
  vector_weight: number;
  flattening: number;
  /** Other vectors, documents, or another version have another number. */
  generation: number;
}

/** The query of the version that serves: no row while there is none. */
export function selectLive(db: SearchDb) {
  return selectVersion(db).where("versions.state", "=", "live");
}

/** The same of any version. */
export function selectVersion(db: SearchDb, id?: number) {
  return db
    .selectFrom("versions")
    .innerJoin("state", (join) => join.on("state.id", "=", 1))
    .select(["versions.id", "provider", "model", "dimensions", "pooling", "lexical_weight", "vector_weight"])
    .select(["flattening", "state.generation"])
    .$if(id !== undefined, (query) => query.where("versions.id", "=", id ?? 0));
}

export async function readLive(db: SearchDb): Promise<LiveVersion | null> {
  return (await selectLive(db).executeTakeFirst()) ?? null;
}

/**
 * Makes a version serve that is ready, or that served before; the one that serves now can come back.
 * @throws {ConflictError} when it is not ready any more
 */
export async function switchVersion(db: SearchDb, id: number): Promise<void> {
  const results = await runBatch(db, planSwitch(db, id));
  if (results[1]?.meta.changes !== 1) throw new ConflictError("This version is not ready to serve.");
}

/** The queries of a switch, which do nothing when the version is not ready. */
export function planSwitch(db: SearchDb, id: number) {
  const isReady = sql<boolean>`exists (select 1 from versions as next where next.id = ${id} and next.state in ('ready', 'retired'))`;
  return [
    db.updateTable("versions").set({ state: "retired", retired_at: now() }).where("state", "=", "live").where(isReady),
    db
      .updateTable("versions")
      .set({ state: "live", live_since: now(), retired_at: null })
      .where("id", "=", id)
      .where("state", "in", ["ready", "retired"]),
    countGeneration(db),
  ];
}
