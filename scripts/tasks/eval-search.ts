/** Measures how good the search ranks: `npm run eval:search`. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { CollectionOptions } from "../eval/evaluate-collection.ts";
import { exitWithError } from "../lib/command.ts";
import { orExplain } from "../lib/operator-options.ts";

const usage = `Usage: npm run eval:search [-- --docs FILE --queries FILE --qrels FILE [options]]

Without files: the judgements that ship, over the demo content that npm start has indexed.

  --docs FILE      documents: JSON lines with _id, title and text; <DOC> elements; .I/.T/.W; or id, tab, text
  --queries FILE   queries: JSON lines with _id and text, <top> elements, number and text, or .I/.W
  --qrels FILE     judgements: query, iteration, document, grade; or query, document, grade
  --gain NAME      what a grade adds: linear (as trec_eval; unless told), exponential (2^grade - 1) or binary
  --best WHICH     "lowest" where 1 is the best grade and 4 the least, as in the judgements that came with Cranfield
  --weight NUMBER  of the vector leg; unless told it is chosen for each fifth of the queries on the other four
  --run NAME       writes the rankings to NAME.lexical.txt and so on, for trec_eval

Files may be compressed by gzip.`;

const { values } = orExplain(usage, () =>
  parseArgs({
    options: {
      docs: { type: "string" },
      queries: { type: "string" },
      qrels: { type: "string" },
      gain: { type: "string", default: "linear" },
      best: { type: "string", default: "highest" },
      weight: { type: "string" },
      run: { type: "string" },
      help: { type: "boolean" },
    },
  }),
);
const { docs, queries, qrels, gain, best, run } = values;
const weight = values.weight === undefined ? undefined : Number(values.weight);
const isKnown =
  ["linear", "exponential", "binary"].includes(gain) &&
  ["highest", "lowest"].includes(best) &&
  (weight === undefined || weight >= 0);
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
      } as CollectionOptions)
    : null;
if (values.help || !isKnown || (!files && (docs || queries || qrels))) exitWithError(usage);

const { openLocal } = await import("../lib/open-local.ts");
const { evaluateCollection } = await import("../eval/evaluate-collection.ts");
const { evaluateDemo } = await import("../eval/evaluate-demo.ts");

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
