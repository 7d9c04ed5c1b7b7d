/** A picture that many articles show is replaced: they are rendered in parts, so that no request does them all. */
import { createExecutionContext, createScheduledController, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, test, vi } from "vitest";
import { isDeep } from "#tests/runs.ts";
import { openDb } from "#worker/db/client.ts";
import type { MediaItemId } from "#worker/db/media-tables.ts";
import { columns } from "#worker/db/tables.ts";
import { partSize, selectPart } from "#worker/insights/render-again.ts";
import { schedules } from "#worker/lib/schedules.ts";
import { worker } from "../built-worker.ts";
import { expectIndexed } from "../search/expect-indexed.ts";
import { makeInsight } from "./insights-make.ts";
import { askMedia, makeEditor, makeItem, makePng, send } from "../media/media-make.ts";
import { watchQueries } from "../watch-queries.ts";

const db = openDb(env.DB);
/** More than one run of the job renders. */
const many = isDeep ? 1000 : 230;
/** D1 takes a thousand in an invocation, and other jobs run in the same one. */
const mostQueries = 500;

/** Makes articles that show what `model` shows, `many` with that one. */
async function copyInsight(model: string): Promise<void> {
  const id = "printf('00000000-0000-7000-9100-%012d', i)";
  const copied = columns.insights.map((name) => ({ id, slug: "'copy-' || i" })[name as "id" | "slug"] ?? name);
  const numbers = `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${many - 1})`;
  await env.DB.prepare(
    `${numbers} INSERT INTO insights (${columns.insights.join()}) SELECT ${copied.join()} FROM n, insights WHERE insights.id = ?`,
  )
    .bind(model)
    .run();
  await env.DB.prepare(
    `${numbers} INSERT INTO media_uses SELECT item_id, ${id}, place FROM n, media_uses WHERE insight_id = ?`,
  )
    .bind(model)
    .run();
}

async function countRendered(): Promise<number> {
  const { count } = await db
    .selectFrom("insights")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("html", "like", '%width="300"%')
    .executeTakeFirstOrThrow();
  return count;
}

/** Runs the jobs of every five minutes, and counts what they ask of D1. */
async function runJobs() {
  return watchQueries().count(async (DB) => {
    const ctx = createExecutionContext();
    await worker.scheduled(
      createScheduledController({ cron: schedules.everyFiveMinutes }),
      { ...env, DB },
      ctx as Parameters<typeof worker.scheduled>[2],
    );
    await waitOnExecutionContext(ctx);
  });
}

test("each request and each run of the job renders a part of the articles, until all show the new picture", async () => {
  const caller = await makeEditor();
  const item = await makeItem(caller, { bytes: makePng({ width: 100, height: 100 }) });
  const post = await makeInsight({ markdown: `![A](${item.src})` });
  await copyInsight(post.id);
  const bytes = makePng({ width: 300, height: 300 });
  const asked = await watchQueries().count(async (DB) => {
    const sent = await send({ ...caller, env: { DB } }, { bytes, replaces: { id: item.id, version: 1 } });
    expect(sent.item?.version).toBe(2);
  });
  expect(asked.queries).toBeLessThan(100);
  expect(await countRendered()).toBe(partSize);
  const panel = async () => (await askMedia(`/media/${item.id}`, caller)).text();
  expect(await panel()).toContain(`${many - partSize} articles`);
  let rendered = partSize;
  while (rendered < many) {
    const { queries } = await runJobs();
    expect(queries).toBeLessThan(mostQueries);
    const now = await countRendered();
    expect(now).toBeGreaterThan(rendered);
    rendered = now;
  }
  await runJobs();
  expect(await panel()).not.toContain("still show");
  const stale = await db.selectFrom("media_items").select("id").where("stale", "=", 1).execute();
  expect(stale).toEqual([]);
});

test("a picture that is replaced again while its articles are rendered begins anew", async () => {
  const caller = await makeEditor();
  const item = await makeItem(caller, { bytes: makePng({ width: 100, height: 100 }) });
  const post = await makeInsight({ markdown: `![A](${item.src})` });
  await copyInsight(post.id);
  await send(caller, { bytes: makePng({ width: 200, height: 200 }), replaces: { id: item.id, version: 1 } });
  await runJobs();
  await send(caller, { bytes: makePng({ width: 300, height: 300 }), replaces: { id: item.id, version: 2 } });
  expect(await countRendered()).toBe(partSize);
  while ((await db.selectFrom("media_items").select("id").where("stale", "=", 1).execute()).length > 0) await runJobs();
  expect(await countRendered()).toBe(many);
});

test("a picture that cannot be shown anew holds up no other, and is tried again", async () => {
  const caller = await makeEditor();
  const items = [];
  for (const slug of ["first", "second", "third"]) {
    const item = await makeItem(caller, { bytes: makePng({ width: 100, height: 100 }) });
    await makeInsight({ slug, markdown: `![A](${item.src})` });
    await send(caller, { bytes: makePng({ width: 300, height: 300 }), replaces: { id: item.id, version: 1 } });
    items.push(item);
  }
  await db.updateTable("media_items").set({ stale: 1, rendered_to: "" }).execute();
  await db.updateTable("insights").set({ html: "" }).execute();
  // What the oldest of them waits for is refused; so are more files than a run renders parts.
  const broken = await db
    .selectFrom("media_items")
    .selectAll()
    .where("id", "=", items[0]?.id as MediaItemId)
    .executeTakeFirstOrThrow();
  const { insight_id } = await db
    .selectFrom("media_uses")
    .select("insight_id")
    .where("item_id", "=", broken.id)
    .executeTakeFirstOrThrow();
  for (let at = 0; at < 25; at += 1) {
    const id = `00000000-0000-7000-8000-${String(at).padStart(12, "0")}` as MediaItemId;
    const key = `broken-${at}`;
    await db
      .insertInto("media_items")
      .values({ ...broken, id, key, file_key: `${key}.png`, sha256: String(at).padStart(64, "0") })
      .execute();
    await db.insertInto("media_uses").values({ item_id: id, insight_id, place: "shown" }).execute();
  }
  const trigger = `CREATE TRIGGER break_one BEFORE UPDATE OF html ON insights WHEN NEW.slug = 'first' BEGIN SELECT RAISE(ABORT, 'broken'); END`;
  await env.DB.prepare(trigger).run();
  const logged = vi.spyOn(console, "error").mockImplementation(() => {});
  await expect(runJobs()).rejects.toThrow();
  expect(logged.mock.calls.join()).toContain(items[0]?.id);
  logged.mockRestore();
  const listStale = () => db.selectFrom("media_items").select("id").where("stale", "=", 1).execute();
  expect([await countRendered(), (await listStale()).length]).toEqual([2, 26]);
  await env.DB.prepare("DROP TRIGGER break_one").run();
  while ((await listStale()).length > 0) await runJobs();
  expect(await countRendered()).toBe(3);
});

test("a part of the articles is found by an index", async () => {
  const caller = await makeEditor();
  await expectIndexed(selectPart(db, { id: (await makeItem(caller)).id as MediaItemId, rendered_to: "" }));
});
