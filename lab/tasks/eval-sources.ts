/** Counts how many sources of visits are named rightly: `npm run lab -- eval-sources`. */
import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { evalSources } from "../commands.ts";
import { judgeAgents, judgeReferrers } from "../eval/evaluate-sources.ts";
import { exitWithError } from "../../scripts/lib/command.ts";
import { keepSection } from "../../scripts/lib/figures-sections.ts";
import { readCommandLine } from "../../scripts/lib/read-command-line.ts";

const { values } = readCommandLine(evalSources);
const { referrers, agents, figures } = values;
if (!referrers && !agents) exitWithError("Name a file: --referrers, --agents or both.");

const kinds = [
  { name: "a page before", cases: referrers ? judgeReferrers(await readFile(referrers, "utf8")) : [] },
  { name: "a user agent", cases: agents ? judgeAgents(await readFile(agents, "utf8")) : [] },
].filter(({ cases }) => cases.length > 0);
for (const { input, right, found } of kinds.flatMap(({ cases }) => cases).filter(({ isRight }) => !isRight))
  console.log(`${input}\n  right: ${right}\n  found: ${found}`);
const counts = kinds
  .map(({ name, cases }) => `${cases.filter(({ isRight }) => isRight).length} of ${cases.length} by ${name}`)
  .join(", ");
console.log(`Right: ${counts}.`);
if (figures) await keepSection("## Sources of visits", writeSection());

function writeSection(): string {
  const day = new Date().toISOString().slice(0, 10);
  const names = Object.entries({ referrers, agents }).flatMap(([option, path]) =>
    path ? [`--${option} ${basename(path)}`] : [],
  );
  return `## Sources of visits

How many cases of a reader get the right channel, source, device, browser or system: ${counts}. Written on ${day} by \`npm run lab -- eval-sources ${names.join(" ")} --figures\`, on files that the reader names; \`lab/eval/demo/referrers.tsv\` is one. [Why](decisions/062-tracker.md).`;
}
