import { env } from "cloudflare:workers";
import { expect, test, vi } from "vitest";
import { openDb, openReads } from "#worker/db/client.ts";
import { makePreviewPath, readPreviewToken } from "#worker/insights/preview-links.ts";
import { publishInsight } from "#worker/insights/publish-insight.ts";
import { readArticle } from "#worker/insights/read-article.ts";
import { readPreview } from "#worker/insights/read-preview.ts";
import { createInsight, saveInsight } from "#worker/insights/save-insight.ts";
import { ConflictError, InvalidInputError } from "#worker/lib/errors.ts";
import { makeDraft, makeInsight, makeTag, readStatus } from "./insights-make.ts";
import { makeScope } from "../make-scope.ts";

async function follow(slug: string) {
  const found = await readArticle(openReads(env), { slug, now: Date.now() });
  return found.kind === "moved" ? found.to : found.kind;
}

test("of ten who save the same version one succeeds, and the article is wholly theirs", async () => {
  const post = await makeInsight({ markdown: "Before." });
  const saves = Array.from({ length: 10 }, (_, writer) =>
    post.save({ title: `Writer ${writer}`, markdown: `Text of writer ${writer}.` }),
  );
  const outcomes = await Promise.allSettled(saves);
  const winner = outcomes.findIndex(({ status }) => status === "fulfilled");
  const losers = outcomes.filter((one) => one.status === "rejected");
  expect(losers).toHaveLength(9);
  for (const { reason } of losers) expect(reason).toBeInstanceOf(ConflictError);
  const found = await readArticle(openReads(env), { slug: post.draft.slug, now: Date.now() });
  expect(found).toMatchObject({ article: { title: `Writer ${winner}`, html: `<p>Text of writer ${winner}.</p>\n` } });
  const revisions = await openDb(env.DB).selectFrom("insight_revisions").select(["version", "content"]).execute();
  expect(revisions.map(({ version }) => version)).toEqual([1, 3]);
  expect(revisions[1]?.content).toContain(`Writer ${winner}`);
});

test("a stale save changes nothing: neither text nor tags nor address", async () => {
  const post = await makeInsight({ markdown: "Original." });
  await post.save({ markdown: "Newer." });
  await expect(post.save({ markdown: "Stale.", slug: "stale" })).rejects.toThrow(ConflictError);
  expect(await follow(post.draft.slug)).toBe("article");
  expect(await openDb(env.DB).selectFrom("redirects").selectAll().execute()).toEqual([]);
});

test("an address that is taken is refused", async () => {
  const post = await makeInsight({ slug: "taken" });
  await expect(
    createInsight(
      openDb(env.DB),
      {
        actor: null,
        draft: await makeDraft({ slug: "taken", categoryId: post.draft.categoryId, authorIds: post.draft.authorIds }),
      },
      makeScope(),
    ),
  ).rejects.toThrow(ConflictError);
  const other = await makeInsight({ slug: "other" });
  await expect(other.save({ slug: "taken" })).rejects.toThrow(ConflictError);
  expect(await readStatus(other.id)).toMatchObject({ slug: "other", version: 2 });
});

test("renamed thrice, every old address leads to the newest in one step; renamed back, nothing runs in circles", async () => {
  const post = await makeInsight({ slug: "a" });
  await post.save({ slug: "b" }, 2);
  await post.save({ slug: "c" }, 3);
  await post.save({ slug: "d" }, 4);
  expect([await follow("a"), await follow("b"), await follow("c"), await follow("d")]).toEqual([
    "/insights/d",
    "/insights/d",
    "/insights/d",
    "article",
  ]);
  await post.save({ slug: "b" }, 5);
  expect([await follow("a"), await follow("b"), await follow("c"), await follow("d")]).toEqual([
    "/insights/b",
    "article",
    "/insights/b",
    "/insights/b",
  ]);
});

