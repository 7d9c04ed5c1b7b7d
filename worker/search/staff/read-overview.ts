import { type Compilable, sql } from "kysely";
import { type Db, readRow, readRows, runBatch } from "#worker/db/client.ts";
import type { SearchDb } from "../engine/search-db.ts";
import type { Comparison } from "../corpus/find-differing.ts";
import { planWords, type StoredWords, toWords } from "./read-words.ts";

interface Coverage {
  kind: string;
  items: number;
  /** All of whose chunks have a vector in the live version. */
  embedded: number;
  /** Whose index entry is behind: it has changed since. */
  stale: number;
}

export interface VersionRow {
  id: number;
  provider: "lsa" | "workers-ai";
  model: string;
  dimensions: number;
  pooling: string;
  state: "building" | "ready" | "live" | "retired";
  lexicalWeight: number;
  vectorWeight: number;
  flattening: number;
  createdAt: number;
  liveSince: number | null;
  retiredAt: number | null;
  /** Chunks of now that have a vector in it. */
  vectors: number;
}

export interface RunRow {
  id: string;
  version: number;
  kind: "new" | "missing" | "selected";
  state: "running" | "paused" | "done" | "cancelled" | "failed";
  step: "learn" | "embed";
  total: number;
  done: number;
  failed: number;
  startedAt: number;
  updatedAt: number;
  finishedAt: number | null;
  reason: string | null;
}

interface FailureRow {
  hash: string;
  key: string;
  title: string;
  path: string;
  anchor: string;
  tries: number;
  reason: string;
  failedAt: number;
}

export interface IndexState {
  coverage: Omit<Coverage, "stale">[];
  chunks: number;
  /** Those without a vector in the live version. */
  missing: number;
  versions: VersionRow[];
  /** The newest first. */
  runs: RunRow[];
  failures: FailureRow[];
  comparedAt: number | null;
  /** What the latest comparison of the whole site with the index found; "" where there was none. */
  comparison: string;
  generation: number;
}

const mostVersions = 8;
const mostRuns = 8;
const mostFailures = 20;

/** Everything that the overview shows of the index. Asks once. */
export async function readIndexState(db: SearchDb): Promise<IndexState> {
  const { rows } = await sql<Record<"coverage" | "versions" | "runs" | "failures" | "counts", string>>`
    with live as materialized (select id from versions where state = 'live'),
    has as materialized (
      select chunks.document, count(*) as chunks, count(vectors.hash) as embedded from chunks
      left join vectors on vectors.version = (select id from live) and vectors.hash = chunks.hash group by 1)
    select
      (select json_group_array(json_object('kind', kind, 'items', items, 'embedded', embedded)) from (
        select kind, count(*) as items, coalesce(sum(has.embedded = has.chunks), 0) as embedded
        from documents left join has on has.document = documents.id group by kind)) as coverage,
      (select json_object('chunks', coalesce(sum(chunks), 0), 'missing', coalesce(sum(chunks - embedded), 0),
        'comparedAt', (select compared_at from state), 'comparison', (select comparison from state), 'generation', (select generation from state)) from has) as counts,
      (select json_group_array(json_object('id', id, 'provider', provider, 'model', model, 'dimensions', dimensions,
          'pooling', pooling, 'state', state, 'lexicalWeight', lexical_weight, 'vectorWeight', vector_weight,
          'flattening', flattening, 'createdAt', created_at, 'liveSince', live_since, 'retiredAt', retired_at, 'vectors', vectors))
        from (select versions.*, (select count(*) from vectors where vectors.version = versions.id
            and hash in (select hash from chunks)) as vectors
          from versions order by state = 'live' desc, id desc limit ${mostVersions})) as versions,
      (select json_group_array(json_object('id', id, 'version', version, 'kind', kind, 'state', state, 'step', step,
          'total', total, 'done', done, 'failed', failed, 'startedAt', started_at, 'updatedAt', updated_at,
          'finishedAt', finished_at, 'reason', reason))
        from (select * from runs order by started_at desc limit ${mostRuns})) as runs,
      (select json_group_array(json_object('hash', hash, 'key', key, 'title', title, 'path', path, 'anchor', anchor,
          'tries', tries, 'reason', reason, 'failedAt', failed_at))
        from (select failures.*, documents.key, documents.title, documents.path, chunks.anchor
          from embedding_failures as failures join chunks on chunks.hash = failures.hash
          join documents on documents.id = chunks.document
          where failures.version in (select id from versions where state <> 'retired')
          group by failures.hash order by failed_at desc limit ${mostFailures})) as failures`.execute(db);
  const [row] = rows;
  if (!row) throw new Error("A query that always gives a row gave none.");
  return {
    coverage: JSON.parse(row.coverage) as IndexState["coverage"],
    versions: JSON.parse(row.versions) as VersionRow[],
    runs: JSON.parse(row.runs) as RunRow[],
    failures: JSON.parse(row.failures) as FailureRow[],
    ...readCounts(row.counts),
  };
}

