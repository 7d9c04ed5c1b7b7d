import { env } from "cloudflare:workers";
import { renderToStaticMarkup } from "react-dom/server";
import { createRoutesStub, data, Meta, Outlet, RouterContextProvider } from "react-router";
import fc from "fast-check";
import { expect, test, vi } from "vitest";
import ArticlePage, * as articleRoute from "#app/site/insights/article.tsx";
import * as categoryRoute from "#app/site/insights/category.tsx";
import ListingPage, * as listingRoute from "#app/site/insights/listing.tsx";
import * as previewRoute from "#app/site/insights/preview.tsx";
import * as tagRoute from "#app/site/insights/tag.tsx";
import { countRuns, takeSome } from "#tests/runs.ts";
import { openDb } from "#worker/db/client.ts";
import { makePreviewPath } from "#worker/insights/preview-links.ts";
import { createInsight } from "#worker/insights/save-insight.ts";
import { requestScope } from "#worker/lib/scope.ts";
import { countQueries, makeCategory, makeDraft, makeInsight, makeTag } from "./insights-make.ts";
import { makeScope, siteOrigin } from "../make-scope.ts";
import { findLiveMarkup, xssVectors } from "../xss-vectors.ts";

const patient = { limit: async () => ({ success: true }) } as RateLimit;

interface Answer {
  data: Record<string, unknown>;
  status: number;
  headers: Headers;
}

/** Runs a route's loader as the router would; what it throws counts as its answer. */
async function load(
  loader: (args: never) => unknown,
  path: string,
  params: Record<string, string> = {},
  overrides: Partial<Env> = {},
): Promise<Answer> {
  const url = new URL(path, siteOrigin);
  const context = new RouterContextProvider();
  context.set(requestScope, makeScope({ SEARCH_LIMIT: patient, ...overrides }));
  const args = { context, request: new Request(url), url, params, pattern: url.pathname };
  try {
    const answer = (await loader(args as never)) as ReturnType<typeof data<Record<string, unknown>>>;
    return { data: answer.data, status: answer.init?.status ?? 200, headers: new Headers(answer.init?.headers) };
  } catch (thrown) {
    if (!(thrown instanceof Response)) throw thrown;
    return { data: {}, status: thrown.status, headers: thrown.headers };
  }
}

/** The head and the body of a page, as the server writes them. */
function render(Page: unknown, meta: unknown, path: string, pattern: string, loaderData: unknown): string {
  const Root = () => (
    <>
      <Meta />
      <Outlet />
    </>
  );
  const page = { id: "page", path: pattern, Component: Page as never, meta: meta as never };
  const layout = { id: "layout", Component: Outlet, children: [page] };
  const Stub = createRoutesStub([{ id: "root", path: "/", Component: Root, children: [layout] }]);
  const hydrationData = { loaderData: { layout: { origin: siteOrigin }, page: loaderData } };
  return renderToStaticMarkup(<Stub initialEntries={[path]} hydrationData={hydrationData} />);
}

const brokenDb = {
  withSession: () => {
    throw new Error("D1_ERROR: down");
  },
} as unknown as D1Database;

test("each page asks the database at most twice, and once more what may be found", async () => {
  const tagId = await makeTag();
  await makeInsight({ slug: "here", categoryId: await makeCategory(), tagIds: [tagId] });
  const pages = [
    [listingRoute.loader, "/insights", {}],
    [listingRoute.loader, "/insights?q=paragraph", {}],
    [categoryRoute.loader, "/insights/category/cloud", { slug: "cloud" }],
    [tagRoute.loader, "/insights/tag/cost", { slug: "cost" }],
    [articleRoute.loader, "/insights/here", { slug: "here" }],
    [articleRoute.loader, "/blog/here", { slug: "here" }],
  ] as const;
  for (const [loader, path, params] of pages) {
    const { queries, DB } = countQueries();
    const { status, headers } = await load(loader, path, params, { DB });
    expect(status, path).toBe(200);
    expect(queries.length, path).toBeGreaterThan(0);
    expect(queries.length, path).toBeLessThanOrEqual(path.includes("q=") ? 3 : 2);
    expect(headers.get("X-Robots-Tag"), path).toBe(path.includes("q=") ? "noindex" : null);
  }
});

test("an article that was written before its time says it has changed at its time, and not before", async () => {
  const publishAt = Date.now() - 3_600_000;
  const { id } = await makeInsight({ slug: "here", publishAt });
  await env.DB.prepare("UPDATE insights SET updated_at = ? WHERE id = ?")
    .bind(publishAt - 86_400_000, id)
    .run();
  const { data } = await load(articleRoute.loader, "/insights/here", { slug: "here" });
  const html = render(ArticlePage, articleRoute.meta, "/insights/here", "insights/:slug", data);
  const day = new Date(publishAt).toISOString();
  expect(html).toContain(`<meta property="article:modified_time" content="${day}"/>`);
  expect(html).toContain(`"dateModified":"${day}"`);
});

