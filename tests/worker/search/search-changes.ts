/** Every function of worker/search/staff by which staff change something, for audited-changes.test.ts. */
import { env } from "cloudflare:workers";
import { makeMark } from "#tests/draw.ts";
import type { AccountId } from "#worker/db/accounts-tables.ts";
import { openDb } from "#worker/db/client.ts";
import { newId } from "#worker/lib/ids.ts";
import { addRule, changeRule, deleteRule } from "#worker/search/staff/rules.ts";
import { addSynonyms, changeSynonyms, deleteSynonyms } from "#worker/search/staff/synonyms.ts";
import { changesOf } from "../audit/mutation.ts";
import { makeScope } from "../make-scope.ts";

const db = openDb(env.DB);
const doer = (actor: AccountId | null) => ({ actor, requestId: makeScope().requestId });
const words = () => ({ texts: ["erp", makeMark()], oneWay: false });
const rule = () => ({ kind: "pin" as const, query: newId(), key: "page:/contact", place: 1 });
const ofSynonyms = changesOf(async () => ({ id: await addSynonyms(db, words(), doer(null)), version: 1 }));
const ofRule = changesOf(async () => ({ id: await addRule(db, rule(), doer(null)), version: 1 }));

export const searchMutations = {
  addSynonyms: {
    action: "search_synonyms.added",
    prepare: async (actor: AccountId) => {
      const same = words();
      return () => addSynonyms(db, same, doer(actor));
    },
  },
  changeSynonyms: ofSynonyms("search_synonyms.changed", (known, actor) =>
    changeSynonyms(db, { ...known, ...words() }, doer(actor)),
  ),
  deleteSynonyms: ofSynonyms("search_synonyms.deleted", (known, actor) => deleteSynonyms(db, known, doer(actor))),
  addRule: {
    action: "search_rule.added",
    prepare: async (actor: AccountId) => {
      const same = rule();
      return () => addRule(db, same, doer(actor));
    },
  },
  changeRule: ofRule("search_rule.changed", (known, actor) => changeRule(db, { ...known, ...rule() }, doer(actor))),
  deleteRule: ofRule("search_rule.deleted", (known, actor) => deleteRule(db, known, doer(actor))),
};
