/** What is done to several articles at once, and taken back. */
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { day, hour } from "#shared/dates/durations.ts";
import { openDb, openReads } from "#worker/db/client.ts";
import type { InsightId } from "#worker/db/insights-tables.ts";
import { readDraft } from "#worker/insights/insight-draft.ts";
import { readArticle } from "#worker/insights/read-article.ts";
import { publishInsight } from "#worker/insights/publish-insight.ts";
import { createInsight, saveDraft } from "#worker/insights/save-insight.ts";
import { postToDesk } from "./desk-make.ts";
import { makeDraft, makeInsight, makeTag } from "./insights-make.ts";
import { makeAccount, muteConsole } from "../make.ts";
import { makeScope } from "../make-scope.ts";

const db = openDb(env.DB);

muteConsole("error");

async function makeVisit() {
  return { user: (await makeAccount({ roles: ["marketing_admin"] })).id };
}

async function readRow(id: InsightId) {
  return db
    .selectFrom("insights")
    .select(["status", "publish_at", "unpublish_at", "trashed_at", "version", "title"])
    .where("id", "=", id)
    .executeTakeFirst();
}

const tick = (id: InsightId, version: number): [string, string] => ["row", `${id}:${version}`];

async function seen(slug: string) {
  const found = await readArticle(openReads(env), { slug, now: Date.now() });
  return found.kind === "article" ? found.article.title : found.kind;
}

async function takeBack(undo: readonly string[], visit: object) {
  return postToDesk([["do", "undo"], ...undo.map((value): [string, string] => ["undo", value])], visit);
}

test("drafts are published, changes too, and undo puts each back: also the text that readers saw", async () => {
  const visit = await makeVisit();
  const draft = await makeDraft({ slug: "fresh", title: "Fresh" });
  const fresh = await createInsight(db, { draft, actor: null }, makeScope());
  const changed = await makeInsight({ slug: "changed", title: "Old" });
  await saveDraft(
    db,
    { id: changed.id, version: 2, actor: null, draft: { ...changed.draft, title: "New" } },
    makeScope(),
  );
  const before = await readRow(changed.id);
  const answer = await postToDesk([["do", "publish"], tick(fresh, 1), tick(changed.id, 3)], visit);
  expect(answer.outcome).toMatchObject({ done: "2 articles are published.", refused: [] });
  expect([await seen("fresh"), await seen("changed")]).toEqual(["Fresh", "New"]);
  expect((await readRow(changed.id))?.publish_at).toBe(before?.publish_at);
  const undone = await takeBack(answer.outcome?.undo ?? [], visit);
  expect(undone.outcome).toMatchObject({ done: "2 articles are as before.", refused: [] });
  expect([await seen("fresh"), await seen("changed")]).toEqual(["missing", "Old"]);
  expect(await readRow(fresh)).toMatchObject({ status: "draft", publish_at: null });
  // A second Undo of the same change finds that something has changed since.
  expect((await takeBack(answer.outcome?.undo ?? [], visit)).outcome?.refused).toHaveLength(2);
});

test("what readers see is archived, what waits goes back to the drafts, and undo brings both back with their times", async () => {
  const visit = await makeVisit();
  const scope = makeScope();
  const times = { publishAt: Date.now() - hour, unpublishAt: Date.now() + day };
  const shown = await makeInsight({ slug: "shown", title: "Shown" });
  await publishInsight(db, { id: shown.id, version: 2, actor: null, ...times }, scope);
  const soon = await makeInsight({ slug: "soon", publishAt: Date.now() + hour });
  const waits = await readRow(soon.id);
  const answer = await postToDesk([["do", "unpublish"], tick(shown.id, 3), tick(soon.id, 2)], visit);
  expect(answer.outcome?.done).toBe("2 articles are off the site.");
  expect(await readRow(shown.id)).toMatchObject({ status: "archived", publish_at: times.publishAt });
  expect(await readRow(soon.id)).toMatchObject({ status: "draft", publish_at: null });
  expect(await seen("shown")).toBe("withdrawn");
  await takeBack(answer.outcome?.undo ?? [], visit);
  expect(await readRow(shown.id)).toMatchObject({
    status: "published",
    publish_at: times.publishAt,
    unpublish_at: times.unpublishAt,
  });
  expect(await readRow(soon.id)).toMatchObject({ status: "published", publish_at: waits?.publish_at });
});

test("a tag reaches what readers see and the newest text, and undo takes it off both", async () => {
  const visit = await makeVisit();
  const tag = await makeTag();
  const plain = await makeInsight({ slug: "plain" });
  const changed = await makeInsight({ slug: "changed" });
  await saveDraft(
    db,
    { id: changed.id, version: 2, actor: null, draft: { ...changed.draft, title: "New" } },
    makeScope(),
  );
  const holders = async () => {
    const rows = await db.selectFrom("insight_tags").select("insight_id").where("tag_id", "=", tag).execute();
    const revisions = await db
      .selectFrom("insight_revisions")
      .select("content")
      .where("insight_id", "=", changed.id)
      .execute();
    return [rows.length, ...revisions.map(({ content }) => readDraft(content).tagIds.length)];
  };
  const answer = await postToDesk([["do", `tag:${tag}`], tick(plain.id, 2), tick(changed.id, 3)], visit);
  expect(answer.outcome?.done).toBe("2 articles are tagged.");
  expect(await holders()).toEqual([2, 1, 1]);
  await publishInsight(db, { id: changed.id, version: 4, actor: null, publishAt: 1 }, makeScope());
  expect(await holders()).toEqual([2, 1, 1]);
  const undone = await takeBack(answer.outcome?.undo ?? [], visit);
  expect(undone.outcome).toMatchObject({ done: "“Title of plain” is as before." });
  expect(await holders()).toEqual([1, 1, 1]);
  await postToDesk([["do", `untag:${tag}`], tick(changed.id, 5)], visit);
  // What was before stays as it was written.
  expect(await holders()).toEqual([0, 1, 0]);
});

