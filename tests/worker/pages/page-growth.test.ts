/** No page reads more rows where there is more to list. D1 counts the rows; nothing here is timed. */
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { hour } from "#shared/dates/durations.ts";
import { careers } from "../../../lab/bench/subjects/openings.ts";
import { insights } from "../../../lab/bench/subjects/insights.ts";
import type { BenchSubject } from "../../../lab/bench/subject.ts";
import { makeOpening } from "../hiring/openings-make.ts";
import { countPage } from "./count-page.ts";
import { makeAuthor, makeCategory, makeInsight, makeTag } from "../insights/insights-make.ts";

/** The rows that each address reads with as many rows there as each of `sizes` says. */
async function readAt(sizes: readonly number[], { growth }: BenchSubject, paths: readonly string[]) {
  const rows: Record<string, number>[] = [];
  let filled = 0;
  for (const size of sizes) {
    for (const statement of growth?.fill(filled + 1, size) ?? []) await env.DB.prepare(statement).run();
    // As the indexer of the search leaves it.
    await env.DB.prepare("DELETE FROM search_changes").run();
    filled = size;
    const read: Record<string, number> = {};
    for (const path of paths) [, , read[path]] = await countPage(path);
    rows.push(read);
  }
  return rows;
}

test("listings, pages, searches, feeds and articles read the same for 300 and 900 articles", async () => {
  const topics = { categoryId: await makeCategory(), authorIds: [await makeAuthor()], tagIds: [await makeTag()] };
  // What the bench makes copies of, and one that time is still to make public.
  await makeInsight({ ...topics, slug: "leaving-a-data-centre" });
  await makeInsight({ ...topics, slug: "soon", publishAt: Date.now() + hour });
  const paths = [
    "/insights",
    "/insights?page=3",
    "/insights/category/cloud",
    "/insights/tag/cost",
    "/insights/tag/cost?page=3",
    "/insights?q=grown",
    "/insights?q=grown+first+paragraph",
    "/insights/leaving-a-data-centre",
    "/insights/rss.xml",
    "/sitemap.xml",
    "/sitemap/topics.xml",
  ];
  const [few, many] = await readAt([300, 900], insights, paths);
  expect(many).toEqual(few);
});

test("the list of openings, its filters and words, and an opening read the same for 1,100 and 2,200 openings", async () => {
  await makeOpening({ slug: "cloud-engineer" });
  await makeOpening({ slug: "later", closesAt: Date.now() + 90 * hour }, Date.now() + hour);
  const paths = [
    "/careers",
    "/careers?page=3",
    "/careers?department=Cloud",
    "/careers?department=Cloud&country=DE&workplace=hybrid&employment=full-time",
    "/careers?country=DE&page=2",
    "/careers?country=FR",
    "/careers?q=grown",
    "/careers?q=nothing",
    "/careers/cloud-engineer",
    "/sitemap.xml",
  ];
  const [few, many] = await readAt([1100, 2200], careers, paths);
  expect(many).toEqual(few);
});
