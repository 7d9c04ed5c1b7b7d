/** The archive of visits (docs/visit-archive.md) for operators: what is in it, whether that is right, and the way back. */
import { openArchive, readSink } from "../worker/analytics/archive/open-archive.ts";
import { restoreDay } from "../worker/analytics/archive/restore-day.ts";
import type { Sink } from "../worker/analytics/archive/types.ts";
import { verifyDays } from "../worker/analytics/archive/verify-days.ts";
import { openDb } from "../worker/db/client.ts";
import { exitWithError } from "./lib/command.ts";
import { readOptions } from "./lib/operator-options.ts";
import { openBindings } from "./lib/open-bindings.ts";

const usage = `Usage: npm run visits:archive -- --list | --verify | --restore 2026-11-22 [--local | --remote] [--persist-to DIR]

  --list             the days in the archive: how many visits and events, and what waits or has failed
  --verify           reads each day and compares it with what was stored, and with D1 where D1 has it as well
  --restore DAY      brings the visits of a day back into D1 for 30 days; a month, such as 2026-11, all of its days
  --local            in the database of \`npm start\` on this machine (the usual choice), which should not run meanwhile
  --remote           in the deployed database and archive
  --persist-to DIR   in another local database: .wrangler/dev is that of \`npm run dev\`
  --help             shows this`;

const values = readOptions(usage, {
  list: { type: "boolean" },
  verify: { type: "boolean" },
  restore: { type: "string" },
});
if (values.help) {
  console.log(usage);
  process.exit(0);
}
const chosen = [values.list, values.verify, values.restore].filter(Boolean).length;
if ((values.local && values.remote) || chosen !== 1 || !/^\d{4}-\d\d(-\d\d)?$/.test(values.restore ?? "2026-11"))
  exitWithError(usage);

const { env, close } = await openBindings(
  values.remote ? { kind: "remote" } : { kind: "local", state: values["persist-to"] },
);
try {
  const db = openDb(env.DB);
  const open = (sink: Sink) => openArchive(env, sink);
  const days = await db
    .selectFrom("archived_days")
    .selectAll()
    .orderBy("name")
    .execute()
    .catch((error: Error) =>
      exitWithError(
        `The database could not be read: \`npm start\` makes a local one, \`npm run deploy\` the other.\n${error.message}`,
      ),
    );
  if (values.list) {
    console.log(`The archive is ${readSink(env) ?? "off"}. ${days.length} days are in it.`);
    for (const { name, sink, visits, events, moved_at, stored_revision, revision, error } of days) {
      const state =
        stored_revision !== revision ? "waits to be stored" : moved_at === null ? "" : "in the archive alone";
      console.log([name, sink, `${visits} visits`, `${events} events`, state, error ?? ""].filter(Boolean).join("  "));
    }
  }
  if (values.verify) {
    let wrong = 0;
    for await (const { name, mistake } of verifyDays(db, open)) {
      if (mistake !== null) wrong += 1;
      console.log(`${name}  ${mistake ?? "right"}`);
    }
    if (days.length === 0) console.log("No day is in the archive: there is nothing to compare.");
    if (wrong > 0) process.exitCode = 1;
  }
  if (values.restore) {
    const asked = days.filter(({ name }) => name.startsWith(values.restore ?? ""));
    if (asked.length === 0) exitWithError(`The archive has nothing of ${values.restore}.`);
    for (const { name } of asked) console.log(`${name}  ${await restoreDay(db, open, name)} visits are in D1`);
  }
} finally {
  await close();
}
