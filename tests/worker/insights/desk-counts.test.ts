/** What the views of the list of articles count, which triggers keep, held against a recount, whatever was written. */
import { env } from "cloudflare:workers";
import fc from "fast-check";
import { expect, test } from "vitest";
import { standings } from "#shared/insights/insight-standing.ts";
import { isDeep } from "#tests/runs.ts";
import type { AccountId } from "#worker/db/accounts-tables.ts";
import { openDb, runBatch } from "#worker/db/client.ts";
import { type DeskFigures, selectDeskFigures } from "#worker/insights/count-for-staff.ts";
import { anything, filterInsights } from "#worker/insights/filter-for-staff.ts";
import { makeCategory } from "./insights-make.ts";
import { makeAccount } from "../make.ts";

const db = openDb(env.DB);

// Few, so that changes meet.
const post = fc.nat(2);
const moment = fc.integer({ min: 1, max: 9 });
const state = fc.record({
  status: fc.constantFrom("draft", "published", "published", "archived"),
  publishAt: moment,
  /** How long after its publication it ends. */
  span: fc.option(fc.integer({ min: 1, max: 6 })),
  hasChanges: fc.boolean(),
  isTrashed: fc.boolean(),
  editor: fc.option(fc.nat(1)),
});
const change = fc.oneof(
  { weight: 8, arbitrary: fc.record({ do: fc.constantFrom("insert", "update"), post, state }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("delete"), post }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("forget"), editor: fc.nat(1) }) },
);
type Change = typeof change extends fc.Arbitrary<infer Written> ? Written : never;

function write(made: Change, category: string, editors: readonly string[]): D1PreparedStatement {
  const run = (query: string, ...values: unknown[]) => env.DB.prepare(query).bind(...values);
  // As when an account is erased.
  if ("editor" in made) return run("UPDATE insights SET edited_by = NULL WHERE edited_by = ?", editors[made.editor]);
  const id = `00000000-0000-7000-8000-00000000000${made.post}`;
  if (!("state" in made)) return run("DELETE FROM insights WHERE id = ?", id);
  const { status, publishAt, span, hasChanges, isTrashed, editor } = made.state;
  // What lies in the trash is never published.
  const shown = isTrashed && status === "published" ? "archived" : status;
  const values = [shown, publishAt, span && publishAt + span, hasChanges ? 2 : 1, isTrashed ? 1 : null];
  const by = editor === null ? null : editors[editor];
  if (made.do === "update")
    return run(
      "UPDATE insights SET status = ?, publish_at = ?, unpublish_at = ?, edited_version = ?, trashed_at = ?, edited_by = ? WHERE id = ?",
      ...values,
      by,
      id,
    );
  return run(
    `INSERT OR IGNORE INTO insights (status, publish_at, unpublish_at, edited_version, trashed_at, edited_by, id, slug, title,
       category_id, markdown, html, contents, words, minutes, created_at, updated_at)
     VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?7, 'Title', ?8, '', '', '[]', 1, 1, 1, 1)`,
    ...values,
    by,
    id,
    category,
  );
}

/** What the list itself finds for each view. */
async function recount(reader: AccountId, now: number): Promise<DeskFigures> {
  const names = ["all", "mine", ...standings] as const;
  const filters = [{}, { editor: reader }, ...standings.map((standing) => ({ standing }))];
  const results = await runBatch(
    db,
    filters.map((filter) => filterInsights(db, { ...anything, ...filter }, now).select("insights.id")),
  );
  return Object.fromEntries(names.map((name, at) => [name, results[at]?.results.length])) as DeskFigures;
}

test("the views count what a recount counts after any changes, at any time", { timeout: 120_000 }, async () => {
  const [reader, other] = [(await makeAccount()).id, (await makeAccount()).id];
  const category = await makeCategory();
  await fc.assert(
    fc.asyncProperty(fc.array(change, { maxLength: 30, size: "max" }), moment, async (changes, now) => {
      await env.DB.batch([
        env.DB.prepare("DELETE FROM insights"),
        ...changes.map((made) => write(made, category, [reader, other])),
      ]);
      const { results: stored } = await env.DB.prepare("SELECT state, editor, insights FROM desk_counts").all();
      const { results: counted } = await env.DB.prepare(
        `SELECT desk_state AS state, coalesce(edited_by, '') AS editor, count(*) AS insights FROM insights GROUP BY 1, 2 ORDER BY 1, 2`,
      ).all();
      expect(stored).toEqual(counted);
      const figures = await db.selectFrom(selectDeskFigures({ reader, now }).as("figures")).selectAll().execute();
      expect(figures).toEqual([await recount(reader, now)]);
    }),
    { numRuns: isDeep ? 2000 : 40 },
  );
});

test("an account that goes takes its name from its articles, and the figures know", async () => {
  const { id } = await makeAccount();
  const made = { status: "draft", publishAt: 1, span: null, hasChanges: false, isTrashed: false, editor: 0 } as const;
  await write({ do: "insert", post: 1, state: made }, await makeCategory(), [id]).run();
  await env.DB.prepare("DELETE FROM accounts WHERE id = ?").bind(id).run();
  const { results } = await env.DB.prepare("SELECT state, editor, insights FROM desk_counts").all();
  expect(results).toEqual([{ state: "draft", editor: "", insights: 1 }]);
});
