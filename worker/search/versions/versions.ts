/** Versions of the vectors: one is live, another may be built beside it, and those before it can come back for a while. */
import { type Compilable, type RawBuilder, sql } from "kysely";
import { day } from "#shared/dates/durations.ts";
import { runBatch } from "../../db/client.ts";
import { now } from "../../lib/clock.ts";
import { ConflictError } from "../../lib/errors.ts";
import { countGeneration } from "../engine/put-documents.ts";
import { openSearchDb, type SearchDb } from "../engine/search-db.ts";
import type { VersionInUse } from "../find/types.ts";
import { noteRun, type RunScope } from "./runs.ts";

/** The version that serves, or the one with this id, as a search is handed it; null where there is none. */
export async function readVersionInUse(db: SearchDb, id?: number): Promise<VersionInUse | null> {
  const row = await db
    .selectFrom("versions")
    .innerJoin("state", (join) => join.on("state.id", "=", 1))
    .select(["versions.id", "provider", "model", "dimensions", "pooling", "lexical_weight", "vector_weight"])
    .select(["flattening", "generation", "in_vectorize as inVectorize"])
    .select(sql<string>`concat(created_at, '/', learnt_from)`.as("learnt"))
    .where((query) => (id === undefined ? query("versions.state", "=", "live") : query("versions.id", "=", id)))
    .executeTakeFirst();
  if (!row) return null;
  const { lexical_weight: lexical, vector_weight: vector, flattening, ...version } = row;
  return { ...version, weights: { lexical, vector, flattening } };
}

/** How long a version that no longer serves stays. */
export const retiredLifetime = 14 * day;

/** Every version, the newest first, with how many texts of the corpus have a vector, how many have none, and how many fail. */
export function listVersions(db: SearchDb) {
  const texts = sql`(select distinct hash from chunks)`;
  const made = sql<number>`(select count(*) from ${texts} as own join vectors on vectors.hash = own.hash
    where vectors.version = versions.id)`;
  const all = sql<number>`(select count(*) from ${texts})`;
  const failed = sql<number>`(select count(*) from embedding_failures where embedding_failures.version = versions.id)`;
  return db
    .selectFrom("versions")
    .selectAll()
    .select([made.as("embedded"), sql<number>`${all} - ${made}`.as("missing"), failed.as("failed")])
    .orderBy("id", "desc")
    .execute();
}

/**
 * Makes a version serve that is ready, or that served before; the one that serves now can come back. Texts that it has no
 * vector of get one within minutes.
 * @throws {ConflictError} when it cannot serve (any more)
 */
export async function switchVersion(scope: RunScope, id: number): Promise<void> {
  const db = openSearchDb(scope.env.SEARCH_DB);
  const known = await db.selectFrom("versions").select("id").where("id", "=", id).where(canServe).executeTakeFirst();
  if (!known) throw new ConflictError(cannotServe);
  await noteRun(scope, { id: String(id), action: "search.switched", detail: { version: id } });
  const results = await runBatch(db, planSwitch(db, id));
  if (results[1]?.meta.changes !== 1) throw new ConflictError(cannotServe);
}

const cannotServe = "This version cannot serve: it is not ready, or was deleted.";
/** Ready, or retired after it was. */
const canServe = sql<boolean>`state in ('ready', 'retired') and ready_at is not null`;

/**
 * Makes the version serve again that served last. Returns its number.
 * @throws {ConflictError} when there is none
 */
export async function rollBack(scope: RunScope): Promise<number> {
  const last = await openSearchDb(scope.env.SEARCH_DB)
    .selectFrom("versions")
    .select("id")
    .where("state", "=", "retired")
    .where("live_since", "is not", null)
    .orderBy("retired_at", "desc")
    .limit(1)
    .executeTakeFirst();
  if (!last) throw new ConflictError("No version has served before this one.");
  await switchVersion(scope, last.id);
  return last.id;
}

/** The queries of a switch. They do nothing when the version cannot serve, or `where` is not true. */
export function planSwitch(db: SearchDb, id: number, where: RawBuilder<boolean> = sql`true`): Compilable[] {
  const at = now();
  const isFit = sql<boolean>`exists (select 1 from versions as next where next.id = ${id}
    and next.state in ('ready', 'retired') and next.ready_at is not null)`;
  return [
    db
      .updateTable("versions")
      .set({ state: "retired", retired_at: at })
      .where("state", "=", "live")
      .where(isFit)
      .where(where),
    db
      .updateTable("versions")
      .set({ state: "live", live_since: at, retired_at: null })
      .where("id", "=", id)
      .where(canServe)
      .where(where),
    countGeneration(db),
  ];
}
