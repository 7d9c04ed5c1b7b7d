/** What search engines, shared links and validators get to see of each page. */
import Validator from "@adobe/structured-data-validator";
import WebAutoExtractor from "@marbec/web-auto-extractor";
import { HtmlValidate } from "html-validate";
import { type HTMLElement, parse } from "node-html-parser";
import sharp from "sharp";
import { industry, service } from "../../listed.ts";
import { baseURL, expect, test } from "../fixtures.ts";
import { readHtml as read } from "../pages/read-html.ts";
import {
  articles,
  closedOpenings,
  copyPages,
  currentOpenings,
  publicPages,
  readSitemap,
  topics,
} from "./pages-of-site.ts";
import { readColours } from "../../../scripts/lib/tokens.ts";

const validator = new HtmlValidate({
  root: true,
  extends: ["html-validate:standard", "html-validate:a11y", "html-validate:browser", "html-validate:document"],
  rules: {
    // Our own files carry a hash in their names; a foreign one would need the attribute.
    "require-sri": ["error", { target: "crossorigin" }],
    // app/ui/table.tsx writes its roles out on purpose.
    "no-redundant-role": "off",
  },
});

/** Of what comes from the database, two of each kind. */
const samples = [...currentOpenings.slice(0, 2), ...closedOpenings.slice(0, 2)];

test("the sitemap lists every public page and every open job once, with the day of its last change", async ({
  request,
}) => {
  const xml = await readSitemap(request);
  const entries = [...xml.matchAll(/<url><loc>([^<]+)<\/loc><lastmod>(\d{4}-\d\d-\d\d)<\/lastmod><\/url>/g)];
  const paths = entries.map(([, url = ""]) => url.replace(baseURL, ""));
  expect(entries).toHaveLength(xml.match(/<url>/g)?.length ?? 0);
  expect(paths.slice(0, copyPages.length)).toEqual(copyPages);
  expect(new Set(paths).size).toBe(paths.length);
  const fromDatabase = paths.slice(copyPages.length);
  expect(fromDatabase).toEqual(expect.arrayContaining([...articles, ...topics, ...currentOpenings]));
  for (const path of fromDatabase) expect(path).toMatch(/^\/(insights|careers)\/((category|tag|author)\/)?[a-z0-9-]+$/);
  const today = new Date().toISOString().slice(0, 10);
  for (const [, url, day = ""] of entries) expect(day <= today, `${url} changed on ${day}`).toBe(true);
});

test("every page answers 200 and is kept at the edge, and so is the data of a navigation to it", async ({
  request,
}) => {
  for (const path of publicPages) {
    // Lists of articles and openings for less where something appears or ends within the hour.
    const changes = /^\/(insights|careers)(\/|$)/.test(path);
    const shared = changes
      ? /public, max-age=0, s-maxage=(3600|3[0-5]\d\d|[12]\d{3}|[1-9]\d{0,2})(,|$)/
      : /public, max-age=0, s-maxage=3600(,|$)/;
    const caching = path === "/contact" ? /private, no-cache/ : shared;
    for (const address of [path, path === "/" ? "/_.data" : `${path}.data`]) {
      const response = await request.get(address);
      expect(response.status(), address).toBe(200);
      expect(response.headers()["cache-control"], address).toMatch(caching);
    }
  }
});

test("every page is valid HTML", async ({ request }) => {
  for (const path of [
    ...publicPages,
    ...samples,
    "/no-such-page",
    "/auth",
    "/auth?mode=sign-up",
    "/auth/forgot",
    "/auth/forgot?sent=1",
  ]) {
    const { results } = await validator.validateString(await (await request.get(path)).text(), path);
    const messages = results.flatMap(({ messages }) => messages);
    expect(
      messages.map(({ ruleId, message, selector }) => `${ruleId}: ${message} at ${selector}`),
      path,
    ).toEqual([]);
  }
});

