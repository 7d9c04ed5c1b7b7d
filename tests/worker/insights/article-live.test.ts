/** What the page of an article asks of the server, through the built Worker. */
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { openDb } from "#worker/db/client.ts";
import type { InsightId } from "#worker/db/insights-tables.ts";
import { publishInsight } from "#worker/insights/publish-insight.ts";
import { selectEditing } from "#worker/insights/read-editing.ts";
import { readArticle } from "#worker/insights/read-article.ts";
import { makePreviewPath } from "#worker/insights/preview-links.ts";
import { createInsight } from "#worker/insights/save-insight.ts";
import { newId } from "#worker/lib/ids.ts";
import { makeWriter } from "./article-make.ts";
import { expectIndexed } from "../search/expect-indexed.ts";
import { makeDraft, makeInsight, readStatus } from "./insights-make.ts";
import { countPage } from "../pages/count-page.ts";
import { makeSession, makeAccount, writeCookies, muteConsole } from "../make.ts";
import { makeScope } from "../make-scope.ts";
import { makeProgram } from "../api/program-make.ts";

const db = openDb(env.DB);
const hour = 3_600_000;

muteConsole("warn", "error");

async function makeArticle() {
  const draft = await makeDraft();
  return { draft, id: await createInsight(db, { draft, actor: null }, makeScope()) };
}

test("a save stores the draft and says the version; a later one from the same version brings the newest text", async () => {
  const { id, draft } = await makeArticle();
  const [ada, eve] = [await makeWriter({ name: "Ada" }), await makeWriter({ name: "Eve" })];
  const first = await ada.change(id, { intent: "save", version: 1, draft: { ...draft, markdown: "Ada's." } });
  expect(first).toMatchObject({ status: 200, answer: { kind: "done", facts: { version: 2, editedBy: "Ada" } } });
  const late = await eve.change(id, { intent: "save", version: 1, draft: { ...draft, markdown: "Eve's." } });
  expect(late).toMatchObject({
    status: 409,
    answer: { kind: "late", newest: { version: 2, editedBy: "Ada", draft: { markdown: "Ada's." } } },
  });
  expect(await eve.readLive(id)).toMatchObject({ version: 2, draft: { markdown: "Ada's." } });
});

test("of ten saves at once one is stored and nine learn of it", async () => {
  const { id, draft } = await makeArticle();
  const ada = await makeWriter();
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, turn) =>
      ada.change(id, { intent: "save", version: 1, draft: { ...draft, markdown: `Turn ${turn}` } }),
    ),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array.from({ length: 9 }, () => 409)]);
  const { draft: stored } = await ada.readLive(id);
  for (const { answer } of answers)
    if (answer.kind === "late") expect(answer.newest.draft.markdown).toBe(stored.markdown);
});

test("what cannot be taken is told by field, and an address that another article has is one of them", async () => {
  const { id, draft } = await makeArticle();
  const other = await makeArticle();
  const ada = await makeWriter();
  const save = (changes: object) => ada.change(id, { intent: "save", version: 1, draft: { ...draft, ...changes } });
  expect(await save({ slug: "Not One", title: "x".repeat(201) })).toMatchObject({
    status: 400,
    answer: { kind: "invalid", faults: { slug: expect.any(String) as string, title: expect.any(String) as string } },
  });
  expect((await save({ slug: other.draft.slug })).answer).toEqual({
    kind: "invalid",
    faults: { slug: "Another article has this address." },
  });
  expect(await readStatus(id)).toMatchObject({ version: 1 });
});

test("without a session the answer leads to sign in, without the role it is refused, and nothing is stored", async () => {
  const { id, draft } = await makeArticle();
  const talent = await makeWriter({ roles: ["talent_admin"] });
  expect((await talent.change(id, { intent: "save", version: 1, draft })).status).toBe(403);
  const ada = await makeWriter();
  await db.deleteFrom("sessions").where("account_id", "=", ada.id).execute();
  expect((await ada.change(id, { intent: "save", version: 1, draft })).status).toBe(302);
  expect(await readStatus(id)).toMatchObject({ version: 1 });
});

