/** A cache in front of the built Worker that obeys what its answers say, and a copy of the database that lags. */
import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { replaceCalls } from "../faulty-bindings.ts";
import { makeAddress, makeScope } from "../make-scope.ts";
import { worker } from "../built-worker.ts";

export interface Answer {
  status: number;
  body: string;
  /** Without the id of the request. */
  headers: Record<string, string>;
}

export interface Entry extends Answer {
  tags: string[];
  /** Until when it is answered, and until when it is answered once more while a new one is read; epoch milliseconds. */
  freshUntil: number;
  staleUntil: number;
}

/** What the Worker answers itself. */
export async function askWorker(path: string, overrides: Partial<Env> = {}): Promise<Answer> {
  const headers = { "CF-Connecting-IP": makeAddress() };
  const request = new Request(`${env.SITE_ORIGIN}${path}`, { redirect: "manual", headers });
  const ctx = createExecutionContext();
  const response = await worker.fetch(request as Parameters<typeof worker.fetch>[0], { ...env, ...overrides }, ctx);
  const body = await response.text();
  await waitOnExecutionContext(ctx);
  const { "x-request-id": _, ...others } = Object.fromEntries(response.headers);
  return { status: response.status, body, headers: others };
}

/** The seconds that `name` gives in a Cache-Control. */
function readSeconds(control: string, name: string): number {
  return Number(new RegExp(`\\b${name}=(\\d+)`).exec(control)?.[1] ?? 0);
}

/** A cache that keeps what is public for as long as it says, and drops what a purge names. */
export function makeEdge(overrides: Partial<Env> = {}) {
  const entries = new Map<string, Entry>();
  const purges: string[] = [];

  async function load(path: string): Promise<Answer> {
    const answer = await askWorker(path, overrides);
    const control = answer.headers["cache-control"] ?? "";
    const life = control.startsWith("public") ? readSeconds(control, "s-maxage") : 0;
    const freshUntil = Date.now() + life * 1000;
    const staleUntil = freshUntil + readSeconds(control, "stale-while-revalidate") * 1000;
    const tags = answer.headers["cache-tag"]?.split(",") ?? [];
    if (life > 0) entries.set(path, { ...answer, tags, freshUntil, staleUntil });
    else entries.delete(path);
    return answer;
  }

  const purge: CacheContext["purge"] = ({ tags = [] }) => {
    purges.push(...tags);
    for (const [path, entry] of entries) if (entry.tags.some((tag) => tags.includes(tag))) entries.delete(path);
    return Promise.resolve({} as CachePurgeResult);
  };
  const scope = makeScope();
  Object.defineProperty(scope.ctx, "cache", { value: { purge, invalidate: purge } });

  return {
    entries,
    /** Every tag that was purged. */
    purges,
    /** What the Worker answers now, which the cache keeps if it may. */
    load,
    /** For the functions that change something: they purge this cache. */
    scope,
    async ask(path: string): Promise<Answer> {
      const entry = entries.get(path);
      if (!entry || entry.staleUntil <= Date.now()) return load(path);
      if (entry.freshUntil <= Date.now()) await load(path);
      return entry;
    },
  };
}

/**
 * `DB` with a copy nearby that lags for ever: each query gets the answer that it got first. `reads` counts the queries
 * that the copy was asked.
 */
export function makeLaggingDatabase() {
  const known = new Map<string, D1Result>();
  const keys = new WeakMap<D1PreparedStatement, string>();
  const counts = { reads: 0 };

  function prepare(sql: string): D1PreparedStatement {
    return watch(env.DB.prepare(sql), sql);
  }

  function watch(statement: D1PreparedStatement, key: string): D1PreparedStatement {
    keys.set(statement, key);
    const bind = statement.bind.bind(statement);
    const all = statement.all.bind(statement);
    statement.bind = (...values) => watch(bind(...values), key + JSON.stringify(values));
    statement.all = (async () => {
      counts.reads += 1;
      const answer = known.get(key) ?? (await all());
      known.set(key, answer);
      return answer;
    }) as typeof statement.all;
    return statement;
  }

  const copy = {
    prepare,
    batch: (statements: D1PreparedStatement[]) => Promise.all(statements.map((statement) => statement.all())),
    getBookmark: () => null,
  } as unknown as D1DatabaseSession;
  const DB = replaceCalls(env.DB, {
    withSession: (kind) => (kind === "first-primary" ? env.DB.withSession(kind) : copy),
  });
  return { DB, counts };
}
