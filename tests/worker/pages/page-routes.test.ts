/** Every route with an address, held against what it says of itself, through the built Worker. */
import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, test, vi } from "vitest";
import type { RouteHandle } from "#shared/pages/route-handle.ts";
import { isDeep } from "#tests/runs.ts";
import { makePreviewPath } from "#worker/insights/preview-links.ts";
import { builtRoutes, worker } from "../built-worker.ts";
import { makeOpening } from "../hiring/openings-make.ts";
import { makeInsight } from "../insights/insights-make.ts";
import { makeAddress } from "../make-scope.ts";

const routes = builtRoutes.map((route) => ({
  id: route.id,
  path: `/${(route.path ?? "").replaceAll(/:[^/]+/g, "made-up").replace("*", "made-up")}`,
  handle: route.module.handle as RouteHandle | undefined,
}));
const publicRoutes = routes.filter(({ handle }) => handle?.cache === "public");

async function ask(path: string, init: RequestInit = {}, overrides: Partial<Env> = {}): Promise<Response> {
  const headers = new Headers({ "CF-Connecting-IP": makeAddress(), "Sec-Fetch-Site": "same-origin" });
  for (const [name, value] of new Headers(init.headers)) headers.set(name, value);
  const request = new Request(`${env.SITE_ORIGIN}${path}`, { redirect: "manual", ...init, headers });
  const ctx = createExecutionContext();
  const response = await worker.fetch(request as Parameters<typeof worker.fetch>[0], { ...env, ...overrides }, ctx);
  await waitOnExecutionContext(ctx);
  return response;
}

test("every route with an address says whether it is public; the staff area, sign-in, mailbox, previews and what belongs to one candidate are not", () => {
  expect(routes.filter(({ handle }) => handle === undefined)).toEqual([]);
  const closed = routes.filter(({ handle }) => handle?.cache === "private").map(({ id }) => id);
  const expected = routes
    .map(({ id }) => id)
    .filter((id) =>
      /^(staff|auth|development)\/|\/preview$|\/hiring\/applications\/(application|own-\w+|uploads)$/.test(id),
    );
  expect(closed.toSorted()).toEqual(expected.toSorted());
});

test("every page is kept as its route says, as a document and as data, in any case", async () => {
  for (const [at, { path, handle }] of routes.entries())
    for (const address of new Set([path, `${path === "/" ? "/_" : path}.data`, path.toUpperCase()])) {
      // Each in one of the two cases; in both in the deep tests.
      if (!isDeep && path !== path.toUpperCase() && address === (at % 2 ? path : path.toUpperCase())) continue;
      const response = await ask(address);
      expect(response.status, address).toBeLessThan(500);
      const control = response.headers.get("Cache-Control");
      const tags = response.headers.get("Cache-Tag");
      if (handle?.cache === "public") {
        expect(control, address).toMatch(/^public, max-age=0, s-maxage=\d+/);
        expect(tags?.split(","), address).toEqual(expect.arrayContaining(["site", ...handle.tags]));
      } else {
        expect(control, address).toBe(handle?.cache === "fresh" ? "private, no-cache" : "no-store");
        expect(tags, address).toBeNull();
      }
      const policy = response.headers.get("Content-Security-Policy") ?? "";
      if (response.headers.get("Content-Type")?.startsWith("text/html") && policy.includes("script-src"))
        expect(policy.includes("'nonce-"), address).toBe(handle?.cache === "private");
    }
});

test("every page takes the methods that its route says", async () => {
  for (const [at, { path, handle }] of routes.entries()) {
    const takesPosts = handle !== undefined && "posts" in handle;
    // What no page takes, in turns; all of it in the deep tests.
    const never = ["PUT", "PATCH", "DELETE", "OPTIONS"].filter((_, turn) => isDeep || turn === at % 4);
    for (const method of ["POST", ...never]) {
      if (method === "POST" && takesPosts) continue;
      const response = await ask(path, { method });
      expect([path, method, response.status]).toEqual([path, method, 405]);
      expect(response.headers.get("Cache-Control"), `${method} ${path}`).toBe("no-store");
      if (method !== "OPTIONS")
        expect(response.headers.get("Allow"), `${method} ${path}`).toBe(takesPosts ? "GET, HEAD, POST" : "GET, HEAD");
    }
  }
});

test("a parameter that a public page does not read makes no entry in any cache", async () => {
  for (const [at, { path, handle }] of publicRoutes.entries()) {
    const known = handle?.cache === "public" && handle.query ? handle.query : [];
    const foreign = ["utm_source=news", "Page=1", "_routes=site/layout"].filter((_, nth) => isDeep || nth === at % 3);
    const unknown = [...foreign, ...known.map((name) => `${name}=1&${name}=1`)];
    for (const search of unknown) {
      const address = `${path}?${search}`;
      const response = await ask(address);
      expect(response.status, address).toBeLessThan(500);
      expect(response.headers.get("Cache-Control"), address).toBe("private, no-cache");
      expect(response.headers.get("Cache-Tag"), address).toBeNull();
    }
    // What a search finds changes with what is published, so no cache keeps it.
    for (const name of known.filter((each) => each !== "q"))
      expect((await ask(`${path}?${name}=1`)).headers.get("Cache-Control"), `${path} ${name}`).toMatch(/^public/);
  }
});

