/** What staff change about the search. */
import { env } from "cloudflare:workers";
import { openDb } from "#worker/db/client.ts";
import { addRule } from "#worker/search/staff/rules.ts";
import { addSynonyms } from "#worker/search/staff/synonyms.ts";
import { workersAiModels } from "#worker/search/versions/models.ts";
import { pauseRun, startRun } from "#worker/search/versions/runs.ts";
import { listVersions, switchVersion } from "#worker/search/versions/versions.ts";
import { makeScope } from "../../make-scope.ts";
import { drain, makeAi, putTexts, searchDb } from "../../search/search-make.ts";
import { type Caller, type FaultCase, ofStaff, type StaffForm } from "./case.ts";

const db = openDb(env.DB);
type More = Partial<FaultCase>;
type Fields = Awaited<ReturnType<StaffForm["make"]>>[1];
const doer = ({ id: actor }: Pick<Caller, "id">) => ({ actor, requestId: makeScope().requestId });

const search = (part: string, what: string, make: (user: Caller) => Promise<Fields>, more: More = {}) =>
  ofStaff({
    door: `staff/search/${part}/${part}`,
    what,
    as: "super_admin",
    bindings: () => ({ AI: makeAi().AI }),
    make: async (user) => [`/embeddings-management${part === "overview" ? "" : `/${part}`}`, await make(user)],
    ...more,
  });

const gone = () => ({ env: { ...env, AI: makeAi().AI } as Env, requestId: makeScope().requestId, actor: null });
const model = workersAiModels[0]?.key ?? "";

async function makeLive(): Promise<number> {
  await putTexts(8);
  await drain([{ kind: "vectors" }]);
  return (await listVersions(searchDb))[0]?.id ?? 0;
}

async function makeRun(): Promise<string> {
  await makeLive();
  const order = { kind: "new", model: workersAiModels[0], switches: false };
  return startRun(gone(), order as Parameters<typeof startRun>[1]);
}

async function makeReady(): Promise<number> {
  const run = await makeRun();
  const { AI } = makeAi();
  await drain([{ kind: "run", run, step: 0 }], { chooseEnv: () => ({ AI }) });
  return (await listVersions(searchDb))[0]?.id ?? 0;
}

const words = { texts: ["erp", "sap"], oneWay: false };
const rule = { kind: "exclusion" as const, query: "cloud", key: "page:/test-1", place: 1 };
const plain = { id: "", version: "", check: "" };
/** The audit log and the index are two databases. */
const apart: More = {
  partly: "the entry is stored before the change, in another database",
  entries: "an attempt that was not answered has an entry, too",
  repeats: "who asks again is answered as it then is",
};
const later = "a step that was not delivered goes on with the next job";
const runs = { of: ["versions", "runs"], why: later };

export const ofSearch: readonly FaultCase[] = [
  search(
    "words",
    "synonyms-save",
    async () => ({ do: "synonyms-save", ...plain, texts: "erp\nsap", "one-way": "no" }),
    {
      leaves: ["search_synonyms.added"],
    },
  ),
  search(
    "words",
    "synonyms change",
    async (user) => ({
      do: "synonyms-save",
      id: await addSynonyms(db, words, doer(user)),
      version: "1",
      texts: "erp\nx",
      check: "",
    }),
    { leaves: ["search_synonyms.changed"] },
  ),
  search(
    "words",
    "synonyms-delete",
    async (user) => ({ do: "synonyms-delete", id: await addSynonyms(db, words, doer(user)), version: "1" }),
    { leaves: ["search_synonyms.deleted"] },
  ),
  search(
    "words",
    "rule-save",
    async () => {
      await makeLive();
      return { do: "rule-save", ...plain, kind: "pin", query: "Cloud", page: "/test-1", place: "1" };
    },
    { leaves: ["search_rule.added"] },
  ),
  search(
    "words",
    "rule change",
    async (user) => {
      await makeLive();
      const id = await addRule(db, rule, doer(user));
      return {
        do: "rule-save",
        id,
        version: "1",
        kind: "exclusion",
        query: "Cloud",
        page: "/test-2",
        place: "1",
        check: "",
      };
    },
    { leaves: ["search_rule.changed"] },
  ),
  search(
    "words",
    "rule-delete",
    async (user) => ({ do: "rule-delete", id: await addRule(db, rule, doer(user)), version: "1" }),
    {
      leaves: ["search_rule.deleted"],
    },
  ),
  search(
    "overview",
    "start",
    async () => {
      await makeLive();
      return { do: "start", kind: "new", model };
    },
    { leaves: ["search.run_started"], remainders: runs, ...apart },
  ),
  search("overview", "pause", async () => ({ do: "pause", run: await makeRun() }), {
    leaves: ["search.run_changed"],
    ...apart,
  }),
  search(
    "overview",
    "resume",
    async () => {
      const run = await makeRun();
      await pauseRun(gone(), run);
      return { do: "resume", run };
    },
    { remainders: runs, leaves: ["search.run_changed"], ...apart },
  ),
  search("overview", "cancel", async () => ({ do: "cancel", run: await makeRun() }), {
    leaves: ["search.run_changed"],
    ...apart,
  }),
  search("overview", "switch", async () => ({ do: "switch", version: String(await makeReady()) }), {
    leaves: ["search.switched"],
    ...apart,
  }),
  search(
    "overview",
    "rollback",
    async () => {
      const version = await makeReady();
      await switchVersion(gone(), version);
      const before = (await listVersions(searchDb)).find(({ state }) => state === "retired");
      return { do: "rollback", version: String(before?.id) };
    },
    { leaves: ["search.switched"], ...apart },
  ),
  search(
    "documents",
    "embed",
    async () => {
      await makeLive();
      return [
        ["do", "embed"],
        ["key", "page:/test-1"],
      ];
    },
    { leaves: ["search.run_started"], remainders: runs, ...apart },
  ),
];
