/** Every function of worker/search/staff by which staff change something, for audited-changes.test.ts. */
import { env } from "cloudflare:workers";
import type { AccountId } from "#worker/db/accounts-tables.ts";
import { openDb } from "#worker/db/client.ts";
import { newId } from "#worker/lib/ids.ts";
import { addQuery, changeQuery, deleteQuery, importQueries, setGrade } from "#worker/search/staff/judgements.ts";
import { addRule, changeRule, deleteRule } from "#worker/search/staff/rules.ts";
import { addSynonyms, changeSynonyms, deleteSynonyms } from "#worker/search/staff/synonyms.ts";
import { makeScope } from "../make.ts";

const db = openDb(env.DB);
const doer = (actor: AccountId) => ({ actor, requestId: makeScope().requestId });
const gone = () => ({ id: newId(), version: 1 });
const words = () => ({ texts: ["erp", newId().slice(-12)], oneWay: false });
const rule = () => ({ kind: "pin" as const, query: newId(), key: "page:/contact", place: 1 });
const query = () => ({ text: newId(), kind: "", grades: { "page:/contact": 3 as const } });

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
  addQuery: {
    action: "search_query.added",
    prepare: async (actor: AccountId) => {
      const same = query();
      return () => addQuery(db, same, doer(actor));
    },
  },
  changeQuery: {
    action: "search_query.changed",
    prepare: async (actor: AccountId) => {
      const known = { id: await addQuery(db, query(), { ...doer(actor), actor: null }), version: 1 };
      return () => changeQuery(db, { ...known, ...query() }, doer(actor));
    },
    missing: (actor: AccountId) => changeQuery(db, { ...gone(), ...query() }, doer(actor)),
  },
  deleteQuery: {
    action: "search_query.deleted",
    prepare: async (actor: AccountId) => {
      const known = { id: await addQuery(db, query(), { ...doer(actor), actor: null }), version: 1 };
      return () => deleteQuery(db, known, doer(actor));
    },
    missing: (actor: AccountId) => deleteQuery(db, gone(), doer(actor)),
  },
  setGrade: {
    action: "search_query.judged",
    prepare: async (actor: AccountId) => () =>
      setGrade(db, { text: newId(), key: "page:/contact", grade: 2 }, doer(actor)),
  },
  importQueries: {
    action: "search_query.imported",
    prepare: async (actor: AccountId) => () => importQueries(db, [query()], doer(actor)),
  },
};
