/**
 * Stores a made-up year of visits in an embedded database, the same at each call, and holds every figure of it against a
 * count that asks no database. It cannot reach a remote one.
 */
import { parseArgs } from "node:util";
import { day } from "../app/shared/durations.ts";
import { listDays } from "../app/shared/zoned-buckets.ts";
import { exitWithError } from "./lib/command.ts";
import { orExplain } from "./lib/operator-options.ts";

const usage = `Usage: npm run seed:traffic -- [--views 1000000] [--days 365] [--persist-to DIR]

  --views N          how many page views, about
  --days N           on how many days, up to yesterday
  --persist-to DIR   the local database; .wrangler/state is that of \`npm start\`, which should not run meanwhile`;

const { values } = orExplain(usage, () =>
  parseArgs({
    options: {
      views: { type: "string", default: "1000000" },
      days: { type: "string", default: "365" },
      "persist-to": { type: "string", default: ".wrangler/state" },
      help: { type: "boolean" },
    },
  }),
);
const [views, count] = [Number(values.views), Number(values.days)];
if (values.help || !(views > 0) || !(count >= 1 && count <= 700)) exitWithError(usage);

const [
  { withLocalScope },
  { applyMigrations },
  { openDb },
  { readAnalyticsZone },
  { rollDays },
  { storeTraffic, compareTraffic },
] = await Promise.all([
  import("./seed/scope.ts"),
  import("./lib/migrate.ts"),
  import("../worker/db/client.ts"),
  import("../worker/analytics/figures/zone.ts"),
  import("../worker/analytics/figures/roll-days.ts"),
  import("./traffic/store-traffic.ts"),
]);
await withLocalScope(values["persist-to"], async ({ env }) => {
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
