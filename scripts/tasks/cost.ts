import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { readCounted } from "../cost/counted.ts";
import { writeCost } from "../cost/write-cost.ts";
import { root } from "../lib/command.ts";

/** `npm run cost`: computes docs/cost.md anew. */
writeFileSync(join(root, "docs/cost.md"), writeCost(readCounted()));
console.log("docs/cost.md is written. Counted figures come from docs/figures.md, prices from scripts/cost/prices.ts.");
