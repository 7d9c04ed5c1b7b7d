/** Articles and jobs that are begun: nothing is stored before their first save, and no first save is lost. */
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { beginOpening } from "#worker/hiring/openings/begin-opening.ts";
import { readOpeningEditor } from "#worker/hiring/openings/read-working.ts";
import type { OpeningId } from "#worker/db/openings-tables.ts";
import { openDb } from "#worker/db/client.ts";
import type { InsightId } from "#worker/db/insights-tables.ts";
import { type Editing, readEditor } from "#worker/insights/read-editing.ts";
import { createInsight } from "#worker/insights/save-insight.ts";
import { newId } from "#worker/lib/ids.ts";
import { makeWriter } from "./article-make.ts";
import { makeDraft } from "./insights-make.ts";
import { makeScope } from "../make-scope.ts";
import { muteConsole } from "../make.ts";

const db = openDb(env.DB);

muteConsole("warn", "error");

type Writer = Awaited<ReturnType<typeof makeWriter>>;

/** Presses the button for a new one; its id, and the address of its editor. */
async function begin(writer: Writer, desk: string) {
  const { status, location } = await writer.post(desk, { do: "new" });
  expect(status).toBe(303);
  const [, id] = /^\/[a-z-]+\/([0-9a-f-]{36})\?new$/.exec(location ?? "") ?? [];
  expect(id, location ?? "").toBeDefined();
  return { id: id as string, path: location ?? "" };
}

/** The article as its page begins with it. */
async function readBegun(id: string, { id: beginner }: Writer): Promise<Editing> {
  const begun = await readEditor(db, { id: id as InsightId, beginner });
  if (!begun) throw new Error("nothing begun");
  return begun.editing;
}

async function countAll() {
  const tables = [
    "insights",
    "insight_revisions",
    "openings",
    "opening_drafts",
    "authors",
    "categories",
    "audit_log",
  ] as const;
  const count = (table: (typeof tables)[number]) =>
    db.selectFrom(table).select(db.fn.countAll<number>().as("count")).executeTakeFirstOrThrow();
  return Promise.all(tables.map(async (table) => `${table} ${(await count(table)).count}`));
}

test("an editor that is opened and left stores nothing, whatever its page asks for meanwhile", async () => {
  for (const { desk, roles } of [
    { desk: "/blog-management", roles: ["marketing_admin" as const] },
    { desk: "/job-management", roles: ["talent_admin" as const] },
  ]) {
    const ada = await makeWriter({ roles });
    const before = await countAll();
    const { id, path } = await begin(ada, desk);
    const page = await ada.ask(path);
    expect(page.status).toBe(200);
    expect(page.text.match(/<input [^>]*name="version"[^>]*>/)?.[0]).toContain('value="0"');
    const present = { intent: "present", tab: crypto.randomUUID(), typedAgo: null };
    const init = { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(present) };
    const { status, text } = await ada.ask(`${desk}/${id}/live`, init);
    expect([status, JSON.parse(text)]).toEqual([200, { version: 0, editors: [] }]);
    // Without what says that it is new it is an address like any other.
    expect((await ada.ask(`${desk}/${id}`)).status).toBe(404);
    expect(await countAll()).toEqual(before);
  }
});

test("a new article begins in the category and with the byline that its writer used last", async () => {
  await makeDraft();
  const ada = await makeWriter();
  const last = await makeDraft({ slug: "last" });
  await createInsight(db, { draft: last, actor: ada.id }, makeScope());
  const { id } = await begin(ada, "/blog-management");
  const { draft } = await readBegun(id, ada);
  expect(draft).toMatchObject({ title: "", categoryId: last.categoryId, authorIds: last.authorIds });
});

test("the first save makes the article, its entry in the audit log and a revision; on a site without any, its category and author", async () => {
  const ada = await makeWriter({ name: "Ada" });
  const { id } = await begin(ada, "/blog-management");
  const { draft } = await readBegun(id, ada);
  const save = (version: number, markdown: string) =>
    ada.change(id as InsightId, { intent: "save", version, draft: { ...draft, markdown } });
  expect(await save(0, "One.")).toMatchObject({ status: 200, answer: { kind: "done", facts: { version: 1 } } });
  expect(await save(1, "Two.")).toMatchObject({ status: 200, answer: { kind: "done", facts: { version: 2 } } });
  expect(await ada.readLive(id as InsightId)).toMatchObject({
    version: 2,
    editedBy: "Ada",
    draft: { markdown: "Two." },
  });
  const entries = await db
    .selectFrom("audit_log")
    .select(["action", "actor_id"])
    .where("subject_id", "=", id)
    .execute();
  expect(entries.map(({ action }) => action).toSorted()).toEqual(["post.created", "topic.created", "topic.created"]);
  expect(entries.every(({ actor_id }) => actor_id === ada.id)).toBe(true);
  expect(await db.selectFrom("categories").select("name").execute()).toEqual([{ name: "General" }]);
  expect(await db.selectFrom("authors").select("name").execute()).toEqual([{ name: "Ada" }]);

  // The next one begins where this one is.
  const next = await begin(ada, "/blog-management");
  expect((await readBegun(next.id, ada)).draft).toMatchObject({
    categoryId: draft.categoryId,
    authorIds: draft.authorIds,
  });
  const stranger = await makeWriter({ roles: ["talent_admin"] });
  const refused = await stranger.change(next.id as InsightId, { intent: "save", version: 0, draft });
  expect(refused.status).toBe(403);
});

