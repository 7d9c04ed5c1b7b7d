/** What a search costs over a large index, in workerd: learnt vectors, a fresh isolate, and one query after another. */
import { putDocuments } from "../../worker/search/engine/put-documents.ts";
import { openSearchDb, type SearchDb } from "../../worker/search/engine/search-db.ts";
import { applyMigrations } from "../../scripts/lib/migrate.ts";
import { type Local, openLocal } from "../../scripts/lib/open-local.ts";
import { ask } from "./ask.ts";
import type { D1Counts } from "./count-d1.ts";
import { readCpu, readMemory } from "./processes.ts";
import { readHeld } from "./profile.ts";
import { makeSite, type MadeSite, type SearchKind, searchKinds } from "./search-corpus.ts";
import { computePercentile } from "./statistics.ts";
import { bootSite, type Side } from "./workerd.ts";

interface SearchKindFigures {
  kind: SearchKind | "asked again";
  /** At most, of one search. */
  queries: number;
  /** On average, of one search. */
  rowsRead: number;
  /** Milliseconds of one search: CPU of workerd with the embedded D1 in it, and until it is answered. */
  cpu50: number;
  cpu95: number;
  p50: number;
  p95: number;
}

export interface SearchFigures {
  passages: number;
  dimensions: number;
  /** Seconds: until all was indexed, and until a model was learnt and all had vectors. */
  indexed: number;
  embedded: number;
  /** The first search of a fresh isolate, which reads the vectors: milliseconds until it is answered, and of CPU. */
  first: { clock: number; cpu: number };
  /** Megabytes before that search and after it: of the isolate (heap and buffers), and of workerd. */
  isolate: [before: number, after: number];
  resident: [before: number, after: number];
  kinds: SearchKindFigures[];
}

const documentsAtOnce = 20;
/** Searches that are counted, apart from those whose CPU is read. */
const counted = 20;

/** Fills the databases in the folder `state`, which may be empty, and measures `searches` of each kind. */
export async function measureSearch(
  state: string,
  build: string,
  { passages, searches }: { passages: number; searches: number },
): Promise<SearchFigures> {
  const made = makeSite(passages);
  const filled = await fill(state, build, made);
  const site = await bootSite(build, state);
  try {
    // The isolate has started, and its code is compiled, before anything of the search is asked.
    await ask(site, { path: "/contact" });
    const inspector = await site.openInspector();
    const [held, resident, cpu, begun] = [
      await readHeld(inspector),
      readMemory(site.pid),
      readCpu(site.pid),
      performance.now(),
    ];
    await askOnce(site, "first question of all", "one word");
    const first = { clock: performance.now() - begun, cpu: readCpu(site.pid) - cpu };
    const isolate: [number, number] = [held, await readHeld(inspector)];
    const kinds: SearchKindFigures[] = [];
    for (const kind of searchKinds) kinds.push(await measureKind(site, made, kind, searches));
    kinds.push(await measureAgain(site, made, searches));
    return { ...filled, passages, first, isolate, resident: [resident, readMemory(site.pid)], kinds };
  } finally {
    await site.stop();
  }
}

async function fill(state: string, build: string, { documents }: MadeSite) {
  const local = await openLocal(state, { build });
  try {
    await applyMigrations(local.db);
    await applyMigrations(local.searchDb, "migrations-search");
    const db = openSearchDb(local.searchDb);
    const begun = performance.now();
    for (let place = 0; place < documents.length; place += documentsAtOnce)
      await putDocuments(db, documents.slice(place, place + documentsAtOnce), 1);
    const indexed = performance.now();
    await learnAll(local, db);
    const { dimensions } = await db
      .selectFrom("versions")
      .select("dimensions")
      .where("state", "=", "live")
      .executeTakeFirstOrThrow();
    return { dimensions, indexed: (indexed - begun) / 1000, embedded: (performance.now() - indexed) / 1000 };
  } finally {
    await local.close();
  }
}

/** Each message does as many steps as it has time for. */
async function learnAll(local: Local, db: SearchDb): Promise<void> {
  await local.workOnSearch({ kind: "vectors" });
  for (;;) {
    const runs = db.selectFrom("runs").select(["id", "step_number"]).where("state", "=", "running");
    // workerd may just have closed the connection, which was idle for the whole step.
    const run = await runs.executeTakeFirst().catch(() => runs.executeTakeFirst());
    if (!run) return;
    await local.workOnSearch({ kind: "run", run: run.id, step: run.step_number });
  }
}

function writePath(q: string, kind: SearchKind): string {
  return `/api/search?${new URLSearchParams({ q, ...(kind === "while typing" && { typing: "1" }) })}`;
}

/** @throws {Error} when it is not answered as a search is */
async function askOnce(site: Side, q: string, kind: SearchKind, headers: Record<string, string> = {}) {
  const answer = await ask(site, { path: writePath(q, kind), headers });
  if (answer.status !== 200) throw new Error(`A search was answered with ${answer.status}: ${answer.body.toString()}`);
  return answer;
}

/** Sends one search, and resolves with its answer. */
type Send = (headers?: Record<string, string>) => ReturnType<typeof ask>;

async function measureKind(site: Side, made: MadeSite, kind: SearchKind, searches: number): Promise<SearchKindFigures> {
  let number = 0;
  const send: Send = (headers) => {
    number += 1;
    return askOnce(site, made.ask(kind, number), kind, headers);
  };
  for (let warm = 0; warm < 10; warm += 1) await send();
  return { kind, ...(await measure(site, send, searches)) };
}

/** The same query again and again. */
async function measureAgain(site: Side, made: MadeSite, searches: number): Promise<SearchKindFigures> {
  const q = made.ask("three words", 1);
  const send: Send = (headers) => askOnce(site, q, "three words", headers);
  await send();
  return { kind: "asked again", ...(await measure(site, send, searches)) };
}

async function measure(site: Side, send: Send, searches: number) {
  const [cpus, times]: [number[], number[]] = [[], []];
  for (let search = 0; search < searches; search += 1) {
    const [cpu, begun] = [readCpu(site.pid), performance.now()];
    await send();
    times.push(performance.now() - begun);
    cpus.push(readCpu(site.pid) - cpu);
  }
  const counts: D1Counts[] = [];
  for (let search = 0; search < counted; search += 1) {
    const { headers } = await send({ "X-Bench-Count": "1" });
    counts.push(JSON.parse(String(headers["x-bench-count"])) as D1Counts);
  }
  return {
    queries: Math.max(...counts.map(({ queries }) => queries)),
    rowsRead: counts.reduce((sum, { rowsRead }) => sum + rowsRead, 0) / counted,
    cpu50: computePercentile(cpus, 0.5),
    cpu95: computePercentile(cpus, 0.95),
    p50: computePercentile(times, 0.5),
    p95: computePercentile(times, 0.95),
  };
}