function readCounts(text: string) {
  const counts = JSON.parse(text) as Pick<IndexState, "chunks" | "missing" | "comparedAt" | "generation"> & {
    comparison: string | null;
  };
  const found = counts.comparison === null ? null : (JSON.parse(counts.comparison) as Comparison);
  return { ...counts, comparison: found ? writeComparison(found) : "" };
}

function writeComparison({ documents, missing, changed, extra }: Comparison): string {
  if (missing.length + changed.length + extra.length === 0) return `All ${documents} documents were as they should be.`;
  return `${missing.length} were missing, ${changed.length} behind, ${extra.length} too many. All of it was put right.`;
}

/** The newest run, and what the search answers from. Asks once. */
export async function readNow(db: SearchDb): Promise<{ run: RunRow | null; generation: number }> {
  const { rows } = await sql<{ run: string | null; generation: number }>`select generation, (
    select json_object('id', id, 'version', version, 'kind', kind, 'state', state, 'step', step, 'total', total, 'done', done,
      'failed', failed, 'startedAt', started_at, 'updatedAt', updated_at, 'finishedAt', finished_at, 'reason', reason)
    from runs order by started_at desc limit 1) as run from state`.execute(db);
  const [row] = rows;
  return { run: row?.run ? (JSON.parse(row.run) as RunRow) : null, generation: row?.generation ?? 0 };
}

interface StaleRow {
  key: string;
  title: string;
  path: string;
  /** Since when it is behind; later than now for what begins or ends then. */
  dueAt: number;
  why: "changed" | "gone";
}

export interface SiteState {
  /** How many are behind, and the first of them. */
  staleCount: number;
  stale: StaleRow[];
  words: StoredWords;
}

const mostStale = 20;

/** Everything that the overview shows of what the site's database has for the search. One trip. */
export async function readSiteState(db: Db, now: number): Promise<SiteState> {
  const select = sql<{ stale: string; count: number }>`select
    (select json_group_array(json_object('key', key, 'title', title, 'path', path, 'dueAt', due_at, 'why', why)) from (
      select key, due_at, coalesce(insights.title, openings.title, key) as title,
        coalesce('/insights/' || insights.slug, '/careers/' || openings.slug, '') as path,
        iif(coalesce(insights.status, openings.status, '') = 'published', 'changed', 'gone') as why
      from search_changes
      left join insights on key like 'article:%' and insights.id = substr(key, 9)
      left join openings on key like 'opening:%' and openings.id = substr(key, 9)
      where due_at <= ${now} order by due_at limit ${mostStale})) as stale,
    (select count(*) from search_changes where due_at <= ${now}) as count`;
  const state = { compile: () => select.compile(db) } as Compilable<{ stale: string; count: number }>;
  const planned = planWords(db, now);
  const [first, words, logged] = await runBatch(db, [state, ...planned]);
  const row = readRow(state, first);
  return {
    staleCount: row.count,
    stale: JSON.parse(row.stale) as StaleRow[],
    words: toWords(readRow(planned[0], words), readRows(planned[1], logged)),
  };
}
