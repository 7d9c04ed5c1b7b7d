/** The archive of visits for tests: jobs with it switched on, what it holds, and bindings that fail. */
import {
  applyD1Migrations,
  createExecutionContext,
  createScheduledController,
  waitOnExecutionContext,
} from "cloudflare:test";
import { env } from "cloudflare:workers";
import { openArchive } from "#worker/analytics/archive/open-archive.ts";
import type { LinePage, Sink } from "#worker/analytics/archive/types.ts";
import { readLines } from "#worker/analytics/archive/visit-lines.ts";
import { openDb } from "#worker/db/client.ts";
import worker from "#worker/index.ts";
import { schedules } from "#worker/lib/schedules.ts";

const db = openDb(env.DB);
const years = [env.VISITS_2025, env.VISITS_2026];

/** Empties bucket and databases. */
export async function emptyArchives(): Promise<void> {
  const { objects } = (await env.VISITS_BUCKET?.list()) ?? { objects: [] };
  await env.VISITS_BUCKET?.delete(objects.map(({ key }) => key));
  for (const year of years) {
    if (!year) continue;
    await applyD1Migrations(year, env.ARCHIVE_MIGRATIONS);
    await year.batch([year.prepare("delete from visits"), year.prepare("delete from whole_days")]);
  }
}

/** Runs the jobs of every five minutes with these variables and bindings. */
export async function runJobs(overrides: Partial<Env>): Promise<void> {
  const ctx = createExecutionContext();
  await worker.scheduled(
    createScheduledController({ cron: schedules.everyFiveMinutes }),
    { ...env, ...overrides },
    ctx,
  );
  await waitOnExecutionContext(ctx);
}

async function listTexts(pages: AsyncIterable<LinePage>): Promise<string[]> {
  const texts: string[] = [];
  for await (const page of pages) for (const { text } of page) texts.push(text);
  return texts;
}

/** Lines by day, as the archive has them. */
export async function readArchive(sink: Sink): Promise<Record<string, string[]>> {
  const archive = openArchive(env, sink);
  const days = await archive.listDays();
  const read = (name: string) => listTexts(archive.readDay(name));
  return Object.fromEntries(await Promise.all(days.map(async (name) => [name, await read(name)] as const)));
}

/** What it should have: the lines of the visits in D1 by the day (its date) of each row of `archived_days`. */
export async function readExpected(): Promise<Record<string, string[]>> {
  const days = await db.selectFrom("archived_days").select(["day", "ends", "name"]).orderBy("day").execute();
  const read = (span: { day: number; ends: number }) => listTexts(readLines(db, span));
  return Object.fromEntries(await Promise.all(days.map(async (each) => [each.name, await read(each)] as const)));
}

interface Fault {
  /** Which of the calls fails, from 0 on. */
  at: number;
  /** "after": what was asked is done, and the answer is lost. */
  when: "before" | "after";
}

/** Bindings whose calls go through `ask`, one of which fails. `count` says how many there were. */
export function breakOnce({ at, when }: Fault) {
  let calls = 0;
  async function ask<Answer>(work: () => Promise<Answer>): Promise<Answer> {
    const isNow = (calls += 1) === at + 1;
    if (isNow && when === "before") throw new Error("The network is away.");
    const answer = await work();
    if (isNow) throw new Error("The answer was lost.");
    return answer;
  }
  const wrapStatement = (own: D1PreparedStatement): D1PreparedStatement =>
    new Proxy(own, {
      get(_, name: keyof D1PreparedStatement) {
        if (name === "bind") return (...values: unknown[]) => wrapStatement(own.bind(...values));
        if (name === "all" || name === "run" || name === "first")
          return () => ask(async (): Promise<unknown> => own[name]());
        return Reflect.get(own, name) as unknown;
      },
    });
  const wrapDatabase = (own: D1Database | undefined) =>
    ({
      prepare: (query: string) => wrapStatement((own as D1Database).prepare(query)),
      batch: (statements: D1PreparedStatement[]) => ask(() => (own as D1Database).batch(statements)),
    }) as unknown as D1Database;
  const bucket = env.VISITS_BUCKET as R2Bucket;
  const wrapped = {
    get: (key: string) => ask(() => bucket.get(key)),
    put: (key: string, value: Uint8Array) => ask(() => bucket.put(key, value)),
    delete: (key: string) => ask(() => bucket.delete(key)),
  } as unknown as R2Bucket;
  const bindings: Partial<Env> = {
    DB: wrapDatabase(env.DB),
    VISITS_BUCKET: wrapped,
    VISITS_2025: wrapDatabase(env.VISITS_2025),
    VISITS_2026: wrapDatabase(env.VISITS_2026),
  };
  return { bindings, count: () => calls };
}