test("an address that another article takes over leads nowhere any more", async () => {
  const post = await makeInsight({ slug: "old" });
  await post.save({ slug: "new" });
  await makeInsight({ slug: "old", categoryId: post.draft.categoryId, authorIds: post.draft.authorIds });
  expect(await follow("old")).toBe("article");
  expect(await openDb(env.DB).selectFrom("redirects").selectAll().execute()).toEqual([]);
});

test("a draft or a scheduled article at an old address takes nothing from those who follow it until it is public", async () => {
  const { draft, save } = await makeInsight({ slug: "old" });
  await save({ slug: "new" });
  const scope = makeScope();
  const id = await createInsight(openDb(env.DB), { actor: null, draft: { ...draft, slug: "old" } }, scope);
  expect(await follow("old")).toBe("/insights/new");
  await publishInsight(openDb(env.DB), { actor: null, id, version: 1, publishAt: Date.now() + 60_000 }, scope);
  expect(await follow("old")).toBe("/insights/new");
  expect((await readArticle(openReads(env), { slug: "old", now: Date.now() + 60_000 })).kind).toBe("article");
  await publishInsight(openDb(env.DB), { actor: null, id, version: 2, publishAt: 1 }, scope);
  expect(await follow("old")).toBe("article");
  await saveInsight(openDb(env.DB), { actor: null, id, version: 3, draft: { ...draft, slug: "newer" } }, scope);
  expect([await follow("old"), await follow("new")]).toEqual(["/insights/newer", "article"]);
});

test("no redirect tells the address of an article that is not public", async () => {
  const scheduled = await makeInsight({ slug: "early", publishAt: Date.now() + 60_000 });
  await scheduled.save({ slug: "secret" });
  const archived = await makeInsight({ slug: "was" });
  await archived.save({ slug: "gone" });
  expect(await follow("was")).toBe("/insights/gone");
  await archived.archive(3);
  expect([await follow("early"), await follow("was")]).toEqual(["missing", "withdrawn"]);
  const later = await readArticle(openReads(env), { slug: "early", now: Date.now() + 120_000 });
  expect(later).toEqual({ kind: "moved", to: "/insights/secret" });
});

test("words of one character outside the basic plane, and authors and tags named twice, do no harm", async () => {
  const tagId = await makeTag();
  const draft = await makeDraft({ title: "\u{20BB7} \u{1D7D9}", markdown: "\u{20BB7} here", tagIds: [tagId, tagId] });
  const twice = { ...draft, authorIds: [...draft.authorIds, ...draft.authorIds] };
  const preview = await readPreview(openReads(env), {
    id: await createInsight(openDb(env.DB), { actor: null, draft: twice }, makeScope()),
  });
  expect([preview?.authors.length, preview?.tags.length]).toEqual([1, 1]);
});

test("the table refuses redirects that would chain or loop", async () => {
  const insert = (from: string, to: string) =>
    env.DB.prepare("INSERT INTO redirects VALUES (?, ?, 1)").bind(from, to).run();
  await insert("/a", "/b");
  for (const [from, to] of [
    ["/b", "/a"],
    ["/b", "/c"],
    ["/c", "/a"],
    ["/d", "/d"],
  ] as const)
    await expect(insert(from, to), `${from} to ${to}`).rejects.toThrow(/in one step|CHECK/);
});

test("a draft that moves leaves no redirect: nobody has seen it", async () => {
  const scope = makeScope();
  const draft = await makeDraft({ slug: "first" });
  const id = await createInsight(openDb(env.DB), { actor: null, draft }, scope);
  await saveInsight(openDb(env.DB), { actor: null, id, version: 1, draft: { ...draft, slug: "second" } }, scope);
  expect(await follow("first")).toBe("missing");
});

