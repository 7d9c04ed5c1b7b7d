/** Articles read and written by programs. */
import { env } from "cloudflare:workers";
import fc from "fast-check";
import { expect, test } from "vitest";
import { type ApiScope, apiScopeNames } from "#shared/accounts/api-scopes.ts";
import { countRuns } from "#tests/runs.ts";
import { openDb, openReads } from "#worker/db/client.ts";
import type { InsightId } from "#worker/db/insights-tables.ts";
import { publishInsight } from "#worker/insights/publish-insight.ts";
import { readArticle } from "#worker/insights/read-article.ts";
import { makeAuthor, makeCategory, makeInsight, makeTag } from "./insights-make.ts";
import { makeScope } from "../make-scope.ts";
import { makeProgram } from "../api/program-make.ts";
import { findLiveMarkup, xssVectors } from "../xss-vectors.ts";
import { muteConsole } from "../make.ts";

const db = openDb(env.DB);

muteConsole("error");

async function makeTopics() {
  await makeCategory({ slug: "cloud" });
  await makeAuthor({ slug: "desk" });
  await makeTag({ slug: "cost" });
}

const article = {
  title: "Release 4.2",
  markdown: "What is **new**.",
  category: "cloud",
  authors: ["desk"],
  tags: ["cost"],
};

async function readShown(slug: string) {
  const found = await readArticle(openReads(env), { slug, now: Date.now() });
  return found.kind === "article" ? found.article.html : found.kind;
}

test("a program stores a draft, publishes it, and changes it; readers see what is published", async () => {
  await makeTopics();
  const { user, ask } = await makeProgram();
  const made = await ask("POST", "/api/posts", article);
  expect(made).toMatchObject({
    status: 201,
    etag: '"1"',
    body: { slug: "release-4-2", state: "draft", tags: ["cost"] },
  });
  const path = made.location ?? "";
  expect(await readShown("release-4-2")).toBe("missing");
  expect(await ask("POST", `${path}/publish`, {}, 1)).toMatchObject({ status: 200, body: { state: "published" } });
  expect(await readShown("release-4-2")).toContain("<strong>new</strong>");
  const changed = await ask("PATCH", path, { markdown: "What is newer." }, 2);
  expect(changed).toMatchObject({
    status: 200,
    etag: '"3"',
    body: { has_unpublished_changes: true, title: "Release 4.2" },
  });
  expect(await readShown("release-4-2")).toContain("<strong>new</strong>");
  const before = made.body["publish_at"];
  const published = await ask("POST", `${path}/publish`, {}, 3);
  expect(published.body["publish_at"]).not.toBe(before);
  expect(await readShown("release-4-2")).toContain("newer");
  expect(await ask("POST", `${path}/archive`, undefined, 4)).toMatchObject({
    status: 200,
    body: { state: "archived" },
  });
  expect(await readShown("release-4-2")).toBe("withdrawn");
  const entries = await db
    .selectFrom("audit_log")
    .select(["action", "actor_id", "detail"])
    .where("action", "like", "post.%")
    .orderBy("id")
    .execute();
  expect(entries.map(({ action }) => action)).toEqual([
    "post.created",
    "post.published",
    "post.saved",
    "post.published",
    "post.archived",
  ]);
  for (const { actor_id, detail } of entries)
    expect([actor_id, detail]).toEqual([user.id, expect.stringContaining('"via":"Robot"')]);
});

test("a publication keeps its time when it is published again, and takes another one that is named", async () => {
  const { ask } = await makeProgram();
  const { id } = await makeInsight({ publishAt: 1_700_000_000_000 });
  const again = await ask("POST", `/api/posts/${id}/publish`, {}, 2);
  expect(again.body).toMatchObject({ publish_at: "2023-11-14T22:13:20.000Z" });
  const later = await ask(
    "POST",
    `/api/posts/${id}/publish`,
    { publish_at: "2999-01-01T09:00:00+01:00", unpublish_at: "2999-02-01T00:00:00Z" },
    3,
  );
  expect(later.body).toMatchObject({
    state: "scheduled",
    publish_at: "2999-01-01T08:00:00.000Z",
    unpublish_at: "2999-02-01T00:00:00.000Z",
  });
  const refused = await ask(
    "POST",
    `/api/posts/${id}/publish`,
    { publish_at: "2999-01-01T09:00:00Z", unpublish_at: "2998-01-01T00:00:00Z" },
    4,
  );
  expect(refused).toMatchObject({
    status: 400,
    body: { errors: { unpublish_at: [expect.stringContaining("after")] } },
  });
});

