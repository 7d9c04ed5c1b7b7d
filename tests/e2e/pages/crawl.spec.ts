/** A visitor that follows everything: links, files, anchors, the sitemap. */
import { type HTMLElement, parse } from "node-html-parser";
import type { APIRequestContext } from "playwright/test";
import { storedPath } from "#shared/analytics/consent.ts";
import { baseURL, expect, test } from "../fixtures.ts";
import { closedOpenings, currentOpenings, publicPages, readSitemap } from "../site/pages-of-site.ts";

interface Found {
  status: number;
  type: string;
  /** The document or drawing, when it is one. */
  page?: HTMLElement;
}

/** Addresses of everything that the document loads or points to. */
function listAddresses(page: HTMLElement): string[] {
  const attributes = ["href", "src", "content", "action"].flatMap((name) =>
    page.querySelectorAll(`[${name}]`).map((element) => {
      const address = element.getAttribute(name) ?? "";
      // A meta element may hold a colour.
      return name === "content" && address.startsWith("#") ? "" : address;
    }),
  );
  const sets = page
    .querySelectorAll("[srcset], [imagesrcset]")
    .flatMap((element) => (element.getAttribute("srcset") ?? element.getAttribute("imagesrcset") ?? "").split(","))
    .map((candidate) => candidate.trim().split(/\s+/)[0] ?? "");
  return [...attributes, ...sets].filter((address) => /^(https?:|\/|#)/.test(address));
}

/** Addresses of what a stylesheet loads. */
function listFiles(css: string): string[] {
  return [...css.matchAll(/url\(["']?([^"')]+)["']?\)/g)].map(([, address = ""]) => address);
}

/** Follows every address of this site from `start` on; the answers by path and query, and what points to a fragment. */
async function crawl(request: APIRequestContext, start: readonly string[]) {
  const found = new Map<string, Found>();
  const fragments: { from: string; to: string; id: string }[] = [];
  const foreign = new Set<string>();
  const waiting = start.map((address) => ({ address, from: "start" }));
  const linked = new Map<string, string>();
  while (waiting.length > 0) {
    const { address, from } = waiting.shift() ?? { address: "/", from: "" };
    const url = new URL(address, new URL(from === "start" ? "/" : from, baseURL));
    if (url.origin !== new URL(baseURL).origin) {
      foreign.add(url.href);
      continue;
    }
    const key = url.pathname + url.search;
    if (url.hash) fragments.push({ from, to: key, id: decodeURIComponent(url.hash.slice(1)) });
    linked.set(key, linked.get(key) ?? from);
    if (found.has(key)) continue;
    const response = await request.get(key, { maxRedirects: 0 });
    const type = response.headers()["content-type"] ?? "";
    const isPage = type.startsWith("text/html");
    const isDrawing = type.startsWith("image/svg+xml");
    const text = isPage || isDrawing || type.startsWith("text/css") ? await response.text() : "";
    const page = isPage || isDrawing ? parse(text) : undefined;
    found.set(key, { status: response.status(), type, ...(page && { page }) });
    const further = page ? listAddresses(page) : listFiles(text);
    waiting.push(...further.map((one) => ({ address: one, from: key })));
  }
  return { found, fragments, foreign, linked };
}

test("from the home page on everything answers, every anchor exists and no page is an orphan @ci", async ({
  request,
}) => {
  test.slow();
  const { found, fragments, foreign, linked } = await crawl(request, ["/"]);
  const wrong = [...found]
    .filter(([, { status }]) => status !== 200)
    .map(([key, { status }]) => `${status} ${key} (linked from ${linked.get(key)})`);
  expect(wrong).toEqual([]);

  const dead = fragments
    .filter(({ to, id }) => !found.get(to)?.page?.querySelector(`[id="${id}"]`))
    .map(({ from, to, id }) => `${from} links to ${to}#${id}`);
  expect(dead).toEqual([]);
  expect(fragments.length).toBeGreaterThan(100);

  const reached = [...found].filter(([, { type, status }]) => status === 200 && type.startsWith("text/html"));
  const sitemap = [...(await readSitemap(request)).matchAll(/<loc>([^<]+)<\/loc>/g)];
  const listed = sitemap.map(([, address = ""]) => new URL(address).pathname);
  // An article may ask not to be listed; one that was published elsewhere first is in the sitemap of that site.
  const isUnlisted = (path: string) => {
    const page = found.get(path)?.page;
    const address = page?.querySelector('link[rel="canonical"]')?.getAttribute("href");
    const robots = page?.querySelector('meta[name="robots"]')?.getAttribute("content");
    return robots === "noindex" || (address && new URL(address).origin !== new URL(sitemap[0]?.[1] ?? "").origin);
  };
  // Forms, the search and each visitor's own page are in no sitemap, and what other tests publish may come while this one reads.
  const isSteady = (path: string) =>
    path !== storedPath &&
    path !== "/search" &&
    !(path.startsWith("/insights/") && isUnlisted(path)) &&
    !/^\/careers\/([^/]+\/)?apply$/.test(path) &&
    (!/^\/careers\/[^/]+$/.test(path) || seededOpenings.has(path));
  const seededOpenings = new Set([...currentOpenings, ...closedOpenings]);
  const found200 = reached.map(([key]) => key.split("?")[0] ?? key);
  expect(new Set(found200.filter(isSteady))).toEqual(new Set(listed.filter(isSteady)));
  expect(found200).toEqual(expect.arrayContaining(["/careers/apply", `${currentOpenings[0]}/apply`]));
  expect(listed).toEqual(expect.arrayContaining([...publicPages, ...currentOpenings]));

  const insecure = [...foreign].filter((address) => !address.startsWith("https://"));
  expect(insecure).toEqual([]);
  const kinds = [...found.values()].map(({ type }) => type.split(";")[0]);
  for (const kind of ["text/css", "font/woff2", "image/svg+xml", "image/png", "application/manifest+json"])
    expect(kinds, `nothing of type ${kind} was visited`).toContain(kind);
});

test("a link that leaves the site says nothing about the page it is on", async ({ request }) => {
  for (const path of publicPages) {
    const page = parse(await (await request.get(path)).text());
    for (const link of page.querySelectorAll('a[href^="http"]'))
      expect(link.getAttribute("rel"), `${path}: ${link.getAttribute("href")}`).toMatch(/noopener|noreferrer/);
  }
});
