import { day } from "#shared/dates/durations.ts";

/** When the demo company began to use the site: its accounts are as old. */
export const companyBegan = Date.now() - 150 * day;

/** The request id of what the demo company did: the audit log marks such an entry as demo data. */
export const demoRequest = "demo";

/**
 * Runs `work` as if it were `at` (epoch milliseconds), so that the entries of the audit log tell of that day. Only one at a
 * time, because the whole process takes it for that day.
 */
export async function pretend<Result>(at: number, work: () => Promise<Result>): Promise<Result> {
  const real = Date.now;
  Date.now = () => at;
  try {
    return await work();
  } finally {
    Date.now = real;
  }
}

/** The ids of the demo accounts, by the part of the address before the @. */
export async function readDemoStaff<Id extends string>(db: D1Database): Promise<ReadonlyMap<string, Id>> {
  const { results } = await db
    .prepare("SELECT replace(email, '@demo.example', '') AS name, id FROM accounts WHERE is_demo = 1")
    .all<{ name: string; id: Id }>();
  return new Map(results.map(({ name, id }) => [name, id]));
}
