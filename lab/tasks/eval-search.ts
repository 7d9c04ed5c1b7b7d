/** Measures how well the search ranks: `npm run lab -- eval-search`. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { exitWithError } from "../../scripts/lib/command.ts";
import { readCommandLine } from "../../scripts/lib/read-command-line.ts";
import { usualState } from "../../scripts/lib/target.ts";
import { evalSearch } from "../commands.ts";
import type { CollectionOptions } from "../eval/evaluate-collection.ts";
import { withIndex } from "../eval/with-index.ts";

const { values } = readCommandLine(evalSearch);
const { docs, queries, qrels, gain, best, run, name, keep, against } = values;
const [weight, version] = [values.weight, values.version].map((text) =>
  text === undefined ? undefined : Number(text),
);
if ((docs || queries || qrels) && !(queries && qrels))
  exitWithError("--queries and --qrels belong together, and --docs needs both.");
if (name !== undefined && gain !== "linear") exitWithError("Figures that are kept are those of linear gain.");

if (docs && queries && qrels) {
  if (keep || against || version) exitWithError("--keep, --against and --version are of the site: leave --docs out.");
  const { evaluateCollection } = await import("../eval/evaluate-collection.ts");
  const state = await mkdtemp(join(tmpdir(), "site-search-"));
  const options = {
    docs,
    queries,
    qrels,
    gain,
    best,
    ...(weight !== undefined && { weight }),
    ...(run !== undefined && { run }),
    ...(name !== undefined && { name }),
  } as CollectionOptions;
  await withIndex(state, ({ searchDb }) => evaluateCollection(searchDb, options));
  await rm(state, { recursive: true, force: true });
} else {
  if (run || name || weight !== undefined) exitWithError("--run, --name and --weight are of a collection: add --docs.");
  const { evaluateSite } = await import("../eval/evaluate-site.ts");
  const options = { queries, qrels, keep, against, ...(version !== undefined && { version }) };
  await withIndex(usualState, (local) => evaluateSite(local, options));
}
