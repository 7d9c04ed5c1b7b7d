import { cpSync, rmSync } from "node:fs";
import { cpus, loadavg, totalmem } from "node:os";
import { readCommandLine } from "../../scripts/lib/read-command-line.ts";
import { claimTask } from "../../scripts/lib/claim-task.ts";
import { load as loadCommand } from "../commands.ts";
import { ensureDevVars, prepareDatabase } from "../../scripts/lib/local-site.ts";
import { runStep } from "../../scripts/lib/steps.ts";
import { buildOnce, testBuild } from "../../scripts/lib/test-parts.ts";

const { values } = readCommandLine(loadCommand);
const minutes = Number(values.minutes);

/** How much of the heap of the first third the last one may have: less than a leak of 100 bytes for each request. */
const mostGrowth = 1.25;
const overloaded = 15;
const state = ".wrangler/load";

// It uses the build of `npm test`.
await claimTask("test");
ensureDevVars();
// Of what else this machine does meanwhile.
const [loadBefore = 0] = loadavg();
await runStep("Build the site", buildOnce);
rmSync(state, { recursive: true, force: true });
await runStep("Prepare the database", () => prepareDatabase(state, testBuild));
const [{ bootConsumingSite }, { readLocalSecret }, { runLoad }, { overload }, { loadKinds }, { keepLoad }] =
  await Promise.all([
    import("../bench/workerd.ts"),
    import("../../scripts/lib/local-site.ts"),
    import("../load/run-load.ts"),
    import("../load/overload.ts"),
    import("../load/kinds.ts"),
    import("../load/write-load.ts"),
  ]);
const own = `${state}-now`;
rmSync(own, { recursive: true, force: true });
cpSync(state, own, { recursive: true });
const site = await bootConsumingSite(testBuild, own);
const secret = readLocalSecret();
const tell = (line: string) => console.log(`  ${line}`);
// What an isolate keeps from its first requests on is no growth.
await runLoad({ site, secret, seconds: 15 }, loadKinds, () => {});
const load = await runLoad({ site, secret, seconds: minutes * 60 }, loadKinds, tell);
const crowded = await overload(site, overloaded);
await site.stop();
rmSync(own, { recursive: true, force: true });

const growth = load.heap[1] / load.heap[0];
const faults = [
  ...new Set(load.errors),
  ...new Set(crowded.wrong),
  ...(growth > mostGrowth ? [`The heap grew from ${load.heap[0].toFixed(1)} to ${load.heap[1].toFixed(1)} MB.`] : []),
  ...(crowded.refused === 0 ? ["Nothing was refused under too much load: who is let in waits for too long."] : []),
];
const text = await keepLoad(
  {
    load,
    crowded,
    at: new Date().toISOString().slice(0, 16).replace("T", " "),
    machine: `${cpus().length} × ${cpus()[0]?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GB, with a load of ${loadBefore.toFixed(1)} before it began`,
    command: `npm run lab -- load --minutes ${values.minutes}`,
  },
  { isStored: !values["no-figures"] && faults.length === 0 },
);
console.log(`\n${text}`);
for (const fault of faults.slice(0, 30)) console.log(`FAILED ${fault}`);
const isDone = faults.length === 0;
console.log(
  `\n${isDone ? "Passed" : "Failed"}: ${load.errors.length} errors under load, ${crowded.wrong.length} beyond it, heap × ${growth.toFixed(2)}`,
);
process.exit(isDone ? 0 : 1);