test("an article goes into the trash and answers 410 if it was public; it is restored, and deleted for good only from there", async () => {
  const visit = await makeVisit();
  const post = await makeInsight({ slug: "old", title: "Old" });
  const draft = await createInsight(db, { draft: await makeDraft({ slug: "draft" }), actor: null }, makeScope());
  const refused = await postToDesk([["do", "delete"], tick(post.id, 2)], visit);
  expect(refused).toMatchObject({ status: 409, outcome: { done: null } });
  const answer = await postToDesk([["do", "trash"], tick(post.id, 2), tick(draft, 1)], visit);
  expect(answer.outcome?.done).toBe("2 articles are in the trash.");
  expect([await seen("old"), await seen("draft")]).toEqual(["withdrawn", "missing"]);
  await takeBack(answer.outcome?.undo ?? [], visit);
  expect([await seen("old"), (await readRow(draft))?.trashed_at]).toEqual(["Old", null]);
  await postToDesk([["do", "trash"], tick(post.id, 4), tick(draft, 3)], visit);
  await postToDesk([["do", "restore"], tick(post.id, 5)], visit);
  expect(await readRow(post.id)).toMatchObject({ status: "archived", trashed_at: null });
  await postToDesk([["do", "delete"], tick(draft, 4)], visit);
  expect(await readRow(draft)).toBeUndefined();
});

test("what was changed meanwhile, is gone or lacks something is refused by name, and the rest is done", async () => {
  const visit = await makeVisit();
  const scope = makeScope();
  const moved = await makeInsight({ slug: "moved", title: "Moved" });
  const untitled = await createInsight(db, { draft: await makeDraft({ slug: "bare", title: "" }), actor: null }, scope);
  const fine = await createInsight(db, { draft: await makeDraft({ slug: "fine", title: "Fine" }), actor: null }, scope);
  const gone = "00000000-0000-7000-8000-000000000001" as InsightId;
  const answer = await postToDesk(
    [["do", "publish"], tick(moved.id, 1), tick(untitled, 1), tick(fine, 1), tick(gone, 1)],
    visit,
  );
  expect(answer.outcome).toEqual({
    done: "“Fine” is published.",
    refused: [
      {
        name: "Moved",
        why: "Somebody changed it after this list was loaded.",
        path: `/blog-management/${moved.id}`,
      },
      { name: "Untitled", why: "Give the article a title.", path: `/blog-management/${untitled}` },
      { name: "One article", why: "It is gone." },
    ],
    undo: [expect.stringContaining(fine)],
  });
  expect(await postToDesk([["do", "publish"]], visit)).toMatchObject({ status: 400 });
  for (const form of [
    [["do", "explode"], tick(fine, 2)],
    [
      ["do", "undo"],
      ["undo", "x"],
    ],
    [["do", "tag:x"], tick(fine, 2)],
  ])
    await expect(postToDesk(form as [string, string][], visit)).rejects.toMatchObject({ init: { status: 400 } });
});

test("what the checks find keeps an article from being published with others, and says where to put it right", async () => {
  const visit = await makeVisit();
  const scope = makeScope();
  const create = async (slug: string, markdown: string) =>
    createInsight(db, { draft: await makeDraft({ slug, title: slug, markdown }), actor: null }, scope);
  const fine = await create("fine", "Text.");
  const leading = await create("leading", "To [the other](/insights/fine).");
  const broken = await create("broken", "[a](/none)\n\n[b](/no) [c](/nil) [d](/nowhere)");
  const shown = await makeInsight({ slug: "shown", title: "Shown" });
  const empty = { ...shown.draft, markdown: "" };
  await saveDraft(db, { id: shown.id, version: 2, actor: null, draft: empty }, scope);
  const rows = [tick(fine, 1), tick(leading, 1), tick(broken, 1), tick(shown.id, 3)];
  const { outcome } = await postToDesk([["do", "publish"], ...rows], visit);
  expect(outcome).toEqual({
    done: "2 articles are published.",
    refused: [
      {
        name: "broken",
        why: expect.stringMatching(/^Line 1: .*“\/none”.*Line 3: .*And 1 more\.$/) as string,
        path: `/blog-management/${broken}`,
      },
      { name: "Shown", why: "Line 1: There is no text yet.", path: `/blog-management/${shown.id}` },
    ],
    undo: [expect.stringContaining(fine), expect.stringContaining(leading)],
  });
  expect(await readRow(broken)).toMatchObject({ status: "draft", version: 1 });
  expect(await seen("shown")).toBe("Shown");
});
