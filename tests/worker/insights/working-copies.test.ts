/** What writers save of an article and what readers see of it are two things. */
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { openDb, openReads } from "#worker/db/client.ts";
import type { InsightId } from "#worker/db/insights-tables.ts";
import type { AccountId } from "#worker/db/accounts-tables.ts";
import { publishInsight } from "#worker/insights/publish-insight.ts";
import { readArticle } from "#worker/insights/read-article.ts";
import { createInsight, revisionSpan, saveDraft } from "#worker/insights/save-insight.ts";
import { ConflictError, InvalidInputError } from "#worker/lib/errors.ts";
import { makeDraft, makeInsight, readStatus } from "./insights-make.ts";
import { makeAccount } from "../make.ts";
import { makeScope } from "../make-scope.ts";

const db = openDb(env.DB);

async function readShown(slug: string) {
  const found = await readArticle(openReads(env), { slug, now: Date.now() });
  return found.kind === "article" ? found.article.title : found.kind;
}

async function listRevisions(id: InsightId) {
  return db
    .selectFrom("insight_revisions")
    .select(["version", "saved_by", "started_at", "saved_at"])
    .where("insight_id", "=", id)
    .orderBy("version")
    .execute();
}

async function countEntries(id: InsightId) {
  const rows = await db
    .selectFrom("audit_log")
    .select("id")
    .where("subject_id", "=", id)
    .where("action", "=", "post.saved")
    .execute();
  return rows.length;
}

async function makeWriter(): Promise<AccountId> {
  return (await makeAccount()).id;
}

test("readers of a published article see what is saved only once it is published", async () => {
  const { id, draft } = await makeInsight();
  const actor = await makeWriter();
  const save = (title: string, version: number) =>
    saveDraft(db, { id, version, actor, draft: { ...draft, title } }, makeScope());
  await save("Newer", 2);
  await save("Newest", 3);
  expect(await readShown(draft.slug)).toBe(draft.title);
  await publishInsight(db, { id, version: 4, actor, publishAt: 1 }, makeScope());
  expect(await readShown(draft.slug)).toBe("Newest");
});

test("a published article that gets another address keeps the old one until that is published, and redirects then", async () => {
  const { id, draft } = await makeInsight({ slug: "one" });
  await saveDraft(db, { id, version: 2, actor: null, draft: { ...draft, slug: "two" } }, makeScope());
  expect([await readShown("one"), await readShown("two")]).toEqual([draft.title, "missing"]);
  await publishInsight(db, { id, version: 3, actor: null, publishAt: 1 }, makeScope());
  expect([await readShown("one"), await readShown("two")]).toEqual(["moved", draft.title]);
});

test("saves of one writer within ten minutes make one revision and one entry; another writer's, or a later one, another", async () => {
  const [ada, eve] = [await makeWriter(), await makeWriter()];
  const draft = await makeDraft();
  const id = await createInsight(db, { draft, actor: ada, at: 1000 }, makeScope());
  const saves: [AccountId, number][] = [
    [ada, 2000],
    [ada, 1000 + revisionSpan - 1],
    [ada, 1000 + revisionSpan],
    [eve, 1001 + revisionSpan],
    [ada, 1002 + revisionSpan],
  ];
  for (const [index, [actor, at]] of saves.entries())
    await saveDraft(
      db,
      { id, version: index + 1, actor, at, draft: { ...draft, title: `Save ${index}` } },
      makeScope(),
    );
  expect(await listRevisions(id)).toEqual([
    { version: 3, saved_by: ada, started_at: 1000, saved_at: 1000 + revisionSpan - 1 },
    { version: 4, saved_by: ada, started_at: 1000 + revisionSpan, saved_at: 1000 + revisionSpan },
    { version: 5, saved_by: eve, started_at: 1001 + revisionSpan, saved_at: 1001 + revisionSpan },
    { version: 6, saved_by: ada, started_at: 1002 + revisionSpan, saved_at: 1002 + revisionSpan },
  ]);
  expect(await countEntries(id)).toBe(3);
});

test("a revision with a name, and the one that readers see, are kept beside what is saved after them", async () => {
  const actor = await makeWriter();
  const draft = await makeDraft();
  const id = await createInsight(db, { draft, actor }, makeScope());
  await db.updateTable("insight_revisions").set({ name: "First" }).where("insight_id", "=", id).execute();
  await saveDraft(db, { id, version: 1, actor, draft }, makeScope());
  await publishInsight(db, { id, version: 2, actor, publishAt: 1 }, makeScope());
  await saveDraft(db, { id, version: 3, actor, draft }, makeScope());
  await saveDraft(db, { id, version: 4, actor, draft }, makeScope());
  expect((await listRevisions(id)).map(({ version }) => version)).toEqual([1, 2, 5]);
});

test("of ten saves that continue one revision at once, one succeeds and the others change nothing", async () => {
  const actor = await makeWriter();
  const draft = await makeDraft();
  const id = await createInsight(db, { draft, actor }, makeScope());
  const outcomes = await Promise.allSettled(
    Array.from({ length: 10 }, (_, turn) =>
      saveDraft(db, { id, version: 1, actor, draft: { ...draft, title: `Turn ${turn}` } }, makeScope()),
    ),
  );
  const losers = outcomes.filter((one) => one.status === "rejected");
  expect(losers).toHaveLength(9);
  for (const { reason } of losers) expect(reason).toBeInstanceOf(ConflictError);
  expect((await listRevisions(id)).map(({ version }) => version)).toEqual([2]);
  expect(await readStatus(id)).toMatchObject({ version: 2 });
});

test("an article without a title is kept, and not published", async () => {
  const draft = await makeDraft({ title: "" });
  const id = await createInsight(db, { draft, actor: null }, makeScope());
  await saveDraft(db, { id, version: 1, actor: null, draft }, makeScope());
  await expect(publishInsight(db, { id, version: 2, actor: null, publishAt: 1 }, makeScope())).rejects.toThrow(
    InvalidInputError,
  );
});

test("an article in the trash is neither saved nor published", async () => {
  const { id, draft } = await makeInsight();
  await db.updateTable("insights").set({ status: "archived", trashed_at: 1 }).where("id", "=", id).execute();
  await expect(saveDraft(db, { id, version: 2, actor: null, draft }, makeScope())).rejects.toThrow(ConflictError);
  await expect(publishInsight(db, { id, version: 2, actor: null, publishAt: 1 }, makeScope())).rejects.toThrow(
    ConflictError,
  );
});