test("two articles that are begun on an empty site share the category and the author that the first save makes", async () => {
  // A name without a letter that an address can have.
  const ada = await makeWriter({ name: "王伟" });
  const begun = [await begin(ada, "/blog-management"), await begin(ada, "/blog-management")];
  const drafts = await Promise.all(begun.map(({ id }) => readBegun(id, ada)));
  for (const { id, draft } of drafts) {
    const saved = await ada.change(id, { intent: "save", version: 0, draft: { ...draft, markdown: "Words." } });
    expect(saved).toMatchObject({ status: 200, answer: { kind: "done" } });
  }
  expect(await db.selectFrom("categories").select("name").execute()).toEqual([{ name: "General" }]);
  expect(await db.selectFrom("authors").select("name").execute()).toEqual([{ name: "王伟" }]);
});

test("a first save that is refused leaves no category and no author behind", async () => {
  const ada = await makeWriter({ name: "Ada" });
  const { id } = await begin(ada, "/blog-management");
  const { draft } = await readBegun(id, ada);
  const refused = { intent: "save", version: 0, draft: { ...draft, slug: "No slug", markdown: "Words." } };
  expect((await ada.change(id as InsightId, refused)).status).toBe(400);
  expect(await db.selectFrom("categories").select("name").execute()).toEqual([]);
});

test("of two tabs of one new article one makes it, and the other learns what it has and merges", async () => {
  await makeDraft();
  const ada = await makeWriter();
  const { id } = await begin(ada, "/blog-management");
  const { draft } = await readBegun(id, ada);
  const answers = await Promise.all(
    ["One.", "Two."].map((markdown) =>
      ada.change(id as InsightId, { intent: "save", version: 0, draft: { ...draft, markdown } }),
    ),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const { draft: stored } = await ada.readLive(id as InsightId);
  const late = answers.find(({ status }) => status === 409)?.answer;
  expect(late).toMatchObject({ kind: "late", newest: { version: 1, draft: { markdown: stored.markdown } } });
});

test("a category that is deleted before the first save gives way to another", async () => {
  const draft = await makeDraft();
  const other = await makeDraft();
  const ada = await makeWriter();
  const { id } = await begin(ada, "/blog-management");
  const gone = newId();
  await db.insertInto("merged_topics").values({ id: gone, into_id: null, merged_at: 1 }).execute();
  const save = { intent: "save", version: 0, draft: { ...draft, slug: `begun-${id}`, categoryId: gone } };
  expect(await ada.change(id as InsightId, save)).toMatchObject({ status: 200 });
  const row = await db
    .selectFrom("insights")
    .select("category_id")
    .where("id", "=", id as InsightId)
    .executeTakeFirst();
  expect([draft.categoryId, other.categoryId]).toContain(row?.category_id);
});

test("without script the first save of the form makes it, and one that comes too late keeps what was written", async () => {
  await makeDraft();
  const ada = await makeWriter();
  const { id, path } = await begin(ada, "/blog-management");
  const fields = { title: "Plain", dek: "", slug: `untitled-${id.slice(-12)}`, markdown: "One." };
  const first = await ada.post(path, { intent: "save", version: "0", ...fields });
  expect(first).toMatchObject({ status: 303, location: `/blog-management/${id}?done=saved` });
  expect(await ada.readLive(id as InsightId)).toMatchObject({
    version: 1,
    draft: { title: "Plain", markdown: "One." },
  });
  const late = await ada.post(path, { intent: "save", version: "0", ...fields, markdown: "Two." });
  expect(late.status).toBe(409);
  expect(late.text).toContain("One.");
  expect(late.text).toContain("Two.");
});

test("the first save makes the job; a second tab learns of it, and without script the form does the same", async () => {
  const tessa = await makeWriter({ roles: ["talent_admin"] });
  const { id, path } = await begin(tessa, "/job-management");
  const { draft } = beginOpening(id as OpeningId, tessa.id);
  const begun = await readOpeningEditor(db, { id: id as OpeningId, beginner: tessa.id });
  expect(begun?.job.draft).toEqual(draft);
  const save = (markdown: string) =>
    tessa.ask(`/job-management/${id}/live`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ intent: "save", version: 0, draft: { ...draft, markdown } }),
    });
  const answers = await Promise.all([save("One."), save("Two.")]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const late = answers.find(({ status }) => status === 409);
  expect(JSON.parse(late?.text ?? "")).toMatchObject({ kind: "late", newest: { version: 1 } });
  const entries = await db.selectFrom("audit_log").select("action").where("subject_id", "=", id).execute();
  expect(entries).toEqual([{ action: "job.created" }]);
  expect((await tessa.ask(path)).text).toContain('value="1"');

  const plain = await begin(tessa, "/job-management");
  const stages = draft.stages.flatMap(({ key, name }, at) => [
    [`stages[${at}].key`, key],
    [`stages[${at}].name`, name],
  ]);
  const fields = { title: "Plain", workplace: "hybrid", employment: "full-time", "pay.period": "year" };
  const made = await tessa.post(plain.path, {
    intent: "save",
    version: "0",
    slug: "untitled-x",
    requisitionId: "R-PLAIN",
    ...fields,
    ...(Object.fromEntries(stages) as Record<string, string>),
  });
  expect(made).toMatchObject({ status: 303, location: `/job-management/${plain.id}?done=saved` });
  const row = await db
    .selectFrom("openings")
    .select(["title", "slug"])
    .where("id", "=", plain.id as OpeningId)
    .executeTakeFirst();
  expect(row).toEqual({ title: "Plain", slug: "plain" });
});
