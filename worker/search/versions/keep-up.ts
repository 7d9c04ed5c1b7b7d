/** Versions that serve, or can serve, get vectors of what is new in the corpus; a run gives them to the one it builds. */
import { sql } from "kysely";
import { minute } from "#shared/dates/durations.ts";
import { runBatch } from "../../db/client.ts";
import { now } from "../../lib/clock.ts";
import type { RequestScope } from "../../lib/scope.ts";
import { countGeneration } from "../engine/put-documents.ts";
import { openSearchDb, type SearchDb } from "../engine/search-db.ts";
import { embedChunks, readToEmbed } from "./embed-missing.ts";
import { lsaModel } from "./models.ts";
import { openProvider } from "./open-provider.ts";
import { selectOpenRun, startRun } from "./runs.ts";
import { mostInMemory, pushVectors } from "./vectorize.ts";

/** A model that was learnt here is learnt anew when so large a part of the corpus came after it, and not at once again. */
const newPart = 0.3;
const leastAge = 10 * minute;

/**
 * A step: gives the next texts a vector in each version that serves, or can. Returns true when there may be more to do. When all
 * have theirs, Vectorize gets those that it lacks, where it is bound and needed.
 * @throws {ProviderError} when a provider does not answer; the others have done their part
 */
export async function keepUpStep(scope: RequestScope): Promise<boolean> {
  const db = openSearchDb(scope.env.SEARCH_DB);
  const { generation } = await db.selectFrom("state").select("generation").executeTakeFirstOrThrow();
  const versions = await db.selectFrom("versions").selectAll().where("state", "in", ["live", "ready"]).execute();
  let isMore = false;
  let failure: unknown;
  for (const version of versions) {
    try {
      if (await embedNext(scope, db, version)) isMore = true;
      else if (await pushNext(scope, db, version)) isMore = true;
    } catch (error) {
      failure ??= error;
    }
  }
  if (failure !== undefined) throw failure;
  if (!isMore) await db.updateTable("state").set({ embedded: generation }).execute();
  return isMore;
}

type Version = { id: number; provider: "lsa" | "workers-ai"; model: string; dimensions: number; pooling: string };

/** Returns false when no text of the version waits. */
async function embedNext({ env }: RequestScope, db: SearchDb, version: Version): Promise<boolean> {
  const wanted = { version: version.id, since: 0, keys: null, at: now() };
  const [first] = await readToEmbed(db, wanted, 1);
  if (!first) return false;
  const provider = openProvider(env, db, version);
  const chunks = await readToEmbed(db, wanted, provider.textsPerStep);
  const { queries } = await embedChunks(db, provider, { version: version.id, chunks });
  await runBatch(db, [...queries, countGeneration(db)]);
  return true;
}

/** Returns false when Vectorize has all, or is not needed. */
async function pushNext(
  { env }: RequestScope,
  db: SearchDb,
  version: Version & { in_vectorize: 0 | 1 },
): Promise<boolean> {
  const { VECTORIZE } = env;
  if (!VECTORIZE) return false;
  const { count } = await db
    .selectFrom("chunks")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  const isNeeded = count > mostInMemory;
  if (isNeeded && (await pushVectors(db, VECTORIZE, version)) > 0) return true;
  if (version.in_vectorize !== Number(isNeeded))
    await runBatch(db, [
      db
        .updateTable("versions")
        .set({ in_vectorize: isNeeded ? 1 : 0 })
        .where("id", "=", version.id),
      countGeneration(db),
    ]);
  return false;
}

/** True when texts have come or versions have changed since all had their vectors. */
export function needsVectors(db: SearchDb) {
  return db.selectFrom("state").select("id").whereRef("generation", "<>", "embedded");
}

/** True when a failed text is to be tried again. */
export async function hasDueFailure(db: SearchDb): Promise<boolean> {
  const versions = await db.selectFrom("versions").select("id").where("state", "in", ["live", "ready"]).execute();
  for (const { id } of versions) {
    const failing = await db
      .selectFrom("embedding_failures")
      .select("hash")
      .where("version", "=", id)
      .limit(1)
      .execute();
    if (failing.length > 0 && (await readToEmbed(db, { version: id, since: 0, keys: null, at: now() }, 1)).length > 0)
      return true;
  }
  return false;
}

/**
 * Begins the first version where there is none, and one that is learnt anew where the corpus has changed much since the one that serves
 * was learnt: it serves as soon as it is ready. Returns the id of the run.
 */
export async function beginLearning(scope: RequestScope): Promise<string | null> {
  const db = openSearchDb(scope.env.SEARCH_DB);
  const { env, requestId } = scope;
  const [{ versions, chunks }, open] = await Promise.all([
    db
      .selectNoFrom(({ selectFrom, exists }) => [
        exists(selectFrom("versions").select("id")).as("versions"),
        exists(selectFrom("chunks").select("id")).as("chunks"),
      ])
      .executeTakeFirstOrThrow(),
    selectOpenRun(db).executeTakeFirst(),
  ]);
  if (open || !chunks) return null;
  if (versions && !(await isOutgrown(db))) return null;
  return startRun({ env, requestId, actor: null }, { kind: "new", model: lsaModel, switches: true });
}

/** True when much of the corpus came after the model that serves was learnt from it. */
async function isOutgrown(db: SearchDb): Promise<boolean> {
  const live = await db
    .selectFrom("versions")
    .select(["id", "ready_at"])
    .where("state", "=", "live")
    .where("provider", "=", "lsa")
    .where("created_at", "<", now() - leastAge)
    .executeTakeFirst();
  if (!live) return false;
  const { rows } = await sql<{ part: number | null }>`
    select avg(embedded_at > ${live.ready_at}) as part from (select distinct hash from chunks) as own
    join vectors on vectors.version = ${live.id} and vectors.hash = own.hash`.execute(db);
  return (rows[0]?.part ?? 0) > newPart;
}
