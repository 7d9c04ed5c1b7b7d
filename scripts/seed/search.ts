import { openDb } from "../../worker/db/client.ts";
import { openSearchDb } from "../../worker/search/engine/search-db.ts";
import { findKey } from "../../worker/search/staff/list-documents.ts";
import { addRule } from "../../worker/search/staff/rules.ts";
import { addSynonyms } from "../../worker/search/staff/synonyms.ts";
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

/** Synonyms and a pin. After the index is filled. */
export async function seedSearch({ env, requestId }: SeedScope): Promise<void> {
  const db = openDb(env.DB);
  const doer = { actor: null, requestId };
  if (await db.selectFrom("search_synonyms").select("id").limit(1).executeTakeFirst()) return;
  for (const group of groups) await addSynonyms(db, group, doer);
  for (const { query, path } of pins) {
    const key = await findKey(openSearchDb(env.SEARCH_DB), path);
    if (key !== null) await addRule(db, { kind: "pin", query, key, place: 1 }, doer);
  }
}
