/** After each step of its life, an article is in every list, feed, search and map that there is, or in none of them. */
import { beforeEach, expect, test, vi } from "vitest";
import { day, hour } from "#shared/dates/durations.ts";
import { askWorker } from "../pages/edge-make.ts";
import { makeAuthor, makeCategory, makeInsight, makeTag } from "./insights-make.ts";
import { makeProgram } from "../api/program-make.ts";
import { indexChanges } from "../search/search-make.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
});

const places = [
  "/insights",
  "/insights/category/cloud",
  "/insights/tag/cost",
  "/insights/author/desk",
  // As a related article.
  "/insights/stays",
  "/insights/rss.xml",
  "/insights/atom.xml",
  "/insights/feed.json",
  "/sitemap/articles.xml",
  "/insights?q=quokka",
];

/** The places that name the article, and how its own page answers. */
async function look(slug: string) {
  const named: string[] = [];
  for (const path of places) {
    const { status, body } = await askWorker(path);
    expect(status, path).toBe(200);
    // Not part of another address.
    if (new RegExp(`/insights/${slug}(?![\\w-])`).test(body)) named.push(path);
  }
  return { named, status: (await askWorker(`/insights/${slug}`)).status };
}

const everywhere = { named: places, status: 200 };
const nowhere = (status: number) => ({ named: [], status });

test(
  "publishing, moving, withdrawing, scheduling and ending show everywhere at once",
  { timeout: 60_000 },
  async () => {
    const topics = { categoryId: await makeCategory(), authorIds: [await makeAuthor()], tagIds: [await makeTag()] };
    await makeInsight({ ...topics, slug: "stays", publishAt: Date.now() - day });
    const { ask } = await makeProgram();
    const article = { slug: "first", title: "First", markdown: "About the quokka.", category: "cloud" };
    const made = await ask("POST", "/api/posts", { ...article, authors: ["desk"], tags: ["cost"] });
    const path = made.location ?? "";
    let version = 1;
    const step = async (method: string, part: string, json?: unknown) => {
      const { status, body } = await ask(method, `${path}${part}`, json, version);
      expect(status, part).toBe(200);
      version = Number(body["version"]);
      vi.setSystemTime(Date.now() + 1000);
    };
    expect(await look("first")).toEqual(nowhere(404));
    await step("POST", "/publish", {});
    await indexChanges();
    expect(await look("first")).toEqual(everywhere);
    await step("PATCH", "", { slug: "second", markdown: "About the wombat." });
    expect(await look("first"), "a change that waits").toEqual(everywhere);
    await step("POST", "/publish", {});
    await indexChanges();
    expect(await look("first"), "the former address").toEqual(nowhere(301));
    expect(await look("second"), "without its word").toEqual({
      named: places.filter((place) => !place.includes("quokka")),
      status: 200,
    });
    await step("PATCH", "", { markdown: "About the quokka." });
    await step("POST", "/archive");
    expect(await look("second")).toEqual(nowhere(410));
    const [publishAt, unpublishAt] = [Date.now() + hour, Date.now() + 2 * hour];
    const toTime = (at: number) => new Date(at).toISOString();
    await step("POST", "/publish", { publish_at: toTime(publishAt), unpublish_at: toTime(unpublishAt) });
    vi.setSystemTime(publishAt - 1);
    expect((await look("second")).named).toEqual([]);
    vi.setSystemTime(publishAt);
    await indexChanges();
    expect(await look("second")).toEqual(everywhere);
    vi.setSystemTime(unpublishAt - 1);
    expect(await look("second")).toEqual(everywhere);
    vi.setSystemTime(unpublishAt);
    expect(await look("second")).toEqual(nowhere(410));
  },
);
