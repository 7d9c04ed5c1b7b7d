/**
 * Stores a made-up year of visits in an embedded database, the same at each call, and holds every figure of it against a
 * count that asks no database. It cannot reach a remote one.
 */
import { day } from "../../shared/dates/durations.ts";
import { listDays } from "../../shared/dates/zoned-buckets.ts";
import { traffic } from "../commands.ts";
import { claimDatabase } from "../../scripts/lib/claim-task.ts";
import { exitWithError } from "../../scripts/lib/command.ts";
import { readCommandLine } from "../../scripts/lib/read-command-line.ts";
import { usualState } from "../../scripts/lib/target.ts";

const { values } = readCommandLine(traffic);
const [views, count] = [Number(values.views), Number(values.days)];
const state = values["persist-to"] ?? usualState;
await claimDatabase(state, { by: `\`${traffic.run}\`` });

const [
  { withLocalScope },
  { applyMigrations },
  { openDb },
  { readAnalyticsZone },
  { rollDays },
  { storeTraffic, compareTraffic },
] = await Promise.all([
  import("../../scripts/seed/scope.ts"),
  import("../../scripts/lib/migrate.ts"),
  import("../../worker/db/client.ts"),
  import("../../worker/analytics/figures/zone.ts"),
  import("../../worker/analytics/figures/roll-days.ts"),
  import("../traffic/store-traffic.ts"),
]);
await withLocalScope(state, async ({ env }) => {
  await applyMigrations(env.DB);
  const db = openDb(env.DB);
  const { zone } = await readAnalyticsZone(db);
  const now = Date.now();
  const days = listDays({ from: now - count * day, to: now - day }, zone);
  const [first, last] = [days[0]?.from ?? now, days.at(-1)?.to ?? now];
  const { rows } = (await env.DB.prepare("SELECT count(*) AS rows FROM visits WHERE started_at >= ? AND started_at < ?")
    .bind(first, last)
    .first<{ rows: number }>()) ?? { rows: 0 };
  if (rows > 0) console.log(`There are ${rows} visits already, so the figures will not be those of the traffic alone.`);
  const truth = await storeTraffic(db, { from: first, to: last, views, zone }, (done, all) => {
    if (done % 10 === 0 || done === all) console.log(`${done} of ${all} days stored`);
  });
  while ((await rollDays(db)).days > 0);
  console.log(truth.totals);
  if (rows > 0) return;
  const different = await compareTraffic(db, truth, { from: first, to: last, zone });
  if (different.length > 0) exitWithError(`These figures differ from the count: ${different.join(", ")}.`);
  console.log("Every figure is what was counted.");
});
