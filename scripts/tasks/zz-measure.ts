import { day } from "../../app/shared/durations.ts";
import { withLocalScope } from "../seed/scope.ts";
import { openDb } from "../../worker/db/client.ts";
import { readReport } from "../../worker/analytics/figures/read-report.ts";
const only = process.argv.slice(2);
await withLocalScope("/tmp/b/w-paths/.wrangler/bench1m", async ({ env }) => {
  const db = openDb(env.DB);
  const to = Math.floor(Date.now() / day) * day;
  const base = { zone: "Europe/Berlin", period: { from: to - 30 * day, to }, filters: [], page: null } as const;
  const phone = [{ dimension: "device", is: true, values: ["mobile"] }] as const;
  for (const [name, q] of [
    ["vitals", { ...base, report: "vitals" }],
    ["vitals phone", { ...base, report: "vitals", filters: phone }],
    ["vitals page", { ...base, report: "vitals", page: "/contact" }],
    ["paths", { ...base, report: "paths", page: "/contact" }],
    ["paths none", { ...base, report: "paths" }],
    ["cohorts", { ...base, report: "cohorts" }],
    ["not-found", { ...base, report: "not-found" }],
  ] as const) {
    if (only.length && !only.includes(name)) continue;
    const times = [];
    for (let i = 0; i < 2; i++) { const s = performance.now(); const r = await readReport(db, q as never); times.push(Math.round(performance.now() - s)); if (i === 0) console.log(name, JSON.stringify(r).slice(0, 300)); }
    console.log(name, times);
  }
});