test("a cover must be described, or said to be decorative, before its article is published", async () => {
  const key = "covers/x-1234567890abcdef.svg";
  await env.DB.prepare(
    "INSERT INTO media (key, type, bytes, width, height, created_at) VALUES (?, 'image/svg+xml', 1, 1440, 520, 1)",
  )
    .bind(key)
    .run();
  const scope = makeScope();
  const pictures = { wide: key, card: key, share: key, title: "" };
  const draft = await makeDraft({ pictures, coverAlt: null });
  const id = await createInsight(openDb(env.DB), { actor: null, draft }, scope);
  await expect(publishInsight(openDb(env.DB), { actor: null, id, version: 1, publishAt: 1 }, scope)).rejects.toThrow(
    InvalidInputError,
  );
  await saveInsight(openDb(env.DB), { actor: null, id, version: 1, draft: { ...draft, coverAlt: "" } }, scope);
  expect(await publishInsight(openDb(env.DB), { actor: null, id, version: 2, publishAt: 1 }, scope)).toBe(3);
  await expect(saveInsight(openDb(env.DB), { actor: null, id, version: 3, draft }, scope)).rejects.toThrow(
    InvalidInputError,
  );
});

test("saving and publishing purge what shows the article, and stand also when the caches do not answer", async () => {
  const logged = vi.spyOn(console, "error").mockImplementation(() => {});
  const purged: unknown[] = [];
  const scope = makeScope();
  const purge = (options: unknown) => Promise.resolve(void purged.push(options));
  const caching = { ...scope, ctx: { cache: { purge } } as unknown as ExecutionContext };
  const draft = await makeDraft();
  const id = await createInsight(openDb(env.DB), { actor: null, draft }, scope);
  await saveInsight(openDb(env.DB), { actor: null, id, version: 1, draft }, caching);
  expect(purged).toEqual([]);
  await publishInsight(openDb(env.DB), { actor: null, id, version: 2, publishAt: 1 }, caching);
  expect(purged).toEqual([{ tags: ["insights"] }]);
  const failing = {
    cache: { purge: () => Promise.reject(new Error("caches are out")) },
  } as unknown as ExecutionContext;
  expect(await saveInsight(openDb(env.DB), { actor: null, id, version: 3, draft }, { ...scope, ctx: failing })).toBe(4);
  expect(logged.mock.calls.flat().join()).toContain("purge failed");
  vi.restoreAllMocks();
});

test("pictures whose size is known have it in the text", async () => {
  await env.DB.prepare(
    "INSERT INTO media (key, type, bytes, width, height, created_at) VALUES ('demo/x.svg', 'image/svg+xml', 1, 960, 480, 1)",
  ).run();
  const post = await makeInsight({
    markdown: '![A chart](/media/demo/x.svg "Caption")\n\n![Unknown](/media/demo/y.svg)',
  });
  const preview = await readPreview(openReads(env), { id: post.id });
  expect(preview?.html).toContain('<img src="/media/demo/x.svg" alt="A chart" width="960" height="480" loading="lazy"');
  expect(preview?.html).toContain("<figcaption>Caption</figcaption>");
  expect(preview?.html).toContain('<img src="/media/demo/y.svg" alt="Unknown" loading="lazy"');
});

test("a preview link shows its article until it ends, and no other", async () => {
  const [id, other] = [
    await createInsight(openDb(env.DB), { actor: null, draft: await makeDraft() }, makeScope()),
    await createInsight(openDb(env.DB), { actor: null, draft: await makeDraft() }, makeScope()),
  ];
  const token = async (expires?: number) =>
    (await makePreviewPath(env.AUTH_SECRET, id, expires)).split("/").at(-1) ?? "";
  expect(await readPreviewToken([env.AUTH_SECRET], await token())).toBe(id);
  const past = Math.floor(Date.now() / 1000) - 1;
  const [ended, good] = [await token(past), await token()];
  const forged = [
    ended,
    good.replace(id, other),
    ended.replace(String(past), String(past + 3600)),
    `${good.slice(0, -1)}${good.endsWith("A") ? "B" : "A"}`,
    good.slice(1),
    `${good}A`,
  ];
  for (const one of forged) expect(await readPreviewToken([env.AUTH_SECRET], one), one).toBeNull();
  expect(await readPreviewToken([`another ${env.AUTH_SECRET}`], good)).toBeNull();
});