test("every page has one h1 and leaves out no level of heading", async ({ request }) => {
  for (const path of [...publicPages, ...samples, "/no-such-page"]) {
    const page = await read(request, path);
    const levels = page.querySelectorAll("h1, h2, h3, h4, h5, h6").map(({ tagName }) => Number(tagName[1]));
    expect(
      levels.filter((level) => level === 1),
      path,
    ).toHaveLength(1);
    const jumps = levels.filter((level, index) => level > (levels[index - 1] ?? 0) + 1);
    expect(jumps, `${path}: ${levels.join(" ")}`).toEqual([]);
  }
});

test("titles and descriptions are unique and of the length that search results show", async ({ request }) => {
  const seen = { titles: new Set<string>(), descriptions: new Set<string>() };
  for (const path of [...publicPages, ...samples]) {
    const page = await read(request, path);
    const title = page.querySelector("title")?.text ?? "";
    const description = readMeta(page, "name", "description");
    expect(title.length, `${path}: ${title}`).toBeGreaterThanOrEqual(30);
    expect(title.length, `${path}: ${title}`).toBeLessThanOrEqual(70);
    expect(description.length, `${path}: ${description}`).toBeGreaterThanOrEqual(110);
    expect(description.length, `${path}: ${description}`).toBeLessThanOrEqual(160);
    seen.titles.add(title);
    seen.descriptions.add(description);
  }
  expect(seen.titles.size).toBe(publicPages.length + samples.length);
  expect(seen.descriptions.size).toBe(publicPages.length + samples.length);
});

test("every page names its one address, also when asked for under another", async ({ request }) => {
  for (const path of publicPages) expect(readCanonical(await read(request, path)), path).toBe(`${baseURL}${path}`);
  for (const other of ["/GCC", "/gcc/", "/%67cc", "/gcc?utm_source=letter"])
    expect(readCanonical(await read(request, other)), other).toBe(`${baseURL}/gcc`);
});

test("a shared link shows the page's title, text and a picture of 1200 x 630 of its own", async ({ request }) => {
  const pictures = new Set<string>();
  for (const path of publicPages) {
    const page = await read(request, path);
    expect(readMeta(page, "property", "og:url"), path).toBe(`${baseURL}${path}`);
    expect(page.querySelector("title")?.text, path).toContain(readMeta(page, "property", "og:title"));
    expect(readMeta(page, "property", "og:description"), path).toBe(readMeta(page, "name", "description"));
    expect(readMeta(page, "name", "twitter:card"), path).toBe("summary_large_image");
    expect(readMeta(page, "property", "og:image:alt"), path).not.toBe("");
    const picture = await request.get(readMeta(page, "property", "og:image"));
    expect(picture.status(), path).toBe(200);
    const bytes = await picture.body();
    expect(await sharp(bytes).metadata(), path).toMatchObject({ format: "png", width: 1200, height: 630 });
    expect(bytes.length, path).toBeLessThan(200_000);
    pictures.add(bytes.toString("base64"));
  }
  expect(pictures.size).toBe(publicPages.length - topics.length);
});

test("the JSON-LD of every page is what search engines accept, and says what the page says", async ({ request }) => {
  for (const path of publicPages) {
    const html = await (await request.get(path)).text();
    const extracted = new WebAutoExtractor({ addLocation: false, embedSource: false }).parse(html);
    expect(extracted.errors, path).toEqual([]);
    expect(await new Validator().validate(extracted), path).toEqual([]);
    const { Organization, WebSite, WebPage, BreadcrumbList, Service, FAQPage } = extracted.jsonld;
    expect([Organization?.length, WebSite?.length, WebPage?.length], path).toEqual([1, 1, 1]);
    expect(WebPage?.[0], path).toMatchObject({ "@id": `${baseURL}${path}`, url: `${baseURL}${path}` });
    expect(BreadcrumbList?.length ?? 0, path).toBe(path === "/" ? 0 : 1);
    const page = parse(html);
    const heading = page.querySelector("h1")?.text ?? "";
    if (Service) expect(heading, path).toContain(Service[0]?.["name"]);
    const asked = page.querySelectorAll("#questions summary h3").map(({ text }) => text);
    const answered = page.querySelectorAll("#questions details > p").map(({ text }) => text);
    const stated = (FAQPage?.[0]?.["mainEntity"] ?? []) as { name: string; acceptedAnswer: { text: string } }[];
    expect(
      stated.map(({ name }) => name),
      path,
    ).toEqual(asked);
    expect(
      stated.map(({ acceptedAnswer }) => acceptedAnswer.text),
      path,
    ).toEqual(answered);
  }
});

