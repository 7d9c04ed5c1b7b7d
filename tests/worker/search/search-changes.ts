/** Every function of worker/search/staff by which staff change something, for audited-changes.test.ts. */
import { env } from "cloudflare:workers";
import { makeMark } from "#tests/draw.ts";
import type { AccountId } from "#worker/db/accounts-tables.ts";
import { openDb } from "#worker/db/client.ts";
import { newId } from "#worker/lib/ids.ts";
import { addRule, changeRule, deleteRule } from "#worker/search/staff/rules.ts";
import { addSynonyms, changeSynonyms, deleteSynonyms } from "#worker/search/staff/synonyms.ts";
import { makeScope } from "../make-scope.ts";

const db = openDb(env.DB);
const doer = (actor: AccountId) => ({ actor, requestId: makeScope().requestId });
const gone = () => ({ id: newId(), version: 1 });
const words = () => ({ texts: ["erp", makeMark()], oneWay: false });
const rule = () => ({ kind: "pin" as const, query: newId(), key: "page:/contact", place: 1 });

export const searchMutations = {
  addSynonyms: {
    action: "search_synonyms.added",
    prepare: async (actor: AccountId) => {
      const same = words();
      return () => addSynonyms(db, same, doer(actor));
    },
  },
  changeSynonyms: {
    action: "search_synonyms.changed",
    prepare: async (actor: AccountId) => {
      const known = { id: await addSynonyms(db, words(), { ...doer(actor), actor: null }), version: 1 };
      return () => changeSynonyms(db, { ...known, ...words() }, doer(actor));
    },
    missing: (actor: AccountId) => changeSynonyms(db, { ...gone(), ...words() }, doer(actor)),
  },
  deleteSynonyms: {
    action: "search_synonyms.deleted",
    prepare: async (actor: AccountId) => {
      const known = { id: await addSynonyms(db, words(), { ...doer(actor), actor: null }), version: 1 };
      return () => deleteSynonyms(db, known, doer(actor));
    },
    missing: (actor: AccountId) => deleteSynonyms(db, gone(), doer(actor)),
  },
  addRule: {
    action: "search_rule.added",
    prepare: async (actor: AccountId) => {
      const same = rule();
      return () => addRule(db, same, doer(actor));
    },
  },
  changeRule: {
    action: "search_rule.changed",
    prepare: async (actor: AccountId) => {
      const known = { id: await addRule(db, rule(), { ...doer(actor), actor: null }), version: 1 };
      return () => changeRule(db, { ...known, ...rule() }, doer(actor));
    },
    missing: (actor: AccountId) => changeRule(db, { ...gone(), ...rule() }, doer(actor)),
  },
  deleteRule: {
    action: "search_rule.deleted",
    prepare: async (actor: AccountId) => {
      const known = { id: await addRule(db, rule(), { ...doer(actor), actor: null }), version: 1 };
      return () => deleteRule(db, known, doer(actor));
    },
    missing: (actor: AccountId) => deleteRule(db, gone(), doer(actor)),
  },
};
