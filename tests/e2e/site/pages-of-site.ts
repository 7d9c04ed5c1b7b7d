import type { APIRequestContext } from "playwright/test";
import { industries } from "#app/content/industries.ts";
import { servicePaths } from "#app/content/services.ts";
import routes from "#app/routes.ts";
import lastChanges from "#app/content/last-changes.json" with { type: "json" };
import demoOpenings from "../../../scripts/seed/openings.json" with { type: "json" };

/** Paths of the public pages that are copy alone. */
export const copyPages = Object.keys(lastChanges);

/** Of the seed's articles, one with a wide table and a picture and one with code and footnotes. */
export const articles = ["/insights/leaving-a-data-centre", "/insights/forecast-error-in-renewables"] as const;

/** Listings by category and by tag. They share the picture of /insights. */
export const topics = ["/insights/category/cloud", "/insights/tag/measurement"] as const;

/** The day for which the demo openings were written: their dates move along with the calendar. */
const writtenOn = "2026-11-20";

/** Paths of the demo openings that are open, newest first. */
export const currentOpenings = demoOpenings
  .filter(({ status, closes }) => status === "published" && (closes === null || closes >= writtenOn))
  .toSorted((a, b) => b.posted.localeCompare(a.posted))
  .map(({ slug }) => `/careers/${slug}`);

/** Titles of the demo openings: rows of other openings are those of tests. */
export const seededTitles = new RegExp(demoOpenings.map(({ title }) => title.replaceAll(/[()]/g, "\\$&")).join("|"));

/** Paths of those that have expired or been closed: still there, and in no list. */
export const closedOpenings = demoOpenings
  .map(({ slug }) => `/careers/${slug}`)
  .filter((path) => !currentOpenings.includes(path));

/** All of copy, and two of each kind of listing and article; documents.spec.ts and crawl.spec.ts hold that the sitemap lists them all. */
export const publicPages = [...copyPages, ...articles, ...topics];

/** Pages of copy alone that no other page is made like, and one of every template. */
export const templates = "/ /partners /who-we-are /leadership /awards-recognition /careers /insights /contact"
  .split(" ")
  .concat(`/${servicePaths[0]}`, `/${industries[0]?.slug}`, articles[0], topics[0])
  .concat(currentOpenings.slice(0, 1), closedOpenings.slice(0, 1), "/privacy-policy", "/auth", "/no-such-page");

/** A path for each parameter of the public site's routes. Tokens are such as nobody has. */
const examples: Record<string, string | undefined> = {
  "careers/:slug": currentOpenings[0],
  "careers/:slug/apply": `${currentOpenings[0]}/apply`,
  "careers/preview/:token": "/careers/preview/nobodys",
  "careers/application/:token": "/careers/application/nobodys",
  "insights/:slug": articles[0],
  "blog/:slug": articles[0].replace("/insights/", "/blog/"),
  "insights/category/:slug": topics[0],
  "insights/tag/:slug": topics[1],
  "insights/author/:slug": "/insights/author/cloud-desk",
  "insights/preview/:token": "/insights/preview/nobodys",
  "*": "/no-such-page",
};

/** A path for each route of the public site, from app/routes.ts. A route with a new parameter needs an example. */
export function listPublicRoutes(): string[] {
  const [site] = routes as { children?: { path?: string }[] }[];
  return (site?.children ?? []).map(({ path = "" }) => {
    const example = examples[path] ?? `/${path}`;
    if (example.includes(":")) throw new Error(`${path} needs an example.`);
    return example;
  });
}

/** All parts of the sitemap, one after the other, in the order of its index. */
export async function readSitemap(request: APIRequestContext): Promise<string> {
  const index = await (await request.get("/sitemap.xml")).text();
  const parts = Array.from(index.matchAll(/<sitemap><loc>([^<]+)<\/loc><\/sitemap>/g), ([, part = ""]) => part);
  const texts = [];
  for (const part of parts) texts.push(await (await request.get(new URL(part).pathname)).text());
  return texts.join("");
}
