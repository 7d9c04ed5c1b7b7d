/** Imports of posts of another system, through the built Worker. */
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { openDb } from "#worker/db/client.ts";
import type { ImportId } from "#worker/db/imports-tables.ts";
import type { TagId } from "#worker/db/insights-tables.ts";
import type { Known } from "#worker/imports/look-up.ts";
import type { MadeTopic } from "#worker/imports/make-topics.ts";
import { tidyUndone } from "#worker/imports/tidy-undone.ts";
import { saveDraft } from "#worker/insights/save-insight.ts";
import { makeImporter, makeSentPost, settings, toHash } from "./import-make.ts";
import { makeDraft } from "../insights/insights-make.ts";
import { makeScope } from "../make-scope.ts";

const db = openDb(env.DB);

async function readInsights() {
  const rows = await db
    .selectFrom("insights")
    .select(["id", "slug", "status", "publish_at", "trashed_at", "version", "markdown"])
    .orderBy("slug")
    .execute();
  return rows;
}

async function listActions(): Promise<string[]> {
  const rows = await db.selectFrom("audit_log").select("action").orderBy("at").orderBy("id").execute();
  return rows.map(({ action }) => action);
}

test("posts come with their dates, readers see them at once, and old addresses lead to them", async () => {
  const importer = await makeImporter();
  const id = await importer.begin();
  const oldPaths = ["/2019/05/first/", "/?p=12", "https://old.example/blog/the-first"];
  const posts = [
    await makeSentPost("first", { oldPaths }),
    await makeSentPost("second", { state: { status: "draft", publishAt: null } }),
  ];
  expect((await importer.sendPosts(id, posts)).map(({ outcome }) => outcome)).toEqual(["added", "added"]);
  const rows = await readInsights();
  expect(rows.map(({ slug, status }) => `${slug} ${status}`)).toEqual(["first published", "second draft"]);
  expect(rows[0]?.publish_at).toBe(Date.UTC(2019, 4, 6));
  const page = await importer.ask("/insights/first");
  expect([page.status, (await page.text()).includes("About first")]).toEqual([200, true]);
  for (const path of ["/2019/05/first", "/2019/05/first/", "/?p=12", "/insights/the-first", "/blog/the-first"]) {
    const moved = await importer.ask(path);
    expect([path, moved.status, moved.headers.get("Location")]).toEqual([path, 301, "/insights/first"]);
  }
  expect((await importer.ask("/2019/05/none")).status).toBe(404);
  expect((await importer.ask("/?p=13")).status).toBe(200);
  expect(await db.selectFrom("purges").selectAll().execute()).toEqual([]);
  expect((await listActions()).slice(-3)).toEqual(["import.started", "post.imported", "post.imported"]);
});

test("an old address leads to nobody's draft, and follows the draft to another address", async () => {
  const importer = await makeImporter();
  const id = await importer.begin();
  const state = { status: "draft" as const, publishAt: null };
  const post = await makeSentPost("later", { oldPaths: ["/old/later"], state });
  await importer.sendPosts(id, [post]);
  expect((await importer.ask("/old/later")).status).toBe(404);
  const [row] = await readInsights();
  const draft = { ...(post.draft as Awaited<ReturnType<typeof makeDraft>>), slug: "sooner" };
  if (row) await saveDraft(db, { id: row.id, version: 1, draft, actor: null }, makeScope());
  const led = await db.selectFrom("redirects").select(["from_path", "to_path"]).execute();
  expect(led).toEqual([{ from_path: "/old/later", to_path: "/insights/sooner" }]);
});

test("a post that is sent again adds nothing, be it after a lost answer or on another day", async () => {
  const importer = await makeImporter();
  const id = await importer.begin();
  const posts = [await makeSentPost("once"), await makeSentPost("twice")];
  await importer.sendPosts(id, posts);
  expect((await importer.sendPosts(id, posts)).map(({ outcome }) => outcome)).toEqual(["known", "known"]);
  expect(await importer.begin()).toBe(id);
  await importer.send({ intent: "finish", import: id });
  await importer.send({ intent: "finish", import: id });
  const next = await importer.begin();
  expect(next).not.toBe(id);
  expect((await importer.sendPosts(next, posts)).map(({ outcome }) => outcome)).toEqual(["known", "known"]);
  // Under another name it is the same post.
  const renamed = { ...(await makeSentPost("twice")), key: toHash("other") };
  expect((await importer.sendPosts(next, [renamed])).map(({ outcome }) => outcome)).toEqual(["known"]);
  expect(await readInsights()).toHaveLength(2);
});

