/** Measures how good the search ranks: `npm run eval:search`. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { CollectionOptions } from "../../lab/eval/evaluate-collection.ts";
import { evalSearch } from "../commands/development.ts";
import { exitWithError } from "../lib/command.ts";
import { readCommandLine } from "../lib/read-command-line.ts";

const { values } = readCommandLine(evalSearch);
const { docs, queries, qrels, gain, best, run, name } = values;
const weight = values.weight === undefined ? undefined : Number(values.weight);
const files =
  docs && queries && qrels
    ? ({
        docs,
        queries,
        qrels,
        gain,
        best,
        ...(weight !== undefined && { weight }),
        ...(run !== undefined && { run }),
        ...(name !== undefined && { name }),
      } as CollectionOptions)
    : null;
if (name !== undefined && gain !== "linear") exitWithError("Figures that are kept are those of linear gain.");
if (!files && (docs || queries || qrels)) exitWithError("--docs, --queries and --qrels belong together.");

const { openLocal } = await import("../lib/open-local.ts");
const { evaluateCollection } = await import("../../lab/eval/evaluate-collection.ts");
const { evaluateDemo } = await import("../../lab/eval/evaluate-demo.ts");

const state = files ? await mkdtemp(join(tmpdir(), "site-search-")) : ".wrangler/state";
const { db, searchDb, close } = await openLocal(state);
try {
  await (files ? evaluateCollection(searchDb, files) : evaluateDemo({ db, searchDb }));
} catch (error) {
  process.exitCode = 1;
  const { message } = error as Error;
  console.error(message.includes("no such table") ? "Nothing is indexed yet: run `npm start` once." : message);
} finally {
  await close();
  if (files) await rm(state, { recursive: true, force: true });
}
