/** Measures how good the search ranks: `npm run eval:search`. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { exitWithError } from "../lib/command.ts";

const usage = `Usage: npm run eval:search [-- --docs FILE --queries FILE --qrels FILE]

Without files: the judgements that ship, over the demo content that npm start has indexed.

  --docs FILE      documents: JSON lines with _id, title and text, <DOC> elements, or .I/.T/.W
  --queries FILE   queries: JSON lines with _id and text, <top> elements, number and text, or .I/.W
  --qrels FILE     judgements: query, iteration, document, grade; or query, document, grade`;

const { values } = parseArgs({
  options: {
    docs: { type: "string" },
    queries: { type: "string" },
    qrels: { type: "string" },
    help: { type: "boolean" },
  },
});
const { docs, queries, qrels } = values;
const files = docs && queries && qrels ? { docs, queries, qrels } : null;
if (values.help || (!files && (docs || queries || qrels))) exitWithError(usage);

const { openLocal } = await import("../lib/open-local.ts");
const { evaluateCollection } = await import("../eval/evaluate-collection.ts");
const { evaluateDemo } = await import("../eval/evaluate-demo.ts");

const state = files ? await mkdtemp(join(tmpdir(), "site-search-")) : ".wrangler/state";
const { db, searchDb, close } = await openLocal(state);
try {
  await (files ? evaluateCollection(searchDb, files) : evaluateDemo({ db, searchDb }));
} finally {
  await close();
  if (files) await rm(state, { recursive: true, force: true });
}
