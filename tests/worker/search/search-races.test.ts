/** What is taken off the site while the search works on its index is not found from that moment on, and is gone from the index in the end. */
import { env } from "cloudflare:workers";
import { afterAll, beforeEach, expect, test } from "vitest";
import type { ShownSearch } from "#shared/search/site-search.ts";
import { isDeep, takeSome } from "#tests/runs.ts";
import { lsaModel } from "#worker/search/versions/models.ts";
import { startRun } from "#worker/search/versions/runs.ts";
import { makeOpening } from "../hiring/openings-make.ts";
import { makeInsight } from "../insights/insights-make.ts";
import { searchApi } from "#worker/api/search.ts";
import { callParts } from "../ask-parts.ts";
import { drain, indexChanges, putTexts, resetSearch, runSweep, searchDb } from "./search-make.ts";

const call = callParts(searchApi);

const patient = { limit: () => Promise.resolve({ success: true }) };
const limits = { SEARCH_LIMIT: patient, API_LIMIT: patient };
const word = "quagga";

/** Other files are not to index a thousand articles. */
afterAll(async () => {
  for (const table of ["insights", "openings", "search_changes"]) await run(`delete from ${table}`);
  await resetSearch();
});

beforeEach(resetSearch);

async function run(statement: string, ...values: unknown[]): Promise<void> {
  await env.DB.prepare(statement)
    .bind(...values)
    .run();
}

/** What is public, and how it ends. */
const ends = {
  "article, archived": ["insights", "update insights set status = 'archived' where id = ?"],
  "article, over": ["insights", "update insights set unpublish_at = publish_at + 1 where id = ?"],
  "article, not to be listed": ["insights", "update insights set noindex = 1 where id = ?"],
  "article, put off": ["insights", "update insights set publish_at = publish_at + 90000000 where id = ?"],
  "article, deleted": ["insights", "delete from insights where id = ?"],
  "opening, closed": ["openings", "update openings set status = 'closed' where id = ?"],
  "opening, over": ["openings", "update openings set closes_at = publish_at + 1 where id = ?"],
  "opening, deleted": ["openings", "delete from openings where id = ?"],
} as const;

interface Ending {
  /** Takes it off the site, once, and looks. */
  end(): Promise<void>;
  /** Bindings of a delivery: it ends before the next message is sent. */
  betweenSteps(): Partial<Env>;
}

/** When it ends. */
const moments: Record<string, (ending: Ending) => Promise<unknown>> = {
  "before the change is indexed": ({ end }) => end(),
  "between what the indexer reads and what it writes": async ({ end }) => {
    await run("update search_changes set due_at = 1");
    await run(
      "insert into search_changes (key, due_at, stamp) select 'article:' || id, 1, 7 from insights where true on conflict (key) do nothing",
    );
    await run(
      "insert into search_changes (key, due_at, stamp) select 'opening:' || id, 1, 7 from openings where true on conflict (key) do nothing",
    );
    await env.SEARCH_DB.prepare(`update documents set hash = '${"0".repeat(64)}'`).run();
    const batch = async (statements: D1PreparedStatement[]) => {
      await end();
      return env.SEARCH_DB.batch(statements);
    };
    const SEARCH_DB = { prepare: env.SEARCH_DB.prepare.bind(env.SEARCH_DB), batch } as unknown as D1Database;
    await drain([{ kind: "changes" }], { chooseEnv: () => ({ SEARCH_DB }) });
  },
  "while a version is built, which serves then": async ({ betweenSteps }) => {
    await putTexts(20);
    const scope = { env, requestId: crypto.randomUUID(), actor: null };
    const id = await startRun(scope, { kind: "new", model: lsaModel, switches: true });
    await drain([{ kind: "run", run: id, step: 0 }], { chooseEnv: betweenSteps });
  },
  "while vectors are made of what is new": async ({ betweenSteps }) => {
    await putTexts(25);
    await drain([{ kind: "vectors" }], { chooseEnv: betweenSteps });
  },
  "while all is compared": async ({ betweenSteps }) => {
    await drain([{ kind: "compare", after: null }], { chooseEnv: betweenSteps });
  },
};

