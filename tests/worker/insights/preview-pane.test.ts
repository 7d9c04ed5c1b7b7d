/** The preview of an article: the newest revision, and in a frame of this site's own pages alone. */
import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { openDb } from "#worker/db/client.ts";
import { makePreviewPath } from "#worker/insights/preview-links.ts";
import { readPreview } from "#worker/insights/read-preview.ts";
import { saveDraft } from "#worker/insights/save-insight.ts";
import { worker } from "../built-worker.ts";
import { countQueries, makeAuthor, makeCategory, makeInsight, makeTag } from "./insights-make.ts";
import { makeAccount } from "../make.ts";
import { makeAddress, makeScope } from "../make-scope.ts";

async function ask(path: string, headers: Record<string, string> = {}): Promise<Response> {
  const request = new Request(`${env.SITE_ORIGIN}${path}`, {
    headers: { "CF-Connecting-IP": makeAddress(), ...headers },
    redirect: "manual",
  });
  const ctx = createExecutionContext();
  const answer = await worker.fetch(request as Parameters<typeof worker.fetch>[0], env, ctx);
  await waitOnExecutionContext(ctx);
  return answer;
}

const framed = { "Sec-Fetch-Dest": "iframe", "Sec-Fetch-Site": "same-origin" };

test("the preview of a published article shows what was saved last, and its readers what was published", async () => {
  const db = openDb(env.DB);
  const post = await makeInsight({ title: "As published", markdown: "Old text." });
  const [category, author, tag] = [
    await makeCategory({ slug: "new", name: "New topic" }),
    await makeAuthor({ slug: "new", name: "Demo author: new" }),
    await makeTag({ slug: "new", name: "New tag" }),
  ];
  const draft = {
    ...post.draft,
    title: "As saved",
    markdown: "## New section\n\nNew text.",
    categoryId: category,
    authorIds: [author],
    tagIds: [tag],
    pictures: { wide: "covers/w.svg", card: "covers/c.svg", share: "share/s.png", title: "As saved" },
    coverAlt: "A cover",
  };
  for (const key of ["covers/w.svg", "covers/c.svg", "share/s.png"])
    await db
      .insertInto("media")
      .values({ key, type: "image/png", bytes: 1, width: 1, height: 1, created_at: 1 })
      .execute();
  const actor = (await makeAccount()).id;
  await saveDraft(db, { id: post.id, version: 2, draft, actor }, makeScope());
  const { session, queries } = countQueries();
  const shown = await readPreview(openDb(session), { id: post.id });
  expect(queries.length).toBeLessThanOrEqual(5);
  expect(shown).toMatchObject({
    title: "As saved",
    category: { name: "New topic" },
    authors: [{ name: "Demo author: new" }],
    tags: [{ slug: "new", name: "New tag" }],
    contents: [{ id: "new-section" }],
    cover: { wide: "/media/covers/w.svg", alt: "A cover" },
    shareImage: "/media/share/s.png",
  });
  expect(shown?.html).toContain("New text.");
  const page = await (await ask(await makePreviewPath(env.AUTH_SECRET, post.id))).text();
  expect(page).toContain("As saved");
  expect(await (await ask(`/insights/${post.draft.slug}`)).text()).toContain("As published");
});

test("a preview may be framed by this site alone, and has no script there", async () => {
  const { id } = await makeInsight();
  const path = await makePreviewPath(env.AUTH_SECRET, id);
  const inFrame = await ask(path, framed);
  const html = await inFrame.text();
  expect(inFrame.headers.get("X-Frame-Options")).toBe("SAMEORIGIN");
  expect(inFrame.headers.get("Content-Security-Policy")).toMatch(/script-src 'none'.*frame-ancestors 'self'/);
  expect(inFrame.headers.get("Cache-Control")).toBe("no-store");
  expect(html).toContain("<article");
  expect(html).not.toMatch(/<script|modulepreload/);
  for (const headers of [
    {},
    { ...framed, "Sec-Fetch-Site": "cross-site" },
    { ...framed, "Sec-Fetch-Dest": "document" },
  ]) {
    const alone = await ask(path, headers);
    expect(alone.headers.get("X-Frame-Options")).toBe("DENY");
    expect(alone.headers.get("Content-Security-Policy")).toContain("frame-ancestors 'none'");
  }
});

test("no other page may be framed, whatever the browser says of itself", async () => {
  const post = await makeInsight();
  for (const path of ["/", "/insights", `/insights/${post.draft.slug}`, "/admin/auth", "/api/health", "/contact"]) {
    const answer = await ask(path, framed);
    expect([path, answer.headers.get("X-Frame-Options")]).toEqual([path, "DENY"]);
    expect(answer.headers.get("Content-Security-Policy") ?? "", path).not.toContain("frame-ancestors 'self'");
  }
});
