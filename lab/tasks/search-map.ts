/** Draws the passages of the search by their vectors: `npm run lab -- search-map`. */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { readCommandLine } from "../../scripts/lib/read-command-line.ts";
import { usualState } from "../../scripts/lib/target.ts";
import { searchMap } from "../commands.ts";
import { withIndex } from "../eval/with-index.ts";

const { values } = readCommandLine(searchMap);
const { drawMap } = await import("../eval/draw-map.ts");
await withIndex(values["persist-to"] ?? usualState, async ({ searchDb }) => {
  const { svg, about } = await drawMap(searchDb);
  mkdirSync(dirname(values.to), { recursive: true });
  writeFileSync(values.to, svg);
  console.log(`${values.to}: ${about}`);
});