test("a page with a campaign in its address is the page without it, and names the address without it", async () => {
  const plain = await ask("/");
  const tagged = await ask("/?utm_source=news&utm_medium=mail");
  const html = await tagged.text();
  expect(html).toContain(`<link rel="canonical" href="${env.SITE_ORIGIN}/"/>`);
  expect(html.length).toBe((await plain.text()).length);
  expect(tagged.headers.get("Content-Security-Policy")).not.toContain("nonce");
});

test("page data is kept under the names that React Router gives routes, and under no other", async () => {
  const read = async (routesAsked: string) =>
    (await ask(`/insights.data?_routes=${encodeURIComponent(routesAsked)}`)).headers.get("Cache-Control");
  expect(await read("site/insights/listing")).toMatch(/^public/);
  expect(await read("site/insights/listing,made-up")).toBe("private, no-cache");
});

test("an article names itself among what purges its page, and its preview is kept nowhere and listed nowhere", async () => {
  const { id } = await makeInsight({ slug: "here" });
  const { headers } = await ask("/insights/here");
  expect(headers.get("Cache-Control")).toContain("s-maxage=3600");
  expect(headers.get("Cache-Tag")).toBe("site,insights,post:here");
  const preview = await ask(await makePreviewPath(env.AUTH_SECRET, id));
  expect(preview.status).toBe(200);
  expect(preview.headers.get("Cache-Control")).toBe("no-store");
  expect(preview.headers.get("X-Robots-Tag")).toBe("noindex");
  expect(preview.headers.get("Referrer-Policy")).toBe("no-referrer");
});

test("a public page that failed is stored nowhere", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const DB = {
    withSession: () => ({
      prepare: () => {
        throw new Error("D1_ERROR: down");
      },
    }),
  } as unknown as D1Database;
  for (const path of ["/insights", "/insights.data", "/careers/made-up"]) {
    const response = await ask(path, {}, { DB });
    expect([path, response.status]).toEqual([path, 503]);
    expect(response.headers.get("Cache-Control")).toBe("no-store");
    expect(response.headers.get("Cache-Tag")).toBeNull();
  }
});

/** That of wrangler.toml lets 60 through; three in `npm test`. */
function makeSearchLimit(): Partial<Env> {
  const asked = new Map<string, number>();
  const count = (key: string) => asked.set(key, (asked.get(key) ?? 0) + 1).get(key) ?? 0;
  return isDeep ? {} : { SEARCH_LIMIT: { limit: async ({ key }) => ({ success: count(key) <= 3 }) } };
}

test("searches have a limit per address, and the page that says so keeps the words and tells when to go on", async () => {
  await makeOpening();
  const bindings = makeSearchLimit();
  for (const path of ["/insights", "/careers"]) {
    const headers = { "CF-Connecting-IP": makeAddress() };
    const search = async (from = headers, asked = path) =>
      ask(`${asked}?q=cloud%20%26%20cost`, { headers: from }, bindings);
    // As script asks, which costs no rendering.
    let status = 200;
    for (let asked = 0; asked < 120 && status === 200; asked += 1) {
      const response = await search(headers, `${path}.data`);
      await response.text();
      ({ status } = response);
    }
    const limited = await search();
    expect([path, limited.status]).toEqual([path, 429]);
    expect(limited.headers.get("Retry-After")).toBe("60");
    expect(limited.headers.get("Cache-Control")).toBe("no-store");
    const html = await limited.text();
    expect(html).toContain('value="cloud &amp; cost"');
    expect(html).toContain("60 seconds");
    expect((await ask(path, { headers }, bindings)).status).toBe(200);
    expect((await search({ "CF-Connecting-IP": makeAddress() })).status).toBe(200);
  }
});

type Where = { href_matches: string | string[] } | { and: Where[] } | { not: Where };

/** As a browser reads the condition of a speculation rule. */
function holds(where: Where, path: string): boolean {
  if ("and" in where) return where.and.every((each) => holds(each, path));
  if ("not" in where) return !holds(where.not, path);
  return [where.href_matches]
    .flat()
    .some((pattern) => new URLPattern(pattern, env.SITE_ORIGIN).test(path, env.SITE_ORIGIN));
}

test("documents of all pages for everybody may be fetched ahead by a browser, and of nothing else", async () => {
  const html = await (await ask("/")).text();
  const [, text = ""] = /<script type="speculationrules">([^<]*)<\/script>/.exec(html) ?? [];
  const { prefetch } = JSON.parse(text) as { prefetch: { where: Where }[] };
  const mayBeFetched = (path: string) => prefetch.some(({ where }) => holds(where, path));
  for (const { path, handle, id } of routes) {
    if (id === "site/not-found" || path.startsWith("/sitemap/")) continue;
    expect(mayBeFetched(path), path).toBe(handle?.cache !== "private" && !path.includes("."));
  }
  const nothing = ["/api/auth/session", "/api/auth/sign-out", "/made-up", "/media/a.svg"];
  for (const path of [
    ...nothing,
    "/insights/rss.xml",
    "/sitemap.xml",
    "/sitemap/pages.xml",
    "/insights?q=a",
    "/careers?q=a",
  ])
    expect(mayBeFetched(path), path).toBe(false);
});
