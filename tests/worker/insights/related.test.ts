/** What articles and openings name as related: by the vectors that serve, of what is public now, through the doors of the built Worker. */
import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { readOpening } from "#worker/hiring/openings/read-opening.ts";
import { openDb, openReads } from "#worker/db/client.ts";
import { readArticle } from "#worker/insights/read-article.ts";
import { relateStep } from "#worker/search/related/relate-step.ts";
import { readShownRelated } from "#worker/search/staff/read-related.ts";
import { makeOpening } from "../hiring/openings-make.ts";
import { askWorker, makeEdge } from "../pages/edge-make.ts";
import { makeInsight } from "./insights-make.ts";
import { drain, fillSearch, indexChanges, resetSearch, runSweep, searchDb } from "../search/search-make.ts";
import { watchQueries } from "../watch-queries.ts";

const db = openDb(env.DB);

beforeEach(resetSearch);

const birds = {
  kestrels: "A kestrel hovers over the meadow and watches for voles. Most falcons would rather dive from a tower.",
  barns: "In old barns the kestrel shares the beams with owls. Voles in the hay feed both, as falcons know.",
  falcons: "Falcons that nest on a tower leave the voles of the meadow to owls. A kestrel takes what is left.",
};
const bread = {
  bakery: "Sourdough rises overnight in a warm kitchen, and the baker folds the dough twice before dawn.",
  crust: "Steam in the oven makes the crust crisp. A baker salts sourdough late, when the dough has rested.",
};

/** Slugs of what an article names as related. */
async function readRelated(slug: string): Promise<string[]> {
  const found = await readArticle(openReads(env), { slug, now: Date.now() });
  if (found.kind !== "article") throw new Error(`${slug} is ${found.kind}.`);
  return found.related.map((post) => post.slug);
}

async function makeInsights() {
  const write = (slug: string, markdown: string) => makeInsight({ slug, title: `About ${slug}`, markdown });
  return {
    kestrels: await write("kestrels", birds.kestrels),
    barns: await write("barns", birds.barns),
    bakery: await write("bakery", bread.bakery),
    crust: await write("crust", bread.crust),
  };
}

test("an article that is published is related where it is near, and no more from the moment on when it is not public", async () => {
  const { kestrels, barns } = await makeInsights();
  // Nothing is worked out yet: the newest.
  expect(await readRelated("kestrels")).toHaveLength(3);
  await fillSearch();
  expect((await readRelated("kestrels"))[0]).toBe("barns");
  expect((await readRelated("bakery"))[0]).toBe("crust");
  const { count } = await db
    .selectFrom("related")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  expect(count).toBeGreaterThan(20);
  const later = await makeInsight({ slug: "falcons", title: "About falcons", markdown: birds.falcons });
  await indexChanges();
  expect((await readRelated("kestrels")).slice(0, 2).toSorted()).toEqual(["barns", "falcons"]);
  expect((await readRelated("falcons")).slice(0, 2).toSorted()).toEqual(["barns", "kestrels"]);
  const shown = await readShownRelated(db, { key: `article:${kestrels.id}`, path: "/insights/kestrels" }, Date.now());
  expect(shown?.map(({ path, score }) => [path, score !== null]).slice(0, 2)).toEqual(
    (await readRelated("kestrels")).slice(0, 2).map((slug) => [`/insights/${slug}`, true]),
  );
  // At once, while the index and the list still have it.
  await Promise.all([later.archive(), readRelated("kestrels")]);
  expect(await readRelated("kestrels")).not.toContain("falcons");
  await barns.archive();
  expect(await readRelated("kestrels")).not.toContain("barns");
  await indexChanges();
  const { others } = await db
    .selectFrom("related")
    .select("others")
    .where("key", "=", `article:${kestrels.id}`)
    .executeTakeFirstOrThrow();
  expect(others).not.toContain(later.id);
  expect(await db.selectFrom("related").select("key").where("key", "=", `article:${later.id}`).execute()).toEqual([]);
});

test("what says the same comes once and never beside itself, and the order stays", async () => {
  await makeInsights();
  for (const slug of ["copy-one", "copy-two"]) await makeInsight({ slug, title: "About barns", markdown: birds.barns });
  await fillSearch();
  const related = await readRelated("kestrels");
  // One text about barns, not three.
  const near = await readNear("kestrels");
  expect(near.filter((slug) => ["barns", "copy-one", "copy-two"].includes(slug))).toHaveLength(1);
  expect((await readNear("copy-one")).filter((slug) => ["barns", "copy-two"].includes(slug))).toEqual([]);
  await searchDb.updateTable("state").set({ related: -1 }).execute();
  await drain([{ kind: "related" }], { isTwice: true });
  expect(await readRelated("kestrels")).toEqual(related);
});

/** Slugs of the articles that stand in the list of one. */
async function readNear(slug: string): Promise<string[]> {
  const { results } = await env.DB.prepare(
    `select near.slug from insights join related on related.key = 'article:' || insights.id, json_each(related.others, '$.article') as entry
      join insights as near on near.id = substr(entry.value ->> 0, 9) where insights.slug = ? order by entry.key`,
  )
    .bind(slug)
    .all<{ slug: string }>();
  return results.map((row) => row.slug);
}

test("openings name those that are like them first", async () => {
  const write = (slug: string, department: string, text: string) => makeOpening({ slug, department, markdown: text });
  await write("falconer", "Birds", birds.kestrels);
  await write("warden", "Meadows", birds.barns);
  await write("baker", "Birds", bread.bakery);
  const read = async () => {
    const found = await readOpening(openReads(env), { slug: "falconer", now: Date.now() });
    return found.kind === "job" ? found.others.map(({ slug }) => slug) : [];
  };
  expect(await read()).toEqual(["baker", "warden"]);
  await fillSearch();
  expect((await read())[0]).toBe("warden");
  await env.DB.prepare("update openings set closes_at = publish_at + 1 where slug = 'warden'").run();
  expect(await read()).toEqual(["baker"]);
});

test("pages answer without the search's database, each step may fail, and the edge forgets pages that name others now", async () => {
  const { kestrels } = await makeInsights();
  await fillSearch();
  const { visit } = watchQueries();
  const known = await visit("/insights/kestrels");
  expect([known.response.status, known.queries, known.trips]).toEqual([200, 2, 1]);
  const away = {
    prepare() {
      throw new Error("away");
    },
  } as unknown as D1Database;
  const answer = await askWorker("/insights/kestrels", { SEARCH_DB: away });
  expect([answer.status, answer.body.includes("About barns")]).toEqual([200, true]);
  const edge = makeEdge();
  await env.DB.prepare("update related set version = 0, others = '{}' where key like ?")
    .bind(`article:${kestrels.id}`)
    .run();
  await env.SEARCH_DB.prepare("update state set related = -1").run();
  while (await relateStep(edge.scope));
  expect(edge.purges).toEqual(["post:kestrels"]);
  // A list that is not worked out because a step failed is taken up by the job.
  const later = await makeInsight({ slug: "falcons", title: "About falcons", markdown: birds.falcons });
  let failures = 2;
  await drain([{ kind: "changes" }], {
    chooseEnv: () => (failures-- > 0 ? { SEARCH_DB: away } : {}),
  });
  await env.DB.prepare("delete from related where key = ?").bind(`article:${later.id}`).run();
  await env.SEARCH_DB.prepare("update state set related = -1").run();
  await runSweep();
  expect((await readRelated("falcons")).slice(0, 2).toSorted()).toEqual(["barns", "kestrels"]);
});
