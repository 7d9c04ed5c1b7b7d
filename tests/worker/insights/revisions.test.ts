/** The revisions of an article: listed, compared, named and restored, through the built Worker. */
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { openDb } from "#worker/db/client.ts";
import type { InsightId } from "#worker/db/insights-tables.ts";
import { readRevisions, selectRevisions, selectTexts } from "#worker/insights/revisions.ts";
import { createInsight, saveDraft } from "#worker/insights/save-insight.ts";
import { newId } from "#worker/lib/ids.ts";
import { makeWriter } from "./article-make.ts";
import { expectIndexed } from "../search/expect-indexed.ts";
import { makeDraft } from "./insights-make.ts";
import { makeScope } from "../make-scope.ts";
import { muteConsole } from "../make.ts";

const db = openDb(env.DB);

muteConsole("warn", "error");

/** An article with two revisions. */
async function makeRevised(before = "One two three.", after = "One 2 three.") {
  const draft = await makeDraft({ markdown: before });
  const id = await createInsight(db, { draft, actor: null }, makeScope());
  await saveDraft(db, { id, version: 1, actor: null, draft: { ...draft, markdown: after } }, makeScope());
  return { id, draft, path: `/blog-management/${id}/revisions` };
}

test("the newest revision is compared with the one before by words, in one text and side by side", async () => {
  const { path } = await makeRevised();
  const ada = await makeWriter();
  const { text } = await ada.ask(path);
  expect(text).toContain("<del>two</del><ins>2</ins>");
  const side = (await ada.ask(`${path}?view=side`)).text;
  expect(side).toContain("<del>two</del><span> three.</span>");
  expect(side).toContain("<ins>2</ins><span> three.</span>");
  expect((await ada.ask(`${path}?to=77`)).status).toBe(404);
});

test("a restored revision is a new one: what was newest before is kept, and the address stays", async () => {
  const { id, path, draft } = await makeRevised();
  const ada = await makeWriter();
  await ada.change(id, { intent: "save", version: 2, draft: { ...draft, slug: "moved-since", markdown: "Three." } });
  const restored = await ada.post(path, { intent: "restore", version: "3", revision: "1" });
  expect(restored).toMatchObject({ status: 303, location: `/blog-management/${id}?done=restore` });
  expect(await ada.readLive(id)).toMatchObject({ draft: { markdown: "One two three.", slug: "moved-since" } });
  const found = await readRevisions(db, { id, to: null, from: null });
  expect(found?.revisions.map(({ version }) => version)).toEqual([4, 3, 2, 1]);
});

test("a restore by a page that is out of date is refused, and changes nothing", async () => {
  const { id, path } = await makeRevised();
  const ada = await makeWriter();
  expect((await ada.post(path, { intent: "restore", version: "1", revision: "1" })).status).toBe(409);
  expect(await ada.readLive(id)).toMatchObject({ version: 2 });
});

test("a revision with a name stays beside later saves, is listed by it, and loses it again", async () => {
  const { id, draft, path } = await makeRevised();
  const ada = await makeWriter();
  await ada.change(id, { intent: "save", version: 2, draft: { ...draft, markdown: "Mine." } });
  expect(
    (await ada.post(path, { intent: "name", revision: "3", name: "As the board\u202e <i>saw</i> it" })).location,
  ).toBe(`${path}?done=name`);
  await ada.change(id, { intent: "save", version: 3, draft: { ...draft, markdown: "Mine, later." } });
  expect((await ada.ask(path)).text).toContain("As the board &lt;i&gt;saw&lt;/i&gt; it");
  const read = async () => (await readRevisions(db, { id, to: null, from: null }))?.revisions.map(({ name }) => name);
  expect(await read()).toEqual([null, "As the board <i>saw</i> it", null, null]);
  await ada.post(path, { intent: "name", revision: "3", name: "" });
  expect(await read()).toEqual([null, null, null, null]);
  expect((await ada.post(path, { intent: "name", revision: "99", name: "None" })).status).toBe(409);
});

test("revisions are read from indexes", async () => {
  const id = newId<InsightId>();
  await expectIndexed(selectRevisions(db, id));
  await expectIndexed(selectTexts(db, id, [1, 2]));
});