test("a post that the file has otherwise now is left alone, or changed where nobody has changed it here", async () => {
  const importer = await makeImporter();
  const id = await importer.begin();
  await importer.sendPosts(id, [await makeSentPost("alone"), await makeSentPost("edited")]);
  const edited = (await readInsights()).find(({ slug }) => slug === "edited");
  const own = (await makeSentPost("edited")).draft as Awaited<ReturnType<typeof makeDraft>>;
  if (edited) await saveDraft(db, { id: edited.id, version: 1, draft: own, actor: null }, makeScope());
  const newer = { fingerprint: toHash("newer"), draft: { markdown: "Newer." } };
  const posts = [
    await makeSentPost("alone", newer),
    await makeSentPost("edited", { ...newer, fingerprint: toHash("e2") }),
  ];
  const look = {
    intent: "look",
    fileHash: toHash("f"),
    posts: posts.map(({ key, fingerprint }) => ({ key, fingerprint })),
    slugs: ["alone", "free"],
    paths: [],
    topics: [],
  };
  const { answer } = await importer.send<Known>(look);
  expect(answer.posts.map(({ slug, isEdited }) => `${slug} ${isEdited}`).toSorted()).toEqual([
    "alone false",
    "edited true",
  ]);
  expect(answer.slugs).toEqual(["alone"]);
  expect(answer.open?.settings).toEqual(settings);
  expect((await importer.sendPosts(id, posts)).map(({ outcome }) => outcome)).toEqual(["changed", "edited"]);
  await importer.begin({ settings: { ...settings, updates: true } });
  expect((await importer.sendPosts(id, posts)).map(({ outcome }) => outcome)).toEqual(["updated", "edited"]);
  expect((await importer.sendPosts(id, posts)).map(({ outcome }) => outcome)).toEqual(["known", "edited"]);
  const rows = await readInsights();
  expect(rows.map(({ slug, markdown, publish_at }) => [slug, markdown, publish_at])).toEqual([
    ["alone", "Newer.", Date.UTC(2019, 4, 6)],
    ["edited", "Text.", Date.UTC(2019, 4, 6)],
  ]);
});

test("a post that cannot be stored says why and keeps no other out", async () => {
  const importer = await makeImporter();
  const id = await importer.begin();
  await importer.sendPosts(id, [await makeSentPost("taken")]);
  const posts = [
    await makeSentPost("fine"),
    { ...(await makeSentPost("taken")), key: toHash("t2"), fingerprint: toHash("t3") },
    await makeSentPost("untitled", { draft: { title: "" } }),
    await makeSentPost("Not a slug"),
    await makeSentPost("nobody", { draft: { authorIds: ["0198f1de-0000-7000-8000-000000000000"] } }),
    await makeSentPost("ends", { state: { unpublishAt: 5 } }),
  ];
  const outcomes = await importer.sendPosts(id, posts);
  expect(outcomes.map(({ outcome, why }) => why ?? outcome)).toEqual([
    "added",
    "Another article has this address.",
    "Give the article a title.",
    expect.stringContaining("Small letters"),
    "Its category, an author, a tag or its cover is gone. Read the file again.",
    expect.stringContaining("It must end after its publication."),
  ]);
  expect((await readInsights()).map(({ slug }) => slug)).toEqual(["fine", "taken"]);
  const many = Array.from({ length: 21 }, () => posts[0]);
  expect((await importer.send({ intent: "posts", import: id, posts: many })).status).toBe(400);
});

