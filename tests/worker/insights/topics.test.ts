/** Authors, categories and tags: their pages, new names and addresses, two that become one, and what is left behind. */
import { waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { action as actOnAuthors, loader as loadAuthors } from "#app/staff/insights/taxonomy/authors.tsx";
import { openDb } from "#worker/db/client.ts";
import type { AuthorId, CategoryId, InsightId, TagId } from "#worker/db/insights-tables.ts";
import { readDraft } from "#worker/insights/insight-draft.ts";
import { publishInsight } from "#worker/insights/publish-insight.ts";
import { saveDraft } from "#worker/insights/save-insight.ts";
import { partSize } from "#worker/insights/taxonomy/hand-over.ts";
import { selectTopicPage } from "#worker/insights/taxonomy/list-topics.ts";
import { deleteTopic, mergeTopic } from "#worker/insights/taxonomy/merge-topic.ts";
import { changeTopic, createTopic } from "#worker/insights/taxonomy/save-topic.ts";
import { ConflictError, InvalidInputError } from "#worker/lib/errors.ts";
import { newId } from "#worker/lib/ids.ts";
import { publishing } from "../../../lab/bench/subjects/publishing.ts";
import { askWorker } from "../pages/edge-make.ts";
import { expectIndexed } from "../search/expect-indexed.ts";
import { makeArgs, type Visit } from "../visit-staff.ts";
import { makeAuthor, makeCategory, makeInsight, makeTag } from "./insights-make.ts";
import { makeAccount } from "../make.ts";
import { makeScope } from "../make-scope.ts";

const db = openDb(env.DB);
const scope = () => makeScope();
const actor = null;

async function readNewest(id: InsightId) {
  const { content } = await db
    .selectFrom("insight_revisions")
    .select("content")
    .where("insight_id", "=", id)
    .orderBy("version", "desc")
    .limit(1)
    .executeTakeFirstOrThrow();
  return JSON.parse(content) as { categoryId: CategoryId; authorIds: AuthorId[]; tagIds: TagId[] };
}

test("an author's page says who they are, lists what they wrote, is described as a person, and bylines lead to it", async () => {
  const links = [{ name: "Elsewhere", url: "https://people.example/ada" }];
  const author = { name: "Ada Ångström", role: "Engineer", bio: "Builds engines.", links, actor };
  const { id, slug } = await createTopic(db, "author", author, scope());
  expect(slug).toBe("ada-angstrom");
  const empty = await askWorker("/insights/author/ada-angstrom");
  expect([empty.status, empty.body.includes('content="noindex"')]).toEqual([200, true]);
  expect((await askWorker("/sitemap.xml")).body).not.toContain("topics");
  await makeInsight({ slug: "engines", title: "On engines", authorIds: [id] });
  const { body } = await askWorker("/insights/author/ada-angstrom");
  for (const words of [
    "Ada Ångström",
    "Engineer",
    "Builds engines.",
    "On engines",
    'href="https://people.example/ada"',
  ])
    expect(body).toContain(words);
  expect(body).not.toContain('content="noindex"');
  const json = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(body)?.[1] ?? "{}";
  const { "@graph": things } = JSON.parse(json) as { "@graph": { "@type": string }[] };
  expect(things.find((thing) => thing["@type"] === "Person")).toMatchObject({
    name: "Ada Ångström",
    jobTitle: "Engineer",
    url: `${env.SITE_ORIGIN}/insights/author/ada-angstrom`,
    sameAs: ["https://people.example/ada"],
  });
  expect((await askWorker("/insights/engines")).body).toContain('href="/insights/author/ada-angstrom"');
  expect((await askWorker("/sitemap/topics.xml")).body).toContain("/insights/author/ada-angstrom<");
  expect((await askWorker("/insights/author/nobody")).status).toBe(404);
});

test("a new address leaves a redirect at each old one, and whoever takes an old address gets it", async () => {
  const { id } = await createTopic(db, "category", { name: "Cloud", actor }, scope());
  await makeInsight({ categoryId: id });
  const change = { id, name: "Cloud", actor };
  await changeTopic(db, "category", { ...change, version: 1, slug: "clouds" }, scope());
  await changeTopic(db, "category", { ...change, version: 2, slug: "sky" }, scope());
  for (const old of ["cloud", "clouds"]) {
    const { status, headers } = await askWorker(`/insights/category/${old}?page=1`);
    expect([status, headers["location"]], old).toEqual([301, "/insights/category/sky?page=1"]);
  }
  expect((await askWorker("/insights/category/sky")).status).toBe(200);
  await createTopic(db, "category", { name: "Cloud", actor }, scope());
  expect((await askWorker("/insights/category/cloud")).status).toBe(200);
  await changeTopic(db, "category", { ...change, version: 3, slug: "clouds" }, scope());
  expect((await askWorker("/insights/category/sky")).headers["location"]).toBe("/insights/category/clouds");
});

test("two that become one have all articles once, in bylines, lists and what is being written, and one address", async () => {
  const [ada, eve, ben] = [
    await makeAuthor({ slug: "ada", name: "Ada" }),
    await makeAuthor({ slug: "eve", name: "Eve" }),
    await makeAuthor({ slug: "ben", name: "Ben" }),
  ];
  const both = await makeInsight({ slug: "both", authorIds: [ada, ben, eve] });
  const one = await makeInsight({ slug: "one", authorIds: [ben, ada] });
  const changed = await makeInsight({ slug: "changed", authorIds: [ben] });
  await saveDraft(db, { id: changed.id, version: 2, actor, draft: { ...changed.draft, authorIds: [ada] } }, scope());
  await mergeTopic(db, "author", { id: ada, version: 1, actor, into: eve }, scope());
  const byline = async (id: InsightId) =>
    (
      await db
        .selectFrom("insight_authors")
        .select("author_id")
        .where("insight_id", "=", id)
        .orderBy("position")
        .execute()
    ).map(({ author_id }) => author_id);
  expect(await byline(both.id)).toEqual([ben, eve]);
  expect(await byline(one.id)).toEqual([ben, eve]);
  expect(await byline(changed.id)).toEqual([ben]);
  expect((await readNewest(both.id)).authorIds).toEqual([eve, ben]);
  expect((await readNewest(changed.id)).authorIds).toEqual([eve]);
  const { status, headers } = await askWorker("/insights/author/ada");
  expect([status, headers["location"]]).toEqual([301, "/insights/author/eve"]);
  const count = (list: string) =>
    db.selectFrom("insight_counts").select("insights").where("list", "=", list).executeTakeFirst();
  expect([await count(ada), await count(eve)]).toEqual([undefined, { insights: 2 }]);
  await publishInsight(db, { id: changed.id, version: 3, actor, publishAt: 1 }, scope());
  expect(await byline(changed.id)).toEqual([eve]);
});

test("categories and tags that become one hand over their articles, also those of a draft that somebody still has open", async () => {
  const [cloud, sky] = [await makeCategory(), await makeCategory({ slug: "sky", name: "Sky" })];
  const [cost, price] = [await makeTag(), await makeTag({ slug: "price", name: "Price" })];
  const post = await makeInsight({ slug: "one", categoryId: cloud, tagIds: [cost, price] });
  await mergeTopic(db, "category", { id: cloud, version: 1, actor, into: sky }, scope());
  await mergeTopic(db, "tag", { id: cost, version: 1, actor, into: price }, scope());
  expect(await readNewest(post.id)).toMatchObject({ categoryId: sky, tagIds: [price] });
  for (const path of ["/insights/category/sky", "/insights/tag/price"])
    expect((await askWorker(path)).body, path).toContain("/insights/one");
  expect((await askWorker("/insights/tag/cost")).headers["location"]).toBe("/insights/tag/price");
  // The editor that was open all the time names the old ones.
  await post.save({ title: "Still open" });
  expect(await readNewest(post.id)).toMatchObject({ categoryId: sky, tagIds: [price] });
  const again = await makeCategory({ slug: "third", name: "Third" });
  await mergeTopic(db, "category", { id: sky, version: 1, actor, into: again }, scope());
  await post.save({ title: "Still open" }, 3);
  expect(await readNewest(post.id)).toMatchObject({ categoryId: again });
});

test("a topic of many articles is joined and a tag taken off in parts, each of them bounded, and all of it is done", async () => {
  const [tag, price, last] = [
    await makeTag(),
    await makeTag({ slug: "price", name: "Price" }),
    await makeTag({ slug: "last" }),
  ];
  const [cloud, sky] = [await makeCategory(), await makeCategory({ slug: "sky", name: "Sky" })];
  const [ada, eve] = [await makeAuthor({ slug: "ada", name: "Ada" }), await makeAuthor({ slug: "eve", name: "Eve" })];
  const topics = { categoryId: cloud, authorIds: [ada], tagIds: [tag, last] };
  await makeInsight({ slug: "leaving-a-data-centre", ...topics });
  for (const statement of publishing.growth?.fill(1, 2 * partSize) ?? []) await env.DB.prepare(statement).run();
  const entries = async () => {
    const rows = await db.selectFrom("audit_log").select("detail").where("action", "=", "topic.handed_over").execute();
    return rows.map(({ detail }) => (JSON.parse(detail ?? "") as { articles: number }).articles);
  };
  await mergeTopic(db, "tag", { id: tag, version: 1, actor, into: price }, scope());
  expect(await entries()).toEqual([partSize, partSize]);
  await mergeTopic(db, "category", { id: cloud, version: 1, actor, into: sky }, scope());
  await mergeTopic(db, "author", { id: ada, version: 1, actor, into: eve }, scope());
  await deleteTopic(db, "tag", { id: last, version: 1, actor }, scope());
  expect(await entries()).toHaveLength(8);
  const left = await db
    .selectFrom("insights")
    .innerJoin("insight_revisions", (join) =>
      join.onRef("insight_id", "=", "insights.id").onRef("insight_revisions.version", "=", "edited_version"),
    )
    .select(["category_id", "content"])
    .execute();
  expect(left).toHaveLength(2 * partSize + 1);
  for (const { category_id, content } of left)
    expect([category_id, readDraft(content)]).toMatchObject([
      sky,
      { categoryId: sky, authorIds: [eve], tagIds: [price] },
    ]);
  const lists = await db.selectFrom("insight_counts").select("list").where("list", "<>", "").execute();
  expect(lists.map(({ list }) => list).toSorted()).toEqual([price, sky, eve].toSorted());
});

test("a join goes on when somebody takes the tag off an article meanwhile, and says what it has handed over", async () => {
  const [tag, into] = [await makeTag(), await makeTag({ slug: "price", name: "Price" })];
  await makeInsight({ slug: "leaving-a-data-centre", tagIds: [tag] });
  for (const statement of publishing.growth?.fill(1, partSize) ?? []) await env.DB.prepare(statement).run();
  const { rows } = await sql<{ id: string }>`SELECT insight_id AS id FROM insight_tags WHERE tag_id = ${tag}`.execute(
    db,
  );
  let batches = 0;
  const batch = async (statements: D1PreparedStatement[]) => {
    // Right before the first part.
    if ((batches += 1) === 1)
      await env.DB.prepare("DELETE FROM insight_tags WHERE tag_id = ? AND insight_id = ?").bind(tag, rows[1]?.id).run();
    return env.DB.batch(statements);
  };
  const raced = openDb({ prepare: (query: string) => env.DB.prepare(query), batch } as unknown as D1Database);
  await mergeTopic(raced, "tag", { id: tag, version: 1, actor, into }, scope());
  const held = await db.selectFrom("insight_tags").select("insight_id").where("tag_id", "=", into).execute();
  expect([rows.length, held.length]).toEqual([partSize + 1, partSize]);
  const { detail } = await db
    .selectFrom("audit_log")
    .select("detail")
    .where("action", "=", "topic.handed_over")
    .executeTakeFirstOrThrow();
  expect(JSON.parse(detail ?? "")).toEqual({ kind: "tag", articles: partSize - 1, into });
});

test("what articles need is not deleted; a tag is, and its articles lose it, also while somebody writes", async () => {
  const tag = await makeTag();
  const post = await makeInsight({ slug: "one", tagIds: [tag] });
  const [author] = post.draft.authorIds;
  await expect(deleteTopic(db, "author", { id: author as AuthorId, version: 1, actor }, scope())).rejects.toThrow(
    ConflictError,
  );
  await deleteTopic(db, "tag", { id: tag, version: 1, actor }, scope());
  expect((await readNewest(post.id)).tagIds).toEqual([]);
  await post.save({ title: "Still open" });
  expect((await readNewest(post.id)).tagIds).toEqual([]);
  expect((await askWorker("/insights/tag/cost")).status).toBe(404);
});

test("an address that is taken, a name without letters and links that are none are refused", async () => {
  await createTopic(db, "tag", { name: "Cost", actor }, scope());
  await expect(createTopic(db, "tag", { name: "cost", actor }, scope())).rejects.toThrow(ConflictError);
  await expect(createTopic(db, "tag", { name: "!!!", actor }, scope())).rejects.toThrow(InvalidInputError);
  const links = [{ name: "Bad", url: "javascript:alert(1)" }];
  await expect(createTopic(db, "author", { name: "Ada", links, actor }, scope())).rejects.toThrow(InvalidInputError);
});

async function post(form: string, fields: Record<string, string>, visit: Visit) {
  const { args, scope: made } = makeArgs(`/blog-management/authors?form=${form}`, visit, { form: fields });
  const answer = await actOnAuthors(args as never);
  await waitOnExecutionContext(made.ctx);
  if (answer instanceof Response) return { status: answer.status, refusal: null };
  return { status: answer?.init?.status ?? 200, refusal: answer?.data };
}

test("the page makes, changes, joins and deletes through its forms, and keeps what was refused", async () => {
  const visit = { user: (await makeAccount({ roles: ["marketing_admin"] })).id };
  expect(await post("new", { name: "Ada", "links[0].name": "", "links[0].url": "" }, visit)).toMatchObject({
    status: 303,
  });
  const wrong = await post("new", { name: " ", bio: "Kept." }, visit);
  expect(wrong).toMatchObject({ status: 400, refusal: { problems: [{ field: "name" }], answers: { bio: "Kept." } } });
  const row = async () => db.selectFrom("authors").selectAll().executeTakeFirst();
  const ada = await row();
  const fields = { id: ada?.id ?? "", version: "1", name: "Ada L.", slug: "", bio: "Engines" };
  expect(await post("edit", fields, visit)).toMatchObject({ status: 303 });
  expect(await row()).toMatchObject({ name: "Ada L.", slug: "ada", bio: "Engines", version: 2 });
  expect(await post("edit", fields, visit)).toMatchObject({ status: 409, refusal: { answers: { bio: "Engines" } } });
  const { args } = makeArgs("/blog-management/authors?q=ada", visit);
  const { data } = await loadAuthors(args as never);
  expect(data.page?.rows).toMatchObject([{ name: "Ada L.", published: "0", isInUse: false }]);
  expect(await post("merge", { id: fields.id, version: "2", into: newId() }, visit)).toMatchObject({ status: 404 });
  expect(await post("delete", { id: fields.id, version: "2" }, visit)).toMatchObject({ status: 303 });
  expect(await row()).toBeUndefined();
  await expect(post("explode", {}, visit)).rejects.toMatchObject({ init: { status: 400 } });
});

test("the lists of authors, categories and tags read an index", async () => {
  const column = { value: (await import("kysely")).sql<string>`name collate nocase`, kind: "text" as const };
  for (const [kind, table] of [
    ["author", "authors"],
    ["category", "categories"],
    ["tag", "tags"],
  ] as const)
    await expectIndexed(
      selectTopicPage(db, { kind, words: "", order: { column, direction: "asc", id: `${table}.id`, cursor: null } }),
    );
});