const cases = Object.entries(ends).flatMap(([name, [table, sql]], at) =>
  // Each moment has its turn in `npm test`, where one of twelve is tried.
  Object.keys(moments).map((moment, place) => ({ name, table, sql, moment, order: (at * 5 + place * 7) % 40 })),
);

test.each(takeSome(cases.toSorted((one, other) => one.order - other.order)))(
  "$name, $moment",
  async ({ table, sql, moment }) => {
    const text = `A ${word} waits.`;
    const made =
      table === "insights"
        ? await makeInsight({ title: `The ${word}`, markdown: text })
        : await makeOpening({ title: `Keeper of the ${word}`, markdown: text });
    const key = `${table === "insights" ? "article" : "opening"}:${made.id}`;
    await indexChanges();
    const find = async () => {
      const response = await call(`/api/search?q=${word}`, { env: limits });
      return (await response.json<ShownSearch>()).total;
    };
    expect(await find()).toBe(1);
    let isOver = false;
    const end = async () => {
      if (isOver) return;
      isOver = true;
      await run(sql, made.id);
      expect(await find()).toBe(0);
    };
    const SEARCH_QUEUE = { sendBatch: end } as unknown as Queue;
    await moments[moment]?.({ end, betweenSteps: () => ({ SEARCH_QUEUE }) });
    expect([isOver, await find()]).toEqual([true, 0]);
    await drain([{ kind: "changes" }]);
    expect(await searchDb.selectFrom("documents").select("key").where("key", "=", key).execute()).toEqual([]);
    expect(await find()).toBe(0);
  },
);

test.runIf(isDeep)(
  "a thousand articles that come at once are indexed in parts, while others are published",
  async () => {
    const model = await makeInsight({ title: "The first one", markdown: "Text." });
    const copies = 1000;
    await run(
      `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${copies})
    insert into insights (id, slug, title, dek, category_id, status, publish_at, markdown, html, contents, words, minutes, created_at, updated_at)
    select printf('00000000-0000-7000-9900-%012d', i), 'many-' || i, 'Number ' || i || ' of many', dek, category_id, 'published', publish_at, 'x',
      '<p>Words of number' || i || '.</p>', '[]', 1, 1, created_at, updated_at from n, insights where insights.id = ?`,
      model.id,
    );
    const sent: object[] = [];
    const collecting = { sendBatch: async (all: { body: object }[]) => void sent.push(...all.map(({ body }) => body)) };
    await runSweep({ SEARCH_QUEUE: collecting as unknown as Queue });
    expect(sent).toContainEqual({ kind: "changes" });
    let steps = 0;
    const sendBatch = async () => {
      steps += 1;
      if (steps === 5) await makeInsight({ slug: "between", title: `The ${word}`, markdown: "Published meanwhile." });
    };
    await drain([{ kind: "changes" }], { chooseEnv: () => ({ SEARCH_QUEUE: { sendBatch } as unknown as Queue }) });
    expect(steps).toBeGreaterThan(copies / 40);
    const { count } = await searchDb
      .selectFrom("documents")
      .select(({ fn }) => fn.countAll<number>().as("count"))
      .where("kind", "=", "article")
      .executeTakeFirstOrThrow();
    expect(count).toBe(copies + 2);
    const sought = {
      number1: "many-1",
      number500: "many-500",
      [`number${copies}`]: `many-${copies}`,
      [word]: "between",
    };
    for (const [q, slug] of Object.entries(sought)) {
      const response = await call(`/api/search?q=${q}&exact=1`, { env: limits });
      const { results } = await response.json<ShownSearch>();
      expect(results[0]?.path, q).toBe(`/insights/${slug}`);
    }
    expect(
      await env.DB.prepare("select count(*) as n from search_changes where due_at <= unixepoch() * 1000").first("n"),
    ).toBe(0);
  },
);
