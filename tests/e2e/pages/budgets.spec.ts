import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { parse } from "node-html-parser";
import type { APIRequestContext, Browser, Page } from "playwright/test";
import { baseURL, expect, hydrate, test } from "../fixtures.ts";
import { articles, currentOpenings, publicPages, templates } from "../site/pages-of-site.ts";

const kilobyte = 1024;

/** Bytes of a public page, as they travel. All but the last are counted before the visitor does anything. */
const limits = {
  document: 25 * kilobyte,
  /** The sheet of all pages, and on a few routes one of their own. */
  stylesheet: 18 * kilobyte,
  font: 70 * kilobyte,
  script: 0,
  total: 180 * kilobyte,
  /** Pictures that do not wait until they are near. */
  eager: 60 * kilobyte,
  /** Scripts inside the document, uncompressed. */
  inline: 3.25 * kilobyte,
  /** React and React Router are 105 of these. */
  hydrated: 130.25 * kilobyte,
};

/** The page that most visitors see first. */
const homeHydrated = 126.2 * kilobyte;
/** An article brings a face for long reads. */
const articleFonts = 128 * kilobyte;

const limitsOf = (path: string) =>
  articles.some((article) => article === path) ? { ...limits, font: articleFonts } : limits;

/** Words that only code of the staff area, the sign-in pages or their libraries contains. */
const staffTraces = ["Access Denied", "user-management", "gcTime", "current-password"];

/** The form for applications and the search have no place in the sitemap. */
const forms = ["/careers/apply", "/search?q=cloud"];
const everyPage = [...publicPages, ...currentOpenings.slice(0, 1), ...forms];
const everyTemplate = everyPage.filter((path) => templates.includes(path) || forms.includes(path));

/** Pages of one template take the same scripts at every width: `npm run test:deep` opens all of them, at two. */
for (const { width, pages, whose, tag } of [
  { width: 1440, pages: everyTemplate, whose: "a page of every template", tag: [] },
  { width: 1440, pages: everyPage, whose: "every public page", tag: ["@deep"] },
  { width: 390, pages: everyPage, whose: "every public page", tag: ["@deep"] },
])
  test(`${whose} keeps its budgets at ${width} px, before and after the first move`, { tag }, async ({ browser }) => {
    test.setTimeout(180_000);
    const table: Record<string, Record<string, number>> = {};
    for (const path of pages)
      table[path] = await visitFirst(browser, { path, width }, async (page, fetched) => {
        const before = await weighPage(page, fetched);
        expect.soft(await listHasty(page), `${path}: pictures out of sight that do not wait`).toEqual([]);
        return { ...before, hydrated: await weighHydration(page, fetched) };
      });
    console.log(`Bytes at ${width} px:`);
    console.table(table);
    const kinds = ["document", "stylesheet", "font", "inline", "hydrated"];
    for (const [path, figures] of Object.entries(table)) {
      for (const kind of kinds) expect.soft(figures[kind], `${path}: ${kind}`).toBeGreaterThan(500);
      const allowed = { ...limitsOf(path), ...(path === "/" && { hydrated: homeHydrated }) };
      for (const [kind, limit] of Object.entries(allowed))
        if (kind in figures) expect.soft(figures[kind], `${path}: ${kind}`).toBeLessThanOrEqual(limit);
    }
  });

test("every other page keeps its budgets, as far as its HTML names what it loads", async ({ request }) => {
  for (const path of everyPage.filter((one) => !everyTemplate.includes(one))) {
    const figures = await weighHtml(request, path);
    const allowed = limitsOf(path);
    for (const kind of ["document", "stylesheet", "font", "inline"] as const) {
      expect.soft(figures[kind], `${path}: ${kind}`).toBeGreaterThan(500);
      expect.soft(figures[kind], `${path}: ${kind}`).toBeLessThanOrEqual(allowed[kind]);
    }
    expect.soft(figures.eager, `${path}: eager`).toBeLessThanOrEqual(allowed.eager);
    expect.soft(figures.scripts, `${path}: scripts before the first move`).toEqual([]);
    const { document, stylesheet, font, eager } = figures;
    expect.soft(document + stylesheet + font + eager, `${path}: total`).toBeLessThanOrEqual(allowed.total);
  }
});

test("the stylesheet that every public page loads is at most 14 KB", () => {
  const [sheet = "", ...others] = readdirSync("build/test/client/assets").filter((file) => /^root-.*\.css$/.test(file));
  expect(others).toEqual([]);
  const bytes = gzipSync(readFileSync(`build/test/client/assets/${sheet}`), { level: 9 }).length;
  expect(bytes).toBeGreaterThan(5 * kilobyte);
  expect(bytes).toBeLessThanOrEqual(14 * kilobyte);
});