test("an article that is gone is 404, one in the trash brings how it stands, and what is no JSON is refused", async () => {
  const { id, draft } = await makeArticle();
  const ada = await makeWriter();
  const save = { intent: "save", version: 1, draft };
  expect((await ada.change(newId<InsightId>(), save)).status).toBe(404);
  await db.updateTable("insights").set({ trashed_at: 5 }).where("id", "=", id).execute();
  expect((await ada.change(id, save)).answer).toMatchObject({ kind: "late", newest: { trashedAt: 5 } });
  const path = `/blog-management/${id}/live`;
  expect((await ada.post(path, { intent: "save" })).status).toBe(415);
  const headers = { "Content-Type": "application/json" };
  expect((await ada.ask(path, { method: "POST", headers, body: "{" })).status).toBe(400);
  expect((await ada.ask("/blog-management/none")).status).toBe(404);
});

test("publishing shows the newest text now, keeps the first date, and can be planned and taken back", async () => {
  const { id, draft } = await makeArticle();
  const ada = await makeWriter();
  const planned = await ada.change(id, {
    intent: "publish",
    version: 1,
    when: "later",
    publish: "2099-01-01T09:00",
    "publish-zone": "Europe/Berlin",
  });
  expect(planned.answer).toMatchObject({
    kind: "done",
    facts: { status: "published", publishAt: Date.parse("2099-01-01T08:00Z"), version: 2 },
  });
  const back = await ada.change(id, { intent: "unschedule", version: 2 });
  expect(back.answer).toMatchObject({ kind: "done", facts: { status: "draft", publishAt: null } });
  const before = Date.now();
  await ada.change(id, { intent: "publish", version: 3, when: "now" });
  const { publishAt } = await ada.readLive(id);
  expect(publishAt).toBeGreaterThanOrEqual(before);
  await ada.change(id, { intent: "save", version: 4, draft: { ...draft, title: "Newer" } });
  expect(await ada.readLive(id)).toMatchObject({ isShown: false });
  await ada.change(id, { intent: "publish", version: 5, when: "now" });
  expect(await ada.readLive(id)).toMatchObject({ isShown: true, publishAt });
  expect((await ada.change(id, { intent: "unschedule", version: 6 })).answer).toMatchObject({ kind: "invalid" });
  await ada.change(id, { intent: "archive", version: 6 });
  await ada.change(id, { intent: "publish", version: 7, when: "again" });
  expect(await ada.readLive(id)).toMatchObject({ status: "published", publishAt });
});

test("what an article lacks, and a time that is none, are told by field", async () => {
  const { id, draft } = await makeArticle();
  const ada = await makeWriter();
  await ada.change(id, { intent: "save", version: 1, draft: { ...draft, title: "" } });
  const publish = (fields: object) => ada.change(id, { intent: "publish", version: 2, ...fields });
  expect((await publish({ when: "now" })).answer).toMatchObject({ faults: { title: "Give the article a title." } });
  expect((await publish({ when: "later" })).answer).toMatchObject({ faults: { publish: "Choose a day and a time." } });
  expect((await publish({ when: "now", unpublish: "tomorrow" })).answer).toMatchObject({
    faults: { unpublish: "Choose a day, a time and a zone." },
  });
});

test("a preview shows the newest text of a published article, which readers do not see", async () => {
  const { id, draft } = await makeInsight();
  const ada = await makeWriter();
  await ada.change(id, { intent: "save", version: 2, draft: { ...draft, title: "Unseen", markdown: "Not **yet**." } });
  const { text } = await ada.ask(await makePreviewPath(env.AUTH_SECRET, id));
  expect(text).toContain("Unseen");
  expect(text).toContain("Not <strong>yet</strong>.");
  const seen = await readArticle(db, { slug: draft.slug, now: Date.now() + hour });
  expect(seen).toMatchObject({ article: { title: draft.title } });
});

