/** The archive of visits (docs/visit-archive.md) for operators: what is in it, whether that is right, and its restore. */
import { openArchive, readSink } from "../../worker/analytics/archive/open-archive.ts";
import { restoreDay } from "../../worker/analytics/archive/restore-day.ts";
import type { Sink } from "../../worker/analytics/archive/types.ts";
import { verifyDays } from "../../worker/analytics/archive/verify-days.ts";
import { openDb } from "../../worker/db/client.ts";
import { visitsArchive } from "../commands/data.ts";
import { exitWithError } from "../lib/command.ts";
import { explainMissingTables, openSite } from "../lib/open-site.ts";
import { readCommandLine } from "../lib/read-command-line.ts";
import { readTarget } from "../lib/target.ts";

const { values } = readCommandLine(visitsArchive);
const target = readTarget(values);
const chosen = [values.list, values.verify, values.restore].filter(Boolean).length;
if (chosen !== 1) exitWithError("One of --list, --verify and --restore DAY says what to do.");
if (values.restore !== undefined && !/^\d{4}-\d\d(-\d\d)?$/.test(values.restore))
  exitWithError(`"${values.restore}" is no day, such as 2026-11-22, and no month, such as 2026-11.`);

const site = await openSite(target, values.restore === undefined ? {} : { writer: visitsArchive.run });
const { env } = site;
try {
  const db = openDb(env.DB);
  const open = (sink: Sink) => openArchive(env, sink);
  const days = await db
    .selectFrom("archived_days")
    .selectAll()
    .orderBy("name")
    .execute()
    .catch((error: Error) => exitWithError(explainMissingTables(error, target)));
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
} catch (error) {
  process.exitCode = 1;
  console.error((error as Error).message);
} finally {
  await site.close();
}
