/** All jobs with work to do: at once twice, and after a day on which none ran. What they leave is what one run leaves. */
import { createExecutionContext, createScheduledController, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeEach, expect, test, vi } from "vitest";
import { day, minute } from "#shared/dates/durations.ts";
import { schedules } from "#worker/lib/schedules.ts";
import { worker } from "../built-worker.ts";
import { makeMailer } from "../enquiries/enquiries-make.ts";
import { emptyWritten, listTables } from "../empty-tables.ts";
import { background } from "./faults/cases-background.ts";
import { jobs } from "./faults/doors.ts";
import { compareStates, openState } from "./faults/state.ts";
import { resetSearch } from "../search/search-make.ts";
import { muteConsole } from "../make.ts";

// Ahead of the clock of the database, whose triggers write times, too.
const start = Date.now() + 10 * minute;

muteConsole("warn", "error");
beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"] }));

/** Empty tables, and work for every job. */
async function makeWork(): Promise<void> {
  vi.setSystemTime(start);
  await emptyWritten(await listTables());
  await resetSearch();
  const names = new Set(jobs.map(({ name }) => name));
  // Rows for every rule of retention would leave nothing for the others to do.
  for (const one of background) if (names.has(one.door) && !one.door.startsWith("prune")) await one.prepare();
}

async function run(cron: string): Promise<string> {
  const ctx = createExecutionContext();
  try {
    await worker.scheduled(createScheduledController({ cron }), { ...env, EMAIL: makeMailer().binding }, ctx);
    return "";
  } catch (error) {
    return String((error as AggregateError).errors ?? error);
  } finally {
    await waitOnExecutionContext(ctx).catch(() => undefined);
  }
}

const crons = [schedules.hourly, schedules.everyFiveMinutes];

test("jobs that run twice at once leave what one run after the other leaves, and none fails @ci", async () => {
  const { read } = await openState();
  await makeWork();
  for (const cron of [...crons, ...crons]) expect(await run(cron), cron).toBe("");
  const wanted = await read();
  await makeWork();
  for (const cron of crons) expect(await Promise.all([run(cron), run(cron)]), cron).toEqual(["", ""]);
  for (const cron of crons) expect(await run(cron), cron).toBe("");
  expect(compareStates(await read(), wanted)).toEqual([]);
});

test("after a day without jobs all of it is done, and another run finds nothing to do", async () => {
  const { read } = await openState();
  await makeWork();
  vi.setSystemTime(start + day);
  for (const cron of [...crons, ...crons, ...crons]) expect(await run(cron), cron).toBe("");
  const done = await read();
  for (const cron of crons) expect(await run(cron), cron).toBe("");
  expect(compareStates(await read(), done)).toEqual([]);
  const { results } = await env.DB.prepare("select state from outbox where state = 'waiting' and due_at <= ?")
    .bind(Date.now())
    .all();
  expect(results).toEqual([]);
});
