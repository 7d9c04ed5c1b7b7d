/** `--write` puts new expressions that are linear on the list; without it, says what is wrong and ends with 1. */
import { listExpressions } from "./lib/list-expressions.ts";
import { findFaults, findUnused, readJudged, writeJudged } from "./lib/judge-expressions.ts";

if (process.argv.includes("--write")) await writeJudged();
const found = listExpressions();
const faults = [...(await findFaults(found, readJudged())), ...findUnused(found)];
for (const fault of faults) console.error(fault);
process.exitCode = faults.length > 0 ? 1 : 0;
