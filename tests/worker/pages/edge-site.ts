/** A site with something of each state, and the addresses of its public pages. */
import { env } from "cloudflare:workers";
import { day, hour } from "#shared/dates/durations.ts";
import type { RouteHandle } from "#shared/pages/route-handle.ts";
import { closeOpening } from "#worker/hiring/openings/publish-opening.ts";
import { openDb } from "#worker/db/client.ts";
import { publishInsight } from "#worker/insights/publish-insight.ts";
import { builtRoutes } from "../built-worker.ts";
import { makeDraft as makeOpeningDraft, makeOpening, makeJobScope } from "../hiring/openings-make.ts";
import { makeAuthor, makeCategory, makeDraft, makeInsight, makeTag } from "../insights/insights-make.ts";
import { makeScope } from "../make-scope.ts";

/** Public pages without a part of their own in the address. */
const plain = builtRoutes
  .filter(({ module }) => (module.handle as RouteHandle | undefined)?.cache === "public")
  .map(({ path }) => `/${path}`)
  .filter((path) => !/[:*]/.test(path));

/** Two pages of articles in two categories, one of them scheduled, one that ends, one withdrawn, one moved; jobs alike. */
export async function makeSite() {
  const authorIds = [await makeAuthor()];
  const [cloud, data] = [await makeCategory(), await makeCategory({ slug: "data", name: "Data" })];
  const [cost, speed] = [await makeTag(), await makeTag({ slug: "speed", name: "Speed" })];
  const shared = { authorIds, categoryId: cloud, tagIds: [cost] };
  for (let age = 1; age <= 11; age += 1)
    await makeInsight({
      ...shared,
      slug: `post-${age}`,
      publishAt: Date.now() - age * day,
      ...(age > 8 && { tagIds: [] }),
    });
  const post = await makeInsight({
    ...shared,
    slug: "lone",
    categoryId: data,
    tagIds: [speed],
    publishAt: Date.now() - 20 * day,
  });
  const soon = await makeInsight({ ...shared, slug: "soon", publishAt: Date.now() + 2 * hour });
  const ends = await makeInsight({ ...shared, slug: "ends", publishAt: Date.now() - 2 * day });
  const times = { publishAt: Date.now() - 2 * day, unpublishAt: Date.now() + 4 * hour };
  await publishInsight(openDb(env.DB), { id: ends.id, version: 2, actor: null, ...times }, makeScope());
  const gone = await makeInsight({ ...shared, slug: "gone" });
  await gone.archive();
  const moved = await makeInsight({ ...shared, slug: "moved" });
  await moved.save({ slug: "has-moved" });
  const draft = await makeDraft({ ...shared, slug: "unwritten" });

  const closesAt = Date.now() + 30 * day;
  for (let number = 1; number <= 5; number += 1)
    await makeOpening({ slug: `job-${number}`, closesAt }, Date.now() - number * day);
  const openingDraft = makeOpeningDraft({ slug: "open", department: "Data", closesAt: Date.now() + 5 * hour });
  const job = await makeOpening(openingDraft, Date.now() - 20 * day);
  const closed = await makeOpening({ slug: "closed", closesAt });
  const version = await closeOpening(openDb(env.DB), { actor: null, known: closed }, makeJobScope());
  await makeOpening({ slug: "later", closesAt }, Date.now() + 3 * hour);
  return { post, soon, draft, data, cost, speed, openingDraft, job, closed: { ...closed, ...version } };
}

const slugs = ["post-1", "post-11", "lone", "soon", "ends", "gone", "moved", "has-moved", "unwritten", "renamed"];
const jobs = ["job-1", "open", "closed", "later", "unwritten", "renamed"];
const documents = [
  ...slugs.map((slug) => `/insights/${slug}`),
  ...["cloud", "data", "nothing"].map((slug) => `/insights/category/${slug}`),
  ...["cost", "speed"].map((slug) => `/insights/tag/${slug}`),
  ...["desk", "nobody"].map((slug) => `/insights/author/${slug}`),
  "/insights?page=2",
  "/insights?page=3",
  "/blog/lone",
  ...jobs.map((slug) => `/careers/${slug}`),
  "/careers?department=Data",
  "/careers?q=zebra",
  "/careers?page=2",
  ...["pages", "topics", "articles", "openings"].map((part) => `/sitemap/${part}.xml`),
];
const pageData = ["/insights.data", "/insights/lone.data", "/careers.data", "/careers/open.data"];
export const addresses = [...plain, ...documents, ...pageData];