test("without script the form saves and publishes, and comes back with what was written when somebody else was first", async () => {
  const { id, draft } = await makeArticle();
  const ada = await makeWriter();
  const path = `/blog-management/${id}`;
  const fields = { title: "Plain", dek: "A line.", slug: draft.slug, markdown: "One.\r\n\r\nTwo." };
  expect((await ada.ask(path)).text).toContain("Save and publish now");
  expect(await ada.post(path, { intent: "save", version: "1", ...fields })).toMatchObject({
    status: 303,
    location: `${path}?done=saved`,
  });
  expect(await ada.readLive(id)).toMatchObject({ version: 2, draft: { title: "Plain", markdown: "One.\n\nTwo." } });
  const late = await ada.post(path, { intent: "save", version: "1", ...fields, markdown: "Mine <b>late</b>." });
  expect(late.status).toBe(409);
  expect(late.text).toContain("Mine &lt;b&gt;late&lt;/b&gt;.");
  expect(late.text).toContain("One.\n\nTwo.");
  expect((await ada.post(path, { intent: "save-and-publish", version: "2", ...fields })).status).toBe(303);
  expect(await readStatus(id)).toMatchObject({ status: "published" });
});

test("the page asks for its article and what its panel needs in one trip, beside what its frame asks", async () => {
  const { id } = await makeArticle();
  const user = await makeAccount({ roles: ["super_admin"] });
  const headers = { Cookie: writeCookies(await makeSession(user.id)) };
  // The keys that tokens are signed with are read once.
  await countPage("/user-management/invite", headers);
  const [trips, queries] = await countPage("/user-management/invite", headers);
  const page = await countPage(`/blog-management/${id}`, headers);
  expect([page[0] - trips, page[1] - queries]).toEqual([1, 2]);
});

test("the page reads its article from indexes", async () => {
  await expectIndexed(selectEditing(db, newId<InsightId>()));
});

test("a planned end stays until somebody names another or none, and an undone archive brings it back to the millisecond", async () => {
  const post = await makeInsight({ slug: "ends" });
  const ada = await makeWriter();
  const until = Date.now() + hour + 1;
  const publish = async (version: number, change: object) => {
    const { answer } = await ada.change(post.id, { intent: "publish", version, ...change });
    return answer.kind === "done" ? answer.facts.unpublishAt : answer;
  };
  expect(await publish(2, { until })).toBe(until);
  expect(await publish(3, { when: "now" })).toBe(until);
  const plain = { title: "New", dek: "", slug: "ends", markdown: "Text." };
  const { location } = await ada.post(`/blog-management/${post.id}`, {
    intent: "save-and-publish",
    version: "4",
    ...plain,
  });
  expect(location).toContain("done=published");
  expect(await ada.readLive(post.id)).toMatchObject({ version: 6, unpublishAt: until, draft: { title: "New" } });
  await ada.change(post.id, { intent: "archive", version: 6 });
  expect(await publish(7, { when: "again", until })).toBe(until);
  expect(await publish(8, { unpublish: "2999-01-01T00:00", "unpublish-zone": "UTC" })).toBe(Date.UTC(2999, 0));
  expect(await publish(9, { unpublish: "" })).toBeNull();
});

test("an end that has passed ends nothing that is published again, on the page and by a program", async () => {
  const ada = await makeWriter();
  const { ask } = await makeProgram();
  const makeEnded = async () => {
    const { id } = await makeInsight();
    await publishInsight(db, { id, version: 2, actor: null, publishAt: 1, unpublishAt: 2 }, makeScope());
    return id;
  };
  const byHand = await makeEnded();
  const answer = await ada.change(byHand, { intent: "publish", version: 3 });
  expect(answer).toMatchObject({ answer: { facts: { unpublishAt: null } } });
  const again = await ask("POST", `/api/posts/${await makeEnded()}/publish`, {}, 3);
  expect(again.body).toMatchObject({ state: "published", unpublish_at: null });
});
