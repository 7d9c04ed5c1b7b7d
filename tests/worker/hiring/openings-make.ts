/** Jobs for tests. */
import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { day } from "#shared/dates/durations.ts";
import { makeMark } from "#tests/draw.ts";
import { type Db, openDb } from "#worker/db/client.ts";
import type { OpeningDraft } from "#worker/hiring/openings/opening-draft.ts";
import { publishOpening } from "#worker/hiring/openings/publish-opening.ts";
import { type OpeningVersion, saveOpening, type SaveScope } from "#worker/hiring/openings/save-opening.ts";
import type { WorkingInput } from "#worker/hiring/openings/working-draft.ts";
import { createLogger } from "#worker/lib/log.ts";
import { replaceCalls } from "../faulty-bindings.ts";

let made = 0;

/** A hybrid full-time job in Leeds, complete enough to be published. */
export function makeDraft(overrides: Partial<OpeningDraft> = {}): OpeningDraft {
  made += 1;
  return {
    slug: `job-${made}`,
    requisitionId: `R-${made}`,
    title: `Engineer ${made}`,
    department: "Cloud",
    summary: "Runs what was built.",
    markdown: "## What you will do\n\nRun it.",
    workplace: "hybrid",
    employment: "full-time",
    openings: 1,
    pay: { min: 50_000, max: 60_000, currency: "GBP", period: "year" },
    places: [{ city: "Leeds", region: null, country: "GB" }],
    remoteCountries: [],
    closesAt: null,
    ...overrides,
  };
}

/** A job as its editor saves it, complete enough to be published. */
export function makeWorking(overrides: Partial<WorkingInput> = {}): WorkingInput {
  const mark = makeMark();
  return {
    slug: `role-${mark}`,
    requisitionId: `W-${mark}`,
    title: "Writer of runbooks",
    department: "Cloud",
    summary: "Writes what is run.",
    markdown: "## What you will do\n\nWrite.",
    workplace: "hybrid",
    employment: "full-time",
    openings: 1,
    pay: { min: 50_000, max: 60_000, currency: "GBP", period: "year" },
    places: [{ city: "Leeds", region: "", country: "GB" }],
    remoteCountries: [],
    closesAt: null,
    questions: [],
    stages: [
      { key: "new", name: "New" },
      { key: "screening", name: "Screening" },
      { key: "offer", name: "Offer" },
      { key: "hired", name: "Hired" },
    ],
    team: [],
    ...overrides,
  };
}

export function makeJobScope(cache?: CacheContext): SaveScope {
  const ctx = createExecutionContext();
  if (cache) Object.defineProperty(ctx, "cache", { value: cache });
  return { ctx, log: createLogger("test"), requestId: crypto.randomUUID() };
}

/** A stored job, published at `publishAt`; a draft without it. */
export async function makeOpening(overrides: Partial<OpeningDraft> = {}, publishAt: number | null = Date.now() - day) {
  const draft = makeDraft(overrides);
  const scope = makeJobScope();
  const saved = await saveOpening(openDb(env.DB), { actor: null, draft }, scope);
  const job: OpeningVersion =
    publishAt === null ? saved : await publishOpening(openDb(env.DB), { actor: null, known: saved, publishAt }, scope);
  return { ...draft, ...job };
}

/** `count` published jobs in one statement, spread over departments, kinds and countries; a third of them expired. */
export async function makeManyOpenings(count: number, now: number): Promise<void> {
  const numbers = `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})`;
  const id = "printf('00000000-0000-7000-8000-%012d', i)";
  await env.DB.batch([
    env.DB.prepare(
      `${numbers} INSERT INTO openings (id, slug, requisition_id, title, title_key, department, summary, markdown, html, workplace,
        employment, openings, pay_min, pay_max, currency, pay_period, status, publish_at, closes_at, created_at, updated_at, version)
        SELECT ${id}, 'bulk-' || i, 'B-' || i, 'Engineer ' || i, 'engineer ' || i,
        'Department ' || (i % 12), 'Summary', 'Text', '<p>Text</p>',
        CASE i % 3 WHEN 0 THEN 'on-site' WHEN 1 THEN 'hybrid' ELSE 'remote' END,
        CASE i % 4 WHEN 0 THEN 'contract' ELSE 'full-time' END,
        1, 10.0, 20.0, 'EUR', 'hour', 'published', ?1 - 10000000 - i, CASE i % 3 WHEN 0 THEN ?1 - 1 ELSE ?1 + 1 END, ?1, ?1, 1
        FROM n`,
    ).bind(now),
    env.DB.prepare(`${numbers} INSERT INTO opening_locations SELECT ${id}, 0, 'Town ' || i, NULL, 'DE' FROM n`),
    env.DB.prepare(`${numbers} INSERT INTO opening_remote_countries SELECT ${id}, 'FR' FROM n WHERE i % 3 = 2`),
  ]);
}

/** `d1`, and how many statements were run on it, also through its sessions and in batches. */
export function countQueries(d1: D1Database): { db: D1Database; count(): number } {
  let count = 0;
  const watch = <Target extends D1Database | D1DatabaseSession>(target: Target): Target =>
    new Proxy(target, {
      get(object, name) {
        if (name === "withSession") return (kind?: string) => watch((object as D1Database).withSession(kind));
        if (name === "batch")
          return (statements: D1PreparedStatement[]) => {
            count += statements.length;
            return object.batch(statements);
          };
        if (name === "prepare") return (sql: string) => watchStatement(object.prepare(sql));
        const value: unknown = Reflect.get(object, name);
        return typeof value === "function" ? value.bind(object) : value;
      },
    });
  const watchStatement = (statement: D1PreparedStatement): D1PreparedStatement => {
    const bind = statement.bind.bind(statement);
    statement.bind = (...values) => watchStatement(bind(...values));
    for (const name of ["all", "first", "run", "raw"] as const) {
      const real = statement[name].bind(statement) as (...args: unknown[]) => unknown;
      Object.defineProperty(statement, name, {
        value: (...args: unknown[]) => {
          count += 1;
          return real(...args);
        },
      });
    }
    return statement;
  };
  return { db: watch(d1), count: () => count };
}

/** The database where `between` is done right before the next batch, such as what somebody else does at that moment. */
export function openRaced(between: () => Promise<unknown>): Db {
  return openDb(
    replaceCalls(env.DB, {
      async batch(statements) {
        await between();
        return env.DB.batch(statements);
      },
    }),
  );
}