test("an article in which the checks find errors is not published: the answer names them by field", async () => {
  await makeTopics();
  const { ask } = await makeProgram();
  const markdown = "One.\n\n[Two](/none)\n\n![](/media/x.png)";
  const made = await ask("POST", "/api/posts", { ...article, markdown, cover_alt: null });
  const refused = await ask("POST", `${made.location}/publish`, {}, 1);
  expect(refused).toMatchObject({
    status: 422,
    body: {
      title: "Unprocessable content",
      errors: {
        cover_alt: ["Describe the cover, or mark it as decorative."],
        markdown: ["Line 3: This site has no page “/none”.", expect.stringMatching(/^Line 5: /) as string],
      },
    },
  });
  expect((await ask("GET", made.location ?? "")).body).toMatchObject({ state: "draft", version: 1 });
  await ask("PATCH", made.location ?? "", { markdown: "One. [Two](/contact)", cover_alt: "" }, 1);
  expect((await ask("POST", `${made.location}/publish`, {}, 2)).status).toBe(200);
});

test("a change without the version is refused, and one of an older version, too", async () => {
  const { ask } = await makeProgram();
  const { id } = await makeInsight();
  const path = `/api/posts/${id}`;
  expect((await ask("PATCH", path, { title: "x" })).status).toBe(428);
  for (const tag of ['"1"', '"3"', "*", "2", '"2", "3"', '"x"', ""])
    expect((await ask("PATCH", path, { title: "x" }, tag)).status, tag).toBe(412);
  expect((await ask("PATCH", path, { title: "Weak tags are of our own making" }, 'W/"2"')).status).toBe(200);
});

test("of ten programs that change one version at once, one succeeds and the others are told to read again", async () => {
  const { ask } = await makeProgram();
  const { id } = await makeInsight();
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, turn) => ask("PATCH", `/api/posts/${id}`, { title: `Turn ${turn}` }, 2)),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array<number>(9).fill(412)]);
});

test("each scope opens its own endpoints and no other", async () => {
  await makeTopics();
  const { id } = await makeInsight();
  const asked: [ApiScope, string, string, unknown?][] = [
    ["posts:read", "GET", "/api/posts"],
    ["posts:read", "GET", "/api/topics"],
    ["posts:read", "GET", `/api/posts/${id}`],
    ["posts:write", "POST", "/api/posts", article],
    ["posts:write", "PATCH", `/api/posts/${id}`, { title: "x" }],
    ["posts:publish", "POST", `/api/posts/${id}/publish`, {}],
    ["posts:publish", "POST", `/api/posts/${id}/archive`],
  ];
  for (const scope of apiScopeNames) {
    const { ask } = await makeProgram(apiScopeNames.filter((one) => one !== scope));
    for (const [needed, method, path, json] of asked.filter(([one]) => one === scope))
      expect((await ask(method, path, json, 2)).status, `${needed}: ${method} ${path}`).toBe(403);
  }
});

test("slugs that are not known, addresses that are taken and articles that are not there are told apart", async () => {
  await makeTopics();
  const { ask } = await makeProgram();
  const unknown = await ask("POST", "/api/posts", { ...article, category: "x", authors: ["desk", "y"], tags: ["z"] });
  expect(unknown).toMatchObject({
    status: 400,
    body: {
      errors: {
        category: [expect.stringContaining("x")],
        authors: [expect.stringContaining("y")],
        tags: [expect.stringContaining("z")],
      },
    },
  });
  const made = await ask("POST", "/api/posts", article);
  const address = { canonical_url: "ftp://elsewhere.example" };
  for (const refused of [
    await ask("POST", "/api/posts", { ...article, slug: "another", ...address }),
    await ask("PATCH", made.location ?? "", address, 1),
  ])
    expect(refused).toMatchObject({ status: 400, body: { errors: { canonical_url: [expect.any(String)] } } });
  expect((await ask("POST", "/api/posts", article)).status).toBe(409);
  expect((await ask("GET", `/api/posts/${crypto.randomUUID()}`)).status).toBe(404);
  expect((await ask("GET", "/api/posts/x")).status).toBe(400);
  const trashed = await makeInsight();
  await db.updateTable("insights").set({ status: "archived", trashed_at: 1 }).where("id", "=", trashed.id).execute();
  expect((await ask("PATCH", `/api/posts/${trashed.id}`, { title: "x" }, 2)).status).toBe(409);
});