test("the script that counts visitors who accepted is at most 4 KB", () => {
  const bytes = gzipSync(readFileSync("build/test/client/consented.js"), { level: 9 }).length;
  expect(bytes).toBeGreaterThan(kilobyte);
  expect(bytes).toBeLessThanOrEqual(4 * kilobyte);
});

test("the search's dialog, its part of the staff area and visitor analytics bring few bytes of their own", () => {
  const assets = readdirSync("build/test/client/assets");
  const weighFile = (file: string) => gzipSync(readFileSync(`build/test/client/assets/${file}`), { level: 9 }).length;
  const dialog = assets.filter((file) => /^search-dialog-.*\.js$/.test(file));
  expect(dialog).toHaveLength(1);
  expect(weighFile(dialog[0] ?? "")).toBeLessThanOrEqual(3.5 * kilobyte);
  const texts = assets
    .filter((file) => /^manifest-.*\.js$/.test(file))
    .map((file) => readFileSync(`build/test/client/assets/${file}`, "utf8"));
  const manifest = texts.find((text) => text.includes('"routes":')) ?? "";
  const { entry, routes } = JSON.parse(manifest.slice(manifest.indexOf("=") + 1).replace(/;\s*$/, "")) as Manifest;
  const weights = Object.keys(routes)
    .filter((id) => id.startsWith("staff/search/") || id === "staff/analytics/visitor-analytics")
    .map((id) => {
      const scripts = new Set([entry.module, ...entry.imports]);
      for (let route = routes[id]; route; route = routes[route.parentId ?? ""])
        for (const script of [route.module, ...route.imports]) scripts.add(script);
      const own = [...scripts].map((path) => path.replace(/.*\//, "")).filter((file) => !file.startsWith("framework-"));
      return { id, bytes: own.reduce((sum, file) => sum + weighFile(file), 0) };
    });
  expect(weights.length).toBeGreaterThan(5);
  // Everything but React and React Router: the frame of the staff area, its kit, and the part itself.
  const limit = (id: string) => (id.startsWith("staff/search/") ? 60 : 90) * kilobyte;
  expect(weights.filter(({ id, bytes }) => bytes > limit(id))).toEqual([]);
  expect(weights.map(({ id }) => id)).toContain("staff/analytics/visitor-analytics");
});

/** React Router's own list of routes in a build, of which scripts each needs. */
interface Manifest {
  entry: { module: string; imports: string[] };
  routes: Record<string, { parentId?: string; module: string; imports: string[] }>;
}

test("the traces of the staff area are in its scripts", () => {
  const scripts = readdirSync("build/test/client/assets")
    .filter((file) => file.endsWith(".js"))
    .map((file) => readFileSync(`build/test/client/assets/${file}`, "utf8"));
  for (const trace of staffTraces)
    expect(
      scripts.some((text) => text.includes(trace)),
      trace,
    ).toBe(true);
});

/**
 * Cloudflare takes 3 MiB. 785 KiB are accounts, publishing and the public site, 195 KiB hiring: the reader of PDFs alone is 51,
 * and the staff's pages for jobs and applications are most of the rest. Visitor analytics are 50 KiB, the search 40: its
 * stemmer, the reader of pages' HTML, the model that is learnt here, and the pages of visitors. Operations are 45: backups, alerts,
 * transports for mails, and the page of the super admin. Parts of packages that never run are left out
 * (scripts/vite/small-worker.ts).
 */
test("the Worker could be deployed as it is, and its upload is at most 1,200 KiB", () => {
  const report = execFileSync(
    "wrangler",
    ["deploy", "--config", "build/test/server/wrangler.json", "--dry-run", "--outdir", "build/test/upload"],
    { encoding: "utf8" },
  );
  const [, kibibytes = "NaN"] = /Total Upload: .*gzip: ([\d.]+) KiB/.exec(report) ?? [];
  console.log(`Worker upload: ${kibibytes} KiB gzip`);
  expect(Number(kibibytes)).toBeLessThanOrEqual(1200);
});

/** What a page has fetched so far: kind by URL. */
type Fetched = ReadonlyMap<string, string>;

/** Opens a page as somebody who has nothing of this site in the cache, and waits until nothing more comes. */
async function visitFirst<Result>(
  browser: Browser,
  { path, width }: { path: string; width: number },
  look: (page: Page, fetched: Fetched) => Promise<Result>,
): Promise<Result> {
  const context = await browser.newContext({ baseURL, viewport: { width, height: 900 } });
  const page = await context.newPage();
  const fetched = new Map<string, string>();
  page.on("request", (request) => {
    if (request.url().startsWith("http")) fetched.set(request.url(), request.resourceType());
  });
  await page.goto(path, { waitUntil: "networkidle" });
  const result = await look(page, fetched);
  await context.close();
  return result;
}

async function weighPage(page: Page, fetched: Fetched) {
  const figures = { document: 0, stylesheet: 0, font: 0, image: 0, script: 0, other: 0, total: 0, eager: 0, inline: 0 };
  // How far ahead a browser fetches lazy pictures is its own affair, and changes with the speed of the network.
  const ahead = await listLazyBelow(page);
  for (const [url, kind] of fetched) {
    if (ahead.has(url)) continue;
    const size = await weigh(page.request, url, kind);
    figures[kind in figures ? (kind as keyof typeof figures) : "other"] += size;
    figures.total += size;
  }
  const eager = await page
    .locator("img:not([loading=lazy])")
    .evaluateAll((images) => images.map((image) => (image as HTMLImageElement).currentSrc));
  for (const url of new Set(eager.filter(Boolean))) figures.eager += await weigh(page.request, url, "image");
  figures.inline = await page.evaluate(() =>
    [...document.scripts]
      .filter(({ src, type }) => !src && (type === "" || type === "module"))
      .reduce((sum, { text }) => sum + new TextEncoder().encode(text).length, 0),
  );
  return figures;
}

/** What the HTML of a page says that a browser loads before the visitor does anything; of each picture the larger drawing. */
async function weighHtml(request: APIRequestContext, path: string) {
  const html = parse(await (await request.get(path)).text());
  const list = (selector: string, name: string) =>
    html.querySelectorAll(selector).flatMap((element) => element.getAttribute(name) ?? []);
  const weighAll = async (urls: Iterable<string>, kind: string) => {
    let sum = 0;
    for (const url of new Set(urls)) sum += await weigh(request, url, kind);
    return sum;
  };
  let eager = 0;
  for (const image of html.querySelectorAll("img:not([loading=lazy])")) {
    const picture = image.parentNode?.tagName === "PICTURE" ? image.parentNode : null;
    const dark = picture?.querySelector("source");
    const drawings = [image.getAttribute("src"), dark?.getAttribute("srcset")].filter((url) => url !== undefined);
    eager += Math.max(...(await Promise.all(drawings.map((url) => weigh(request, url, "image")))));
  }
  return {
    document: await weigh(request, path, "document"),
    stylesheet: await weighAll(list("link[rel=stylesheet]", "href"), "stylesheet"),
    font: await weighAll(list("link[rel=preload][as=font]", "href"), "font"),
    eager,
    inline: html
      .querySelectorAll("script:not([src])")
      .filter((script) => ["", "module"].includes(script.getAttribute("type") ?? ""))
      .reduce((sum, { rawText }) => sum + new TextEncoder().encode(rawText).length, 0),
    scripts: [...list("script[src]", "src"), ...list("link[rel=modulepreload]", "href")],
  };
}

/** Addresses of the lazy pictures that are nowhere in the first screen. */
async function listLazyBelow(page: Page): Promise<Set<string>> {
  const images = await page.locator("img").evaluateAll((all) =>
    all.map((image) => ({
      url: (image as HTMLImageElement).currentSrc,
      isAhead: image.getAttribute("loading") === "lazy" && image.getBoundingClientRect().top >= innerHeight,
    })),
  );
  const needed = new Set(images.filter(({ isAhead }) => !isAhead).map(({ url }) => url));
  return new Set(images.flatMap(({ url, isAhead }) => (isAhead && !needed.has(url) ? [url] : [])));
}

/** Pictures beyond the second screen that are loaded with the page. */
function listHasty(page: Page): Promise<string[]> {
  return page
    .locator("img:not([loading=lazy])")
    .evaluateAll((images) =>
      images
        .filter((image) => image.checkVisibility() && image.getBoundingClientRect().top > 2 * innerHeight)
        .map((image) => image.outerHTML),
    );
}

/** Lets React take over; bytes of the scripts that takes, of which none may be the staff area's. */
async function weighHydration(page: Page, fetched: Fetched): Promise<number> {
  await hydrate(page);
  await page.waitForLoadState("networkidle");
  let sum = 0;
  for (const [url, kind] of fetched) {
    if (kind !== "script") continue;
    sum += await weigh(page.request, url, kind);
    const text = readFileSync(`build/test/client${new URL(url).pathname}`, "utf8");
    for (const trace of staffTraces) expect.soft(text.includes(trace), `${url} has "${trace}"`).toBe(false);
  }
  return sum;
}

const alreadyWeighed = new Map<string, number>();

/** Bytes of an answer as they travel: fonts as stored, everything else as gzip. */
async function weigh(request: APIRequestContext, url: string, kind: string): Promise<number> {
  const known = alreadyWeighed.get(url);
  if (known !== undefined) return known;
  const body = await (await request.get(url)).body();
  const size = kind === "font" ? body.length : gzipSync(body, { level: 9 }).length;
  alreadyWeighed.set(url, size);
  return size;
}
