import { readFileSync, rmSync } from "node:fs";
import { faultAreas } from "../../tests/worker/operations/faults/area-names.ts";
import { writeTable } from "../lib/write-table.ts";
import { testFaults } from "../commands/development.ts";
import { readCommandLine } from "../lib/read-command-line.ts";
import type { TestCounts } from "../lib/checks.ts";
import { claimTask } from "../lib/claim-task.ts";
import { keepSection } from "../lib/figures-sections.ts";
import { ensureDevVars } from "../lib/local-site.ts";
import { buildOnce, exitWithCounts, nameReport, runVitest } from "../lib/test-parts.ts";

const {
  operands: [only, at = "", kind = ""],
} = readCommandLine(testFaults);

await claimTask("test:faults");
await claimTask("test");
ensureDevVars();
rmSync("test-results", { recursive: true, force: true });
await buildOnce();
const counts: TestCounts[] = [];
const tried: Tried[] = [];
// A workerd for each: it keeps what a test file has loaded.
for (const area of only && only !== "killed" ? [only] : only ? [] : faultAreas) {
  console.log(`\n${area}`);
  const name = `faults ${area.replaceAll(/\W+/g, "-")}`;
  const env = { TEST_FAULTS: [area, at, kind].join("|") };
  const since = Date.now();
  counts.push(await runVitest(name, ["run", "tests/worker/operations/faults.test.ts"], { env, shows: "tests" }));
  tried.push({ area, ...countFaults(name), seconds: (Date.now() - since) / 1000 });
}
if (!only || only === "killed")
  counts.push(
    await runVitest("killed", ["run", "--config", "vitest.deep.config.ts", "killed"], { env: { TEST_BUILT: "yes" } }),
  );
if (tried.length > 0) console.log(`\n${writeTried(tried)}`);
if (!only && counts.every(({ failed }) => failed === 0)) await keepSection("## Faults", writeTried(tried));
exitWithCounts(counts);

interface Tried {
  area: string;
  mutations: number;
  faults: number;
  seconds: number;
}

/** Each case notes in the report how many faults it had. */
function countFaults(name: string): Pick<Tried, "mutations" | "faults"> {
  const report = JSON.parse(readFileSync(nameReport(name), "utf8")) as {
    testResults: { assertionResults: { meta?: { faults?: number } }[] }[];
  };
  const cases = report.testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .flatMap(({ meta }) => meta?.faults ?? []);
  return { mutations: cases.length, faults: add(cases) };
}

function add(numbers: readonly number[]): number {
  return numbers.reduce((sum, each) => sum + each, 0);
}

function writeTried(areas: readonly Tried[]): string {
  const all = {
    area: "all",
    mutations: add(areas.map(({ mutations }) => mutations)),
    faults: add(areas.map(({ faults }) => faults)),
    seconds: add(areas.map(({ seconds }) => seconds)),
  };
  const at = new Date().toISOString().slice(0, 10);
  return [
    "## Faults",
    `Each call of a binding fails, loses its answer, is late or is done twice, in every mutation: written by \`npm run test:faults\` on ${at}, which keeps it only when nothing was wrong. [Why](decisions/090-faults-and-load.md).`,
    writeTable(
      ["Area", "Mutations", "Faults", "Seconds"],
      [...areas, all].map(({ area, mutations, faults, seconds }) =>
        [area, mutations, faults, Math.round(seconds)].map(String),
      ),
    ),
  ].join("\n\n");
}
