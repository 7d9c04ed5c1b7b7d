/** Prints what visitors ask that nothing answers, and passages that say nearly the same: `npm run lab -- search-report`. */
import { readCommandLine } from "../../scripts/lib/read-command-line.ts";
import { usualState } from "../../scripts/lib/target.ts";
import { searchReport } from "../commands.ts";
import { withIndex } from "../eval/with-index.ts";

const { values } = readCommandLine(searchReport);
const { writeReport } = await import("../eval/write-report.ts");
await withIndex(values["persist-to"] ?? usualState, async (local) => console.log(await writeReport(local, Date.now())));
