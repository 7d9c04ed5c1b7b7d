import { readFileSync } from "node:fs";
import { openDb } from "../../worker/db/client.ts";
import { openSearchDb } from "../../worker/search/engine/search-db.ts";
import { evaluateNow } from "../../worker/search/staff/evaluate-now.ts";
import { importQueries } from "../../worker/search/staff/judgements.ts";
import { findKey } from "../../worker/search/staff/list-documents.ts";
import { addRule } from "../../worker/search/staff/rules.ts";
import { addSynonyms } from "../../worker/search/staff/synonyms.ts";
import { readFiles } from "../../worker/search/staff/read-files.ts";
import { openVectorLeg } from "../../worker/search/versions/vector-leg.ts";
import type { SeedScope } from "./scope.ts";

const groups = [
  { texts: ["erp", "sap", "finance system"], oneWay: false },
  { texts: ["k8s", "kubernetes"], oneWay: false },
  { texts: ["gcc", "capability centre", "capability center"], oneWay: false },
  { texts: ["infosec", "security"], oneWay: true },
  { texts: ["cloud migration", "move to the cloud"], oneWay: false },
  { texts: ["llm", "language model", "generative ai"], oneWay: false },
  { texts: ["vacancies", "careers", "open positions"], oneWay: true },
  { texts: ["help desk", "helpdesk", "service desk"], oneWay: false },
  { texts: ["postmortem", "incident review"], oneWay: false },
  { texts: ["salary", "pay range"], oneWay: true },
  { texts: ["factory", "manufacturing", "plant"], oneWay: true },
  { texts: ["managed services", "operations", "infrastructure security"], oneWay: true },
  { texts: ["datenplattform", "data platform"], oneWay: true },
  { texts: ["crm", "customer relationship management"], oneWay: false },
];

const pins = [{ query: "prices", path: "/contact" }];

/** The demo evaluates one judged query of so many. */
const evaluatedOf = 4;

/** Synonyms, a pin, the judged queries that ship, and one evaluation of some of them. After the index is filled. */
export async function seedSearch({ env, requestId }: SeedScope): Promise<void> {
  const scope = { db: openDb(env.DB), searchDb: openSearchDb(env.SEARCH_DB), leg: openVectorLeg(env as Env) };
  const doer = { actor: null, requestId };
  const { db, searchDb } = scope;
  if (await db.selectFrom("search_synonyms").select("id").limit(1).executeTakeFirst()) return;
  for (const group of groups) await addSynonyms(db, group, doer);
  for (const { query, path } of pins) {
    const key = await findKey(searchDb, path);
    if (key !== null) await addRule(db, { kind: "pin", query, key, place: 1 }, doer);
  }
  const read = (name: string) => readFileSync(new URL(`../../lab/eval/demo/${name}`, import.meta.url), "utf8");
  const { queries } = await readFiles(searchDb, { queries: read("queries.tsv"), qrels: read("qrels.txt") });
  // All of them would take half as long as the rest of the demo data.
  const isEvaluated = (_: unknown, place: number) => place % evaluatedOf === 0;
  await importQueries(db, queries.filter(isEvaluated), doer);
  await evaluateNow(scope, { now: Date.now() }, doer);
  await importQueries(
    db,
    queries.filter((query, place) => !isEvaluated(query, place)),
    doer,
  );
}
