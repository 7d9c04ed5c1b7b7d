/** After a purge the next visitor's page is read from the primary, however far the copies of the database lag. */
import { env } from "cloudflare:workers";
import { beforeEach, expect, test, vi } from "vitest";
import { saveOpening } from "#worker/hiring/openings/save-opening.ts";
import { isDeep } from "#tests/runs.ts";
import { openDb } from "#worker/db/client.ts";
import { saveInsight } from "#worker/insights/save-insight.ts";
import { builtRoutes } from "../built-worker.ts";
import { makeDraft, makeOpening } from "../hiring/openings-make.ts";
import { askWorker, makeEdge, makeLaggingDatabase } from "./edge-make.ts";
import { makeInsight } from "../insights/insights-make.ts";

const db = openDb(env.DB);

beforeEach(() => {
  // With the clock standing, a page asks its queries again with the same values.
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
});

test("a lagging copy of the database cannot put an old page back", async () => {
  const post = await makeInsight({ slug: "here", title: "The old title" });
  const { draft, ...job } = await makeKnownOpening("The old title");
  const { DB, counts } = makeLaggingDatabase();
  const edge = makeEdge({ DB });
  const pages = ["/insights", "/insights/here", "/careers", "/careers/there"];
  const paths = [...pages.flatMap((path) => [path, toDataPath(path)]), "/insights/rss.xml", "/insights/feed.json"];
  for (const path of paths) {
    expect((await askWorker(withCampaign(path), { DB })).body, path).toContain("The old title");
    expect((await edge.ask(path)).body, path).toContain("The old title");
  }
  await saveInsight(
    db,
    { actor: null, id: post.id, version: 2, draft: { ...post.draft, title: "A new title" } },
    edge.scope,
  );
  await saveOpening(db, { actor: null, known: job, draft: { ...draft, title: "A new title" } }, edge.scope);
  for (const path of paths) {
    for (const answer of [await edge.ask(path), await edge.ask(path)]) {
      expect(answer.body, path).toContain("A new title");
      expect(answer.body, path).not.toContain("The old title");
    }
    expect(edge.entries.get(path)?.body, path).toContain("A new title");
  }
  // The copy does lag, and answers what no cache keeps.
  counts.reads = 0;
  for (const path of pages) {
    const { body, headers } = await askWorker(withCampaign(path), { DB });
    expect([headers["cache-control"], body.includes("The old title")], path).toEqual(["private, no-cache", true]);
  }
  expect(counts.reads).toBeGreaterThanOrEqual(pages.length);
});

test("no answer that a shared cache may keep was made from a copy of the database", async () => {
  await makeInsight({ slug: "made-up" });
  await makeOpening({ slug: "made-up" });
  const { DB, counts } = makeLaggingDatabase();
  let cached = 0;
  for (const [at, { id, path: pattern = "" }] of builtRoutes.entries()) {
    const path = `/${pattern.replaceAll(/:[^/]+/g, "made-up").replace("*", "nowhere")}`;
    const data = `${path === "/" ? "/_" : path}.data`;
    // Nothing of the staff area is cached (staff-routes.test.ts): one look at each is enough.
    const all = id.startsWith("staff/") ? [data] : [path, data, `${path}?page=1`, `${path}?q=title`];
    // What is asked of a page takes turns; all of it in the deep tests.
    for (const address of all.filter((_, place) => isDeep || place < 2 || place % 2 === at % 2)) {
      counts.reads = 0;
      const { headers } = await askWorker(address, { DB });
      if (!headers["cache-control"]?.startsWith("public")) continue;
      cached += 1;
      expect(counts.reads, address).toBe(0);
    }
  }
  expect(cached).toBeGreaterThan(60);
});

async function makeKnownOpening(title: string) {
  const draft = makeDraft({ slug: "there", title, closesAt: Date.now() + 86_400_000 });
  const { id, version } = await makeOpening(draft);
  return { draft, id, version };
}

function toDataPath(path: string): string {
  const { pathname, search } = new URL(path, env.SITE_ORIGIN);
  return `${pathname}.data${search}`;
}

function withCampaign(path: string): string {
  return `${path}${path.includes("?") ? "&" : "?"}utm_source=news`;
}
