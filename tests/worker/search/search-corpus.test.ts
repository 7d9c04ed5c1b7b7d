/** What the search has of the site, through the doors of the built Worker. */
import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { openDb } from "#worker/db/client.ts";
import { searchSite } from "#worker/search/find/search-site.ts";
import { openVectorLeg } from "#worker/search/versions/vector-leg.ts";
import { embedQuery } from "#worker/search/versions/embed-query.ts";
import { findNear } from "#worker/search/versions/near-chunks.ts";
import { readVersionInUse } from "#worker/search/versions/versions.ts";
import { removeDocuments } from "#worker/search/engine/put-documents.ts";
import { makeOpening } from "../hiring/openings-make.ts";
import { makeInsight } from "../insights/insights-make.ts";
import { drain, fillSearch, resetSearch, runSweep, searchDb } from "./search-make.ts";

beforeEach(resetSearch);

test("all public pages are indexed by their headings, and near passages are found by a model that is learnt of them", async () => {
  await fillSearch();
  const documents = await searchDb.selectFrom("documents").select(["key", "kind", "path", "title"]).execute();
  const keys = documents.map(({ key }) => key);
  expect(keys).toEqual(expect.arrayContaining(["page:/", "page:/contact", "page:/privacy-policy", "page:/careers"]));
  expect(keys).not.toContain("page:/your-data");
  const live = await readVersionInUse(searchDb);
  if (!live) throw new Error("No version serves.");
  expect([live.provider, live.dimensions > 50]).toEqual(["lsa", true]);
  const query = await embedQuery({ env }, live, "build our own capability centre");
  const near = await findNear({ env }, live, query ?? new Float32Array(), 5);
  expect(near).toHaveLength(5);
  const best = documents[(near[0]?.document ?? 0) - 1];
  expect([best?.key, (near[0]?.score ?? 0) > (near[4]?.score ?? 0)]).toEqual(["page:/gcc", true]);
});

async function listKeys(): Promise<string[]> {
  const rows = await searchDb
    .selectFrom("documents")
    .select("key")
    .where("kind", "<>", "page")
    .orderBy("key")
    .execute();
  return rows.map(({ key }) => key).filter((key) => !key.startsWith("page:"));
}

test("an article is in the index from its publication to its end, and never while search engines are not to list it", async () => {
  const shown = await makeInsight({ title: "Kestrels over the data centre", slug: "kestrels" });
  const later = await makeInsight({ slug: "later", publishAt: Date.now() + 3_600_000 });
  const unlisted = await makeInsight({ slug: "unlisted", noindex: true });
  const job = await makeOpening({ slug: "falconer" });
  await runSweep();
  expect(await listKeys()).toEqual([`article:${shown.id}`, `opening:${job.id}`]);
  const { results } = await env.DB.prepare("select key, due_at from search_changes order by key").all<{
    key: string;
  }>();
  // What begins or ends later is looked at then.
  expect(results.map(({ key }) => key)).toEqual([`article:${later.id}`, `opening:${job.id}`]);
  const text = await env.SEARCH_DB.prepare(
    "select count(*) as n from chunk_index where chunk_index match 'kestrel'",
  ).first("n");
  expect(text).toBeGreaterThan(0);
  const search = async () => {
    const answer = await searchSite(
      { db: openDb(env.DB), searchDb, leg: openVectorLeg(env) },
      { text: "kestrels", now: Date.now() },
    );
    return [answer.hits.map(({ key }) => key).includes(`article:${shown.id}`), answer.version?.failed];
  };
  expect(await search()).toEqual([true, false]);
  await shown.archive();
  // At once, though the index still has it.
  expect((await search())[0]).toBe(false);
  await unlisted.save({ noindex: false });
  await unlisted.publish(3);
  await env.DB.prepare("update openings set closes_at = publish_at + 1").run();
  await runSweep();
  expect(await listKeys()).toEqual([`article:${unlisted.id}`]);
});

test("the nightly comparison finds what is missing, is not whole, or is of nothing @ci", async () => {
  const [one, two, three] = [
    await makeInsight({ slug: "one" }),
    await makeInsight({ slug: "two" }),
    await makeInsight({ slug: "three" }),
  ];
  await fillSearch();
  const whole = await readIndex();
  await env.SEARCH_DB.batch(
    [
      `delete from chunk_words where rowid in (select id from chunks where document = (select id from documents where key = 'page:/gcc'))`,
      `update chunks set text = 'Doctored.' where document = (select id from documents where key = 'article:${one.id}')`,
      `insert into documents (key, kind, path, title, hash, changed_at, indexed_at)
        values ('article:${crypto.randomUUID()}', 'article', '/insights/none', 'None', '${"1".repeat(64)}', 1, 1)`,
      "update state set compared_at = 1",
    ].map((statement) => env.SEARCH_DB.prepare(statement)),
  );
  await removeDocuments(searchDb, [`article:${two.id}`, "page:/contact"]);
  await runSweep();
  const { comparison } = await searchDb.selectFrom("state").select("comparison").executeTakeFirstOrThrow();
  const found = JSON.parse(comparison ?? "{}") as Record<string, string[]>;
  expect(found["missing"]?.toSorted()).toEqual([`article:${two.id}`, "page:/contact"]);
  expect(found["changed"]?.toSorted()).toEqual([`article:${one.id}`, "page:/gcc"]);
  expect(found["extra"]).toHaveLength(1);
  expect(await readIndex()).toEqual(whole);
  expect(three.id).not.toBe(two.id);
});

/** Everything that is found, but for numbers of rows. */
async function readIndex() {
  const { results } = await env.SEARCH_DB.prepare(
    `select key, documents.hash, json_group_array(chunks.hash order by place) as chunks,
      (select count(*) from vectors where hash in (select hash from chunks where document = documents.id)) as vectors
    from documents join chunks on chunks.document = documents.id group by documents.id order by key`,
  ).all();
  return results;
}

test("many articles at once are indexed in steps, and each step may fail, or come twice", async () => {
  for (let index = 0; index < 45; index += 1) await makeInsight({ slug: `many-${index}`, title: `Number ${index}` });
  expect(await drain([{ kind: "changes" }], { isTwice: true })).toBeGreaterThan(2);
  expect(await listKeys()).toHaveLength(45);
  const whole = await readIndex();
  await resetSearch();
  await env.DB.prepare("update insights set updated_at = updated_at + 1").run();
  let calls = 0;
  const failing = (d1: D1Database) =>
    new Proxy(d1, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name);
        if (typeof value !== "function") return value;
        if (name !== "batch") return value.bind(target) as unknown;
        return async (statements: D1PreparedStatement[]) => {
          calls += 1;
          if (calls % 4 === 1) throw new Error("D1_ERROR: Network connection lost.");
          const results = await target.batch(statements);
          if (calls % 4 === 2) throw new Error("D1_ERROR: Network connection lost.");
          return results;
        };
      },
    });
  await drain([{ kind: "changes" }], {
    chooseEnv: () => ({ DB: failing(env.DB), SEARCH_DB: failing(env.SEARCH_DB) }),
  });
  expect((await readIndex()).map(({ key, hash }) => [key, hash])).toEqual(whole.map(({ key, hash }) => [key, hash]));
  expect(
    await env.DB.prepare("select count(*) as n from search_changes where due_at <= unixepoch() * 1000").first("n"),
  ).toBe(0);
});