test("articles are listed page by page, the newest first, each once", async () => {
  const { ask } = await makeProgram();
  const ids: string[] = [];
  for (let index = 0; index < 5; index += 1) ids.unshift((await makeInsight()).id);
  const seen: string[] = [];
  let next: string | null = null;
  do {
    const query: string = next ? `&after=${next}` : "";
    const { body } = await ask("GET", `/api/posts?limit=2&status=published${query}`);
    const { items, next: further } = body as unknown as { items: { id: string }[]; next: string | null };
    seen.push(...items.map(({ id }) => id));
    next = further;
  } while (next);
  expect(seen).toEqual(ids);
});

test("a text of 200,000 characters is taken, one of more is refused, and one of 2 MB is not read", async () => {
  await makeTopics();
  const { ask } = await makeProgram();
  const text = (length: number) => ({ ...article, slug: `s-${length}`, markdown: "word ".repeat(length / 5) });
  expect((await ask("POST", "/api/posts", text(200_000))).status).toBe(201);
  expect((await ask("POST", "/api/posts", text(200_005))).status).toBe(400);
  expect((await ask("POST", "/api/posts", text(2_000_000))).status).toBe(413);
});

test("whatever a program sends, no answer fails, and what is refused changes nothing", async () => {
  await makeTopics();
  const { ask } = await makeProgram();
  const { id } = await makeInsight();
  const value = fc.oneof(
    fc.string({ unit: "binary", maxLength: 100 }),
    fc.constantFrom<unknown>(null, true, -1, [], {}, ["desk"], "cloud", "\u0000", "2999-01-01T00:00:00Z"),
    fc.constantFrom(...xssVectors),
  );
  const names = [
    "title",
    "slug",
    "markdown",
    "category",
    "authors",
    "tags",
    "dek",
    "canonical_url",
    "publish_at",
    "unpublish_at",
    "__proto__",
  ];
  const json = fc.dictionary(fc.constantFrom(...names), value, { maxKeys: 5 });
  const target = fc.constantFrom(
    ["POST", "/api/posts"],
    ["PATCH", `/api/posts/${id}`],
    ["POST", `/api/posts/${id}/publish`],
  );
  const read = async () =>
    JSON.stringify(
      await db
        .selectFrom("insight_revisions")
        .select(["insight_id", "version"])
        .orderBy("insight_id")
        .orderBy("version")
        .execute(),
    );
  let before = await read();
  await fc.assert(
    fc.asyncProperty(target, json, async ([method = "", path = ""], given) => {
      const { version } = await db
        .selectFrom("insights")
        .select("version")
        .where("id", "=", id)
        .executeTakeFirstOrThrow();
      const { status } = await ask(method, path, given, version);
      expect(status).toBeLessThan(500);
      const after = await read();
      if (status >= 400) expect(after).toBe(before);
      before = after;
    }),
    { numRuns: countRuns(10_000) },
  );
}, 600_000);

test("markup that a program sends is text for readers", async () => {
  await makeTopics();
  const { ask } = await makeProgram();
  const markdown = xssVectors.join("\n\n");
  const made = await ask("POST", "/api/posts", { ...article, slug: "vectors", markdown });
  // Many of them are links that lead nowhere, which the checks refuse.
  const id = String(made.body["id"]) as InsightId;
  await publishInsight(db, { id, version: 1, publishAt: 1, actor: null }, makeScope());
  const html = await readShown("vectors");
  expect(html).toContain("&lt;script");
  expect(findLiveMarkup(html)).toEqual([]);
});
