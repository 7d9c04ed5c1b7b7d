/** The staff page of the search through its routes, over the index that the built Worker has filled. */
import { env } from "cloudflare:workers";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { loader as loadTest } from "#app/staff/search/test/test.tsx";
import { loader as loadDocuments } from "#app/staff/search/documents/documents.tsx";
import { loader as loadLog } from "#app/staff/search/log/log.tsx";
import { loader as loadOverview } from "#app/staff/search/overview/overview.tsx";
import { action as answerWords, loader as loadWords } from "#app/staff/search/words/words.tsx";
import { countD1, startCounts } from "../../../lab/bench/count-d1.ts";
import { makeArgs, type Visit } from "../visit-staff.ts";
import { makeAccount } from "../make.ts";
import { fillSearch, resetSearch } from "./search-make.ts";

const path = "/embeddings-management";
let visit: Visit;

beforeAll(async () => {
  await resetSearch();
  await fillSearch();
  // All pages are rendered and indexed.
}, 60_000);
beforeEach(async () => {
  visit = { user: (await makeAccount({ roles: ["marketing_admin"] })).id };
});

/** What a part shows. */
async function open<View>(loader: (args: never) => Promise<{ data: { view: View | null } }>, address: string) {
  const { data } = await loader(makeArgs(path + address, visit).args as never);
  if (!data.view) throw new Error(`${address} was not read.`);
  return data.view;
}

/** Posts a form: where it leads, or what it answers. */
async function post(action: (args: never) => Promise<unknown>, form: Record<string, string>) {
  try {
    const { args } = makeArgs(path, visit, { form });
    const { data, init } = (await action(args as never)) as { data: Record<string, unknown>; init?: ResponseInit };
    return { ...data, status: init?.status ?? 200, to: null };
  } catch (thrown) {
    if (thrown instanceof Response) return { status: thrown.status, to: thrown.headers.get("Location") };
    return { status: (thrown as { init?: ResponseInit }).init?.status, to: null };
  }
}

test("the overview tells what is indexed, and what serves", async () => {
  const view = await open(loadOverview, "");
  expect(view.coverage.map(({ kind, isWhole }) => [kind, isWhole])).toContainEqual(["service", true]);
  expect(view.versions[0]).toMatchObject({ state: "live", model: "LSA, learnt from this site" });
  expect(view.serving).toContain("Workers AI is not bound");
  expect((await open(loadOverview, "?plan=new")).plan?.facts.map(({ name }) => name)).toContain("Cost, about");
});

test("synonyms are tried, added, changed by who has seen them, and come back after they were deleted", async () => {
  const form = { texts: "erp\ncloud engineering", "one-way": "no", check: "erp", id: "", version: "" };
  expect(await post(answerWords, { ...form, do: "synonyms-preview" })).toMatchObject({ status: 200, effect: {} });
  expect(await post(answerWords, { ...form, texts: "erp", do: "synonyms-save" })).toMatchObject({ status: 400 });
  expect((await post(answerWords, { ...form, do: "synonyms-save" })).status).toBe(303);
  expect((await post(answerWords, { ...form, do: "synonyms-save" })).status).toBe(409);
  const [group] = (await open(loadWords, "/words")).synonyms;
  if (!group) throw new Error("There is no group.");
  const known = { id: group.id, version: String(group.version) };
  expect((await post(answerWords, { ...form, ...known, texts: "sap, erp", do: "synonyms-save" })).status).toBe(303);
  expect((await post(answerWords, { ...form, ...known, texts: "sap, x", do: "synonyms-save" })).status).toBe(409);
  const deleted = await post(answerWords, { do: "synonyms-delete", id: group.id, version: "2" });
  const { undo } = (deleted as unknown as { outcome: { undo: string[] } }).outcome;
  expect((await open(loadWords, "/words")).synonyms).toEqual([]);
  expect((await post(answerWords, { do: "undo", undo: undo[0] ?? "" })).status).toBe(200);
  expect((await open(loadWords, "/words")).synonyms).toHaveLength(1);
  expect((await post(answerWords, { do: "undo", undo: "{}" })).status).toBe(409);
  expect((await post(answerWords, { do: "else" })).status).toBe(400);
});

test("a pin needs a page that there is, and stands first in the tester", async () => {
  const form = { kind: "pin", query: "Cloud!", page: "/contact", place: "1", check: "", id: "", version: "" };
  expect(await post(answerWords, { ...form, page: "/nowhere", do: "rule-save" })).toMatchObject({ status: 400 });
  expect((await post(answerWords, { ...form, do: "rule-save" })).status).toBe(303);
  expect((await open(loadWords, "/words")).pins).toMatchObject([{ query: "cloud", path: "/contact" }]);
});

test("the tester ranks and explains", async () => {
  const view = await open(loadTest, "/test?q=cloud+engineering");
  const [first] = view.found?.fused ?? [];
  if (!first) throw new Error("Nothing is found.");
  const explained = await open(loadTest, `/test?q=cloud+engineering&explain=${encodeURIComponent(first.key)}`);
  expect(explained.found?.explanation?.words.length).toBeGreaterThan(0);
  // What is explained is what ranks.
  const [, passage = "", whole = ""] =
    /: ([\d.]+) for its best passage and ([\d.]+) for/.exec(explained.found?.explanation?.lexical ?? "") ?? [];
  const byWords = view.found?.lexical.find(({ key }) => key === first.key);
  expect(Number(passage) + Number(whole)).toBeCloseTo(Number(byWords?.score), 1);
  expect(Number(whole)).toBeGreaterThan(0);
});

test("documents, their neighbours and the log are read", async () => {
  const { rows } = await open(loadDocuments, "/documents?kind=service");
  const key = rows[0]?.key ?? "";
  const { open: document } = await open(loadDocuments, `/documents?key=${encodeURIComponent(key)}`);
  const chunk = document?.chunks[0]?.id;
  const near = await open(loadDocuments, `/documents?key=${encodeURIComponent(key)}&near=${chunk}`);
  expect(near.open?.chunks[0]?.neighbours?.length).toBeGreaterThan(0);
  expect(document?.related).toBe(null);
  const counts = startCounts();
  const SEARCH_DB = countD1(env.SEARCH_DB, counts);
  const { args, scope } = makeArgs(path, visit);
  Object.assign(scope, { env: { ...env, SEARCH_DB } });
  await loadOverview(args as never);
  expect(counts.trips).toBe(1);
  expect((await open(loadLog, "/log?show=nothing&days=7")).rows).toEqual([]);
});
