/** Imports that are taken back: what goes, what stays, and what comes after. */
import { env } from "cloudflare:workers";
import { expect, test, vi } from "vitest";
import { openDb } from "#worker/db/client.ts";
import type { ImportId } from "#worker/db/imports-tables.ts";
import type { TagId } from "#worker/db/insights-tables.ts";
import { type MadeTopic } from "#worker/imports/make-topics.ts";
import { storePosts } from "#worker/imports/store-posts.ts";
import { tidyUndone } from "#worker/imports/tidy-undone.ts";
import { undoImport } from "#worker/imports/undo-import.ts";
import { ConflictError } from "#worker/lib/errors.ts";
import { saveDraft } from "#worker/insights/save-insight.ts";
import { makeImporter, makeSentPost, settings } from "./import-make.ts";
import { makeInsight } from "../insights/insights-make.ts";
import { begin, makeItem, makePng } from "../media/media-make.ts";
import { makeScope } from "../make-scope.ts";

const db = openDb(env.DB);

type Importer = Awaited<ReturnType<typeof makeImporter>>;
type Wish = { kind: "author" | "category" | "tag"; name: string };

/** Makes topics by an import and returns their ids. */
async function makeTopics({ send }: Importer, id: string, topics: Wish[]): Promise<string[]> {
  const { answer } = await send<{ topics: MadeTopic[] }>({ intent: "topics", import: id, topics });
  return answer.topics.map(({ topic }) => topic?.id ?? "");
}

function undo(id: string, version = 1) {
  return undoImport(db, { id: id as ImportId, version, actor: null }, makeScope());
}

async function listTopics(): Promise<string[]> {
  const found = await Promise.all(
    (["authors", "categories", "tags"] as const).map((table) => db.selectFrom(table).select("name").execute()),
  );
  return found.flatMap((rows) => rows.map(({ name }) => name)).toSorted();
}

test("what an import has made stays while changes that no reader sees yet name it", async () => {
  const importer = await makeImporter();
  const before = await listTopics();
  const id = await importer.begin();
  const [tag = "", author = "", category = ""] = await makeTopics(importer, id, [
    { kind: "tag", name: "Only in changes" },
    { kind: "author", name: "Writer of changes" },
    { kind: "category", name: "Of changes" },
  ]);
  const post = await makeInsight({ slug: "published" });
  const { draft } = post;
  const named = { tagIds: [tag], authorIds: [author], categoryId: category } as object;
  await saveDraft(db, { id: post.id, version: 2, draft: { ...draft, ...named }, actor: null }, makeScope());
  await undo(id);
  await tidyUndone(db, makeScope());
  const topics = await listTopics();
  expect(topics).toEqual(expect.arrayContaining(["Of changes", "Only in changes", "Writer of changes"]));
  const withTopics = { ...draft, categoryId: category, authorIds: [author] } as typeof draft;
  await saveDraft(db, { id: post.id, version: 3, draft: withTopics, actor: null }, makeScope());
  await tidyUndone(db, makeScope());
  expect(await listTopics()).not.toContain("Only in changes");
  await saveDraft(db, { id: post.id, version: 4, draft, actor: null }, makeScope());
  await tidyUndone(db, makeScope());
  expect((await listTopics()).filter((name) => !before.includes(name) && / changes/.test(name))).toEqual([]);
});

test("a repeated import has what the one that was taken back had made, and takes it back itself", async () => {
  const importer = await makeImporter();
  const tag: Wish = { kind: "tag", name: "Found again" };
  const first = await importer.begin();
  const [tagId = ""] = await makeTopics(importer, first, [tag]);
  const post = await makeSentPost("again", { draft: { tagIds: [tagId] } });
  await importer.sendPosts(first, [post]);
  await undo(first);
  await db.deleteFrom("insights").where("slug", "=", "again").execute();
  const second = await importer.begin();
  expect(await makeTopics(importer, second, [tag])).toEqual([tagId]);
  // The hourly job, before the posts have come.
  await tidyUndone(db, makeScope());
  expect((await importer.sendPosts(second, [post])).map(({ why, outcome }) => why ?? outcome)).toEqual(["added"]);
  await undo(second);
  await db.deleteFrom("insights").where("slug", "=", "again").execute();
  await tidyUndone(db, makeScope());
  expect(
    await db
      .selectFrom("tags")
      .select("id")
      .where("id", "=", tagId as TagId)
      .execute(),
  ).toEqual([]);
});