test("topics are found by name, whatever its case, or made once", async () => {
  const importer = await makeImporter();
  const id = await importer.begin();
  const wish = {
    intent: "topics",
    import: id,
    topics: [
      { kind: "tag", name: "Cloud Costs" },
      { kind: "author", name: "李雷" },
    ],
  };
  const { answer } = await importer.send<{ topics: MadeTopic[] }>(wish);
  expect(answer.topics.map(({ topic }) => topic?.name)).toEqual(["Cloud Costs", "李雷"]);
  const again = await importer.send<{ topics: MadeTopic[] }>({
    ...wish,
    topics: [
      { kind: "tag", name: "cloud costs" },
      { kind: "author", name: "李雷" },
    ],
  });
  expect(again.answer.topics.map(({ topic }) => topic?.id)).toEqual(answer.topics.map(({ topic }) => topic?.id));
  // It is the import that has made them: what belongs to a new one, such as a photograph, may still have to come.
  expect(again.answer.topics.every((made) => made.topic && made.isNew)).toBe(true);
  const next = await importer.begin({ fileHash: toHash("g") });
  const elsewhere = await importer.send<{ topics: MadeTopic[] }>({ ...wish, import: next });
  expect(elsewhere.answer.topics.every((made) => made.topic && !made.isNew)).toBe(true);
});

test("an import is taken back as a whole, except what somebody has changed; the same file brings it again", async () => {
  const importer = await makeImporter();
  const id = await importer.begin();
  const wish = {
    intent: "topics",
    import: id,
    topics: [
      { kind: "tag", name: "Moved" },
      { kind: "tag", name: "Unused" },
    ],
  };
  const { answer } = await importer.send<{ topics: MadeTopic[] }>(wish);
  const tagIds = [answer.topics[0]?.topic?.id ?? ""];
  const posts = [
    await makeSentPost("goes", { oldPaths: ["/old/goes"], draft: { tagIds } }),
    await makeSentPost("stays", { oldPaths: ["/old/stays"] }),
  ];
  await importer.sendPosts(id, posts);
  const stays = (await readInsights()).find(({ slug }) => slug === "stays");
  const own = posts[1]?.draft as Awaited<ReturnType<typeof makeDraft>>;
  if (stays) await saveDraft(db, { id: stays.id, version: 1, draft: own, actor: null }, makeScope());
  const undo = (version: string) =>
    importer.ask("/blog-management/import", { method: "POST", body: new URLSearchParams({ do: "undo", id, version }) });
  const undone = await undo("1");
  expect(undone.status).toBe(200);
  const html = await undone.text();
  for (const words of ["1 article went to", "1 article stays", "About stays", "1 author, category or tag"])
    expect(html).toContain(words);
  expect((await undo("2")).status).toBe(409);
  expect((await importer.ask("/insights/goes")).status).toBe(410);
  expect((await importer.ask("/old/goes")).status).toBe(404);
  expect((await importer.ask("/old/stays")).headers.get("Location")).toBe("/insights/stays");
  const tags = () => db.selectFrom("tags").select("name").where("name", "in", ["Moved", "Unused"]).execute();
  expect((await tags()).map(({ name }) => name)).toEqual(["Moved"]);
  expect(await importer.sendPosts(id, posts).catch(() => undefined)).toBeUndefined();

  // The same file, another time.
  const next = await importer.begin();
  expect((await importer.sendPosts(next, posts)).map(({ outcome }) => outcome)).toEqual(["added", "known"]);
  expect((await importer.ask("/insights/goes")).status).toBe(200);
  expect((await importer.ask("/old/goes")).headers.get("Location")).toBe("/insights/goes");
  const goes = (await readInsights()).find(({ slug }) => slug === "goes");
  expect([goes?.status, goes?.publish_at]).toEqual(["published", Date.UTC(2019, 4, 6)]);
  // Once the trash is emptied, what nothing has goes, too.
  await db.deleteFrom("insights").where("slug", "=", "goes").execute();
  await tidyUndone(db, makeScope());
  expect(await tags()).toEqual([]);
  const left = await db
    .selectFrom("import_parts")
    .select("kind")
    .where("import_id", "=", id as ImportId)
    .where("kind", "=", "tag")
    .execute();
  expect(left).toEqual([]);
  expect(
    await db
      .selectFrom("tags")
      .select("id")
      .where("id", "=", tagIds[0] as TagId)
      .execute(),
  ).toEqual([]);
});

test("the list of imports says who, when and what, and the page asks four queries at most", async () => {
  const importer = await makeImporter();
  const id = await importer.begin({ file: "our blog.zip", kind: "markdown" });
  await importer.sendPosts(id, [await makeSentPost("listed")]);
  const page = await importer.ask("/blog-management/import");
  const html = await page.text();
  expect(page.status).toBe(200);
  for (const words of ["our blog.zip", "Markdown", "Ines", "1 of 3", "Not finished"]) expect(html).toContain(words);
});