test("no cache keeps a listing beyond the moment at which a scheduled article appears", async () => {
  await makeInsight({ publishAt: Date.now() + 600_000 });
  const { headers } = await load(listingRoute.loader, "/insights");
  const [, fresh] = /s-maxage=(\d+)$/.exec(headers.get("Cache-Control") ?? "") ?? [];
  expect(Number(fresh)).toBeGreaterThan(590);
  expect(Number(fresh)).toBeLessThanOrEqual(600);
});

test("what is not there is 404, what has moved 301, and while D1 does not answer it is 503", async () => {
  const post = await makeInsight({ slug: "before" });
  await post.save({ slug: "after" });
  expect(await load(articleRoute.loader, "/blog/before", { slug: "before" })).toMatchObject({ status: 301 });
  expect((await load(articleRoute.loader, "/blog/before", { slug: "before" })).headers.get("Location")).toBe(
    "/insights/after",
  );
  for (const [loader, path, slug] of [
    [articleRoute.loader, "/insights/none", "none"],
    [categoryRoute.loader, "/insights/category/none", "none"],
    [tagRoute.loader, "/insights/tag/none", "none"],
    [listingRoute.loader, "/insights?page=2", ""],
  ] as const)
    expect((await load(loader, path, { slug })).status, path).toBe(404);
  const logged = vi.spyOn(console, "error").mockImplementation(() => {});
  for (const loader of [listingRoute.loader, categoryRoute.loader, tagRoute.loader, articleRoute.loader])
    expect((await load(loader, "/insights", { slug: "x" }, { DB: brokenDb })).status).toBe(503);
  expect(logged).toHaveBeenCalledTimes(4);
});

test("a preview shows a draft as it was saved last", async () => {
  const id = await createInsight(
    openDb(env.DB),
    { actor: null, draft: await makeDraft({ title: "Not yet" }) },
    makeScope(),
  );
  const path = await makePreviewPath(env.AUTH_SECRET, id);
  const withSession = vi.spyOn(env.DB, "withSession");
  const { data, status } = await load(previewRoute.loader, path, { token: path.split("/").at(-1) ?? "" });
  // A copy nearby may not know yet what was just saved.
  expect(withSession.mock.calls).toEqual([["first-primary"]]);
  expect([status, data]).toMatchObject([200, { article: { title: "Not yet" } }]);
  expect((await load(previewRoute.loader, "/insights/preview/x", { token: "x" })).status).toBe(404);
});

test("whatever is searched for, on whatever page, is answered", async () => {
  await makeInsight({ slug: "here" });
  const text = fc.oneof(fc.string({ unit: "binary", maxLength: 120 }), fc.string(), fc.constantFrom(...xssVectors));
  await fc.assert(
    fc.asyncProperty(text, fc.oneof(text, fc.integer().map(String)), async (q, page) => {
      const search = new URLSearchParams({ q: q.toWellFormed(), page: page.toWellFormed() });
      const { status } = await load(listingRoute.loader, `/insights?${search}`);
      expect([200, 404]).toContain(status);
    }),
    { numRuns: countRuns(5000) },
  );
});

test("whatever stands in a preview link is answered with 404", async () => {
  const id = await createInsight(openDb(env.DB), { actor: null, draft: await makeDraft() }, makeScope());
  const good = (await makePreviewPath(env.AUTH_SECRET, id)).split("/").at(-1) ?? "";
  const nearly = fc
    .tuple(fc.nat(good.length - 1), fc.string({ maxLength: 3 }))
    .map(([at, text]) => good.slice(0, at) + text + good.slice(at + 1));
  const token = fc.oneof(
    fc.string({ unit: "binary" }),
    nearly,
    fc.stringMatching(/^[0-9a-f-]{36}\.\d{1,12}\.[\w-]{43}$/),
  );
  await fc.assert(
    fc.asyncProperty(
      token.filter((one) => one !== good),
      async (one) => {
        expect((await load(previewRoute.loader, "/insights/preview/x", { token: one })).status).toBe(404);
      },
    ),
    { numRuns: countRuns(5000) },
  );
});

test("a hostile search is shown as what it is", async () => {
  for (const vector of takeSome(xssVectors)) {
    const path = `/insights?${new URLSearchParams({ q: vector.toWellFormed() })}`;
    const { data } = await load(listingRoute.loader, path);
    const html = render(ListingPage, listingRoute.meta, path, "insights", data);
    const own = html
      .replace(/<script type="application\/ld\+json">[^<]*<\/script>/, "")
      .replace(/<title>[^<]*<\/title>/, "")
      .replaceAll(/<(meta|link) (?:[a-z:]+="[^"<>]*" ?)+\/>/g, "")
      .replaceAll(/<\/?form\b[^<>]*>/g, "");
    expect(findLiveMarkup(own), vector).toEqual([]);
  }
});