/** A database on which `act` runs right before its batch number `turn`, counted from 1. */
function interrupt(turn: number, act: () => Promise<unknown>) {
  let count = 0;
  const batch = async (statements: D1PreparedStatement[]) => {
    count += 1;
    if (count === turn) await act();
    return env.DB.batch(statements);
  };
  const prepare = (query: string) => env.DB.prepare(query);
  return { db: openDb({ prepare, batch } as unknown as D1Database), isOver: () => count < turn };
}

test("an import that is taken back while its posts come leaves none of them in sight, whenever that is", async () => {
  const importer = await makeImporter();
  const actor = importer.id;
  const state = { status: "published" as const };
  const changed = await makeSentPost("both");
  const posts = [
    { ...changed, changes: { ...changed.draft, title: "Not yet" } },
    await makeSentPost("one", { state, oldPaths: ["/old/one"] }),
    await makeSentPost("two", { state }),
  ];
  const listSeen = async () => {
    const rows = await db.selectFrom("insights").select("slug").where("trashed_at", "is", null).execute();
    return rows.map(({ slug }) => slug);
  };
  let isOver = false;
  for (let turn = 1; !isOver; turn += 1) {
    const importId = (await importer.begin()) as ImportId;
    const broken = interrupt(turn, () => undo(importId));
    const store = storePosts(broken.db, { importId, posts, actor }, makeScope());
    const outcome = await store.catch((error: unknown) => error);
    isOver = broken.isOver();
    if (!isOver) {
      // What was stored before the last batch is no lie either.
      if (Array.isArray(outcome)) expect(outcome.map(({ outcome }) => outcome)).not.toContain("refused");
      else expect(outcome).toBeInstanceOf(ConflictError);
      expect([turn, await listSeen()]).toEqual([turn, []]);
      const led = await db.selectFrom("redirects").select("from_path").execute();
      expect(led).toEqual([]);
      continue;
    }
    // Nobody took this one back: all of it is here, out of the trash.
    expect((await listSeen()).toSorted()).toEqual(["both", "one", "two"]);
    await undo(importId);
    expect(turn).toBeGreaterThan(8);
  }
});

test("an import that is taken back takes the files that it has brought itself and no other, also after a second beginning", async () => {
  const importer = await makeImporter();
  const importId = await importer.begin();
  const makeFile = (name: string) => ({ name: `${name}.png`, bytes: makePng() });
  const own = makeFile("by the import");
  const before = makeFile("by hand before it");
  const both = makeFile("by both");
  const replaced = makeFile("replaced by hand");
  await makeItem(importer, { ...own, importId });
  // The tab is closed, and somebody adds a file that the import has as well.
  const item = await makeItem(importer, before);
  expect(await importer.begin()).toBe(importId);
  expect((await begin(importer, { ...before, importId })).existing?.id).toBe(item.id);
  await importer.send({ intent: "files", import: importId, files: [item.id] });
  await makeItem(importer, { ...both, importId });
  expect((await begin(importer, both)).existing?.name).toBe(both.name);
  const { id } = await makeItem(importer, { ...replaced, importId });
  await makeItem(importer, { ...replaced, bytes: makePng(), replaces: { id, version: 1 } });
  await undo(importId);
  const left = await db.selectFrom("media_items").select("name").where("deleted_at", "is", null).execute();
  expect(left.map(({ name }) => name).toSorted()).toEqual([both.name, before.name, replaced.name].toSorted());
});

test("an import that is taken back purges the caches twice, however much it has made", async () => {
  const importer = await makeImporter();
  const id = await importer.begin({ settings });
  const names = Array.from({ length: 30 }, (_, at): Wish => ({ kind: "tag", name: `Unused ${at}` }));
  await makeTopics(importer, id, names);
  const scope = makeScope();
  const purge = vi.fn<() => Promise<void>>(() => Promise.resolve());
  Object.assign(scope.ctx, { cache: { purge } });
  await undoImport(db, { id: id as ImportId, version: 1, actor: null }, scope);
  expect((await listTopics()).filter((name) => name.startsWith("Unused"))).toEqual([]);
  expect(purge.mock.calls).toEqual([[{ tags: ["insights"] }], [{ tags: ["insights"] }]]);
  expect(await db.selectFrom("purges").select("id").execute()).toEqual([]);
});