test("services offer, pages with questions answer: the kinds of JSON-LD are all there", async ({ request }) => {
  const kinds = async (path: string) =>
    Object.keys(
      new WebAutoExtractor({ addLocation: false, embedSource: false }).parse(await (await request.get(path)).text())
        .jsonld,
    );
  expect(await kinds(`/${service.slug}`)).toEqual(expect.arrayContaining(["Service", "FAQPage", "BreadcrumbList"]));
  for (const path of articles)
    expect(await kinds(path)).toEqual(expect.arrayContaining(["BlogPosting", "BreadcrumbList"]));
  expect(await kinds(`/${industry.slug}`)).toEqual(expect.arrayContaining(["FAQPage", "BreadcrumbList"]));
});

test("robots.txt lets crawlers in and names the sitemap; staff pages and sign-in ask not to be listed", async ({
  request,
}) => {
  const robots = await (await request.get("/robots.txt")).text();
  expect(robots).toContain(`Sitemap: ${baseURL}/sitemap.xml`);
  expect(robots).not.toMatch(/^Disallow: \/$/m);
  for (const path of ["/auth", "/user-management"])
    expect((await request.get(path)).headers()["x-robots-tag"], path).toBe("noindex");
  expect((await request.get("/gcc")).headers()["x-robots-tag"]).toBeUndefined();
});

test("llms.txt links every page with a line about it", async ({ request }) => {
  const text = await (await request.get("/llms.txt")).text();
  expect(text).toMatch(/^# .+\n\n> .+/);
  const links = [...text.matchAll(/^- \[[^\]]+\]\(([^)]+)\): .{60,}$/gm)].map(([, url]) => url);
  expect(links.toSorted()).toEqual(copyPages.map((path) => `${baseURL}${path}`).toSorted());
});

test("security.txt names a contact and has not expired", async ({ request }) => {
  const response = await request.get("/.well-known/security.txt");
  expect(response.headers()["content-type"]).toBe("text/plain; charset=utf-8");
  const text = await response.text();
  expect(text).toMatch(/^Contact: mailto:\S+@\S+$/m);
  expect(text).toContain(`Canonical: ${baseURL}/.well-known/security.txt`);
  const expires = Date.parse(/^Expires: (.+)$/m.exec(text)?.[1] ?? "");
  expect(expires).toBeGreaterThan(Date.now());
  expect(expires).toBeLessThan(Date.now() + 366 * 86_400_000);
});

test("the manifest and its icons are there, in the sizes they claim", async ({ request }) => {
  const response = await request.get("/site.webmanifest");
  expect(response.headers()["content-type"]).toBe("application/manifest+json");
  const { name, start_url, icons, theme_color, background_color } = await response.json();
  const colour = readColours();
  expect([theme_color, background_color]).toEqual([colour("band"), colour("bg")]);
  const favicon = await (await request.get("/favicon.svg")).text();
  for (const theme of ["light", "dark"] as const) expect(favicon).toContain(colour("accent", theme));
  const bars = (await read(request, "/")).querySelectorAll("meta[name=theme-color]");
  expect(bars.map((bar) => bar.getAttribute("content"))).toEqual([colour("bg"), colour("bg", "dark")]);
  expect(name).not.toBe("");
  expect(start_url).toBe("/");
  for (const { src, sizes, type } of icons) {
    const icon = await request.get(src);
    expect(icon.headers()["content-type"], src).toContain(type);
    if (sizes === "any") continue;
    const { width, height } = await sharp(await icon.body()).metadata();
    expect(`${width}x${height}`, src).toBe(sizes);
  }
  expect((await request.get("/favicon.ico")).status()).toBe(200);
});

function readMeta(page: HTMLElement, key: "name" | "property", value: string): string {
  return page.querySelector(`meta[${key}="${value}"]`)?.getAttribute("content") ?? "";
}

function readCanonical(page: HTMLElement): string {
  return page.querySelector("link[rel=canonical]")?.getAttribute("href") ?? "";
}
