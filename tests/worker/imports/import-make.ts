/** Imports as the page sends them, through the built Worker, for tests. */
import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { vi } from "vitest";
import { bareArticle } from "#tests/bare-article.ts";
import type { Role } from "#shared/permissions.ts";
import type { Begin, ImportSettings, SentPost } from "#worker/imports/import-schema.ts";
import type { PostOutcome } from "#worker/imports/store-posts.ts";
import { openDb } from "#worker/db/client.ts";
import { worker } from "../built-worker.ts";
import { makeAuthor, makeCategory } from "../insights/insights-make.ts";
import { makeSession, makeAccount, writeCookies } from "../make.ts";
import { makeAddress, siteOrigin } from "../make-scope.ts";

const db = openDb(env.DB);

export const settings: ImportSettings = { fetches: false, publishes: true, updates: false, category: "", authors: {} };

/** What stands for a hash of `text`, which has 32 plain letters at most. */
export const toHash = (text: string) =>
  Array.from(text, (letter) => letter.charCodeAt(0).toString(16))
    .join("")
    .padEnd(64, "0");

/** Somebody who may write articles, and what they ask of the built Worker. */
export async function makeImporter({ roles = ["marketing_admin"] }: { roles?: Role[] } = {}) {
  const user = await makeAccount({ name: "Ines", roles });
  const Cookie = writeCookies(await makeSession(user.id));

  async function ask(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    const own = { Cookie, "CF-Connecting-IP": makeAddress(), "Sec-Fetch-Site": "same-origin", Origin: siteOrigin };
    for (const [name, value] of Object.entries(own)) headers.set(name, value);
    const request = new Request(new URL(path, siteOrigin), { ...init, headers, redirect: "manual" });
    const ctx = createExecutionContext();
    // A test may send more in a minute than a person does.
    const API_LIMIT = { limit: () => Promise.resolve({ success: true }) } as unknown as RateLimit;
    const response = await worker.fetch(request as Parameters<typeof worker.fetch>[0], { ...env, API_LIMIT }, ctx);
    const bytes = await response.arrayBuffer();
    await waitOnExecutionContext(ctx);
    return new Response([204, 301, 304].includes(response.status) ? null : bytes, response);
  }

  async function send<Answer>(body: object): Promise<{ status: number; answer: Answer }> {
    const headers = { "Content-Type": "application/json" };
    const response = await ask("/blog-management/import-run", { method: "POST", headers, body: JSON.stringify(body) });
    return { status: response.status, answer: (await response.json()) as Answer };
  }

  async function begin(more: Partial<Begin> = {}): Promise<string> {
    const asked = {
      file: "blog.xml",
      fileHash: toHash("f"),
      kind: "wordpress",
      site: "old.example",
      posts: 3,
      settings,
      ...more,
    };
    return (await send<{ id: string }>({ intent: "begin", ...asked })).answer.id;
  }

  async function sendPosts(id: string, posts: readonly SentPost[]): Promise<PostOutcome[]> {
    const { answer } = await send<{ posts: PostOutcome[] }>({ intent: "posts", import: id, posts });
    return answer.posts;
  }

  /** Runs code of the page, whose requests go to the built Worker. */
  async function asPage<Result>(run: () => Promise<Result>): Promise<Result> {
    const real = globalThis.fetch;
    vi.stubGlobal("fetch", (path: string, init: RequestInit) => ask(path, init));
    try {
      return await run();
    } finally {
      vi.stubGlobal("fetch", real);
    }
  }

  return { id: user.id, Cookie, ask, send, begin, sendPosts, asPage };
}

let topics: { categoryId: string; authorIds: string[] } | undefined;

/** A published post of another site. */
export async function makeSentPost(
  name: string,
  {
    state,
    draft,
    ...more
  }: { state?: Partial<SentPost["state"]>; draft?: Partial<SentPost["draft"]> } & Partial<
    Pick<SentPost, "oldPaths" | "fingerprint">
  > = {},
): Promise<SentPost> {
  const known = await db.selectFrom("categories").select("id").executeTakeFirst();
  if (!topics || !known) topics = { categoryId: await makeCategory(), authorIds: [await makeAuthor()] };
  const at = Date.UTC(2019, 4, 6);
  return {
    key: toHash(`${name}-key`),
    fingerprint: toHash(`${name}-print`),
    oldPaths: [],
    changes: null,
    ...more,
    draft: {
      slug: name,
      title: `About ${name}`,
      dek: "",
      ...topics,
      tagIds: [],
      markdown: "Text.",
      ...bareArticle,
      ...draft,
    },
    state: {
      status: "published",
      publishAt: at,
      unpublishAt: null,
      trashedAt: null,
      createdAt: Date.now(),
      updatedAt: at,
      editedAt: at,
      ...state,
    },
  };
}

/** Takes everything away that an export holds. */
export async function emptySite(): Promise<void> {
  for (const table of [
    "imports",
    "media_uses",
    "insights",
    "redirects",
    "media_items",
    "media_uploads",
    "media",
    "authors",
    "categories",
    "tags",
  ])
    await env.DB.prepare(`DELETE FROM ${table}`).run();
  const { objects } = await env.MEDIA.list();
  if (objects.length > 0) await env.MEDIA.delete(objects.map(({ key }) => key));
}
