/** Lists and counts of articles, which triggers keep, held against a recount, whatever was written. */
import { env } from "cloudflare:workers";
import fc from "fast-check";
import { expect, test } from "vitest";
import { isDeep } from "#tests/runs.ts";
import { openReads } from "#worker/db/client.ts";
import { type Filter, listInsights } from "#worker/insights/list-insights.ts";
import { makeAuthor, makeCategory, makeTag } from "./insights-make.ts";

interface Post {
  id: string;
  slug: string;
  status: "draft" | "published" | "archived";
  publish_at: number;
  category_id: string;
  updated_at: number;
  unpublish_at: number | null;
}

// Few, so that changes meet.
const post = fc.nat(1);
const topic = fc.nat(1);
const moment = fc.integer({ min: 1, max: 9 });
const state = fc.record({
  status: fc.constantFrom("draft", "published", "published", "archived"),
  publishAt: moment,
  updatedAt: moment,
  category: topic,
  /** How long after its publication it ends. */
  span: fc.option(fc.integer({ min: 1, max: 6 })),
});
/** What may be written, by name, so that a failure can be read. */
const change = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom("insert", "replace", "update"), post, state }) },
  // More often than the others, which write all lists of an article anew.
  { weight: 8, arbitrary: fc.record({ do: fc.constantFrom("tag", "untag", "sign", "unsign"), post, topic }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("delete"), post }) },
);
type Change = typeof change extends fc.Arbitrary<infer Written> ? Written : never;

interface Topics {
  categories: readonly string[];
  tags: readonly string[];
  authors: readonly string[];
}

function write(made: Change, { categories, tags, authors }: Topics): D1PreparedStatement {
  const id = `00000000-0000-7000-8000-00000000000${made.post}`;
  const run = (query: string, ...values: unknown[]) => env.DB.prepare(query).bind(...values);
  if ("topic" in made) {
    const tag = tags[made.topic];
    const author = authors[made.topic];
    if (made.do === "sign")
      return run(
        "INSERT OR IGNORE INTO insight_authors SELECT id, ?, ? FROM insights WHERE id = ?",
        made.topic,
        author,
        id,
      );
    if (made.do === "unsign")
      return run("DELETE FROM insight_authors WHERE author_id = ? AND insight_id = ?", author, id);
    return made.do === "tag"
      ? run("INSERT OR IGNORE INTO insight_tags SELECT id, ? FROM insights WHERE id = ?", tag, id)
      : run("DELETE FROM insight_tags WHERE tag_id = ? AND insight_id = ?", tag, id);
  }
  if (!("state" in made)) return run("DELETE FROM insights WHERE id = ?", id);
  const { status, publishAt, category, updatedAt, span } = made.state;
  const values = [status, publishAt, categories[category], updatedAt, id, span && publishAt + span];
  if (made.do === "update")
    return run(
      "UPDATE insights SET status = ?1, publish_at = ?2, category_id = ?3, updated_at = ?4, unpublish_at = ?6 WHERE id = ?5",
      ...values,
    );
  return run(
    `INSERT OR ${made.do === "replace" ? "REPLACE" : "IGNORE"} INTO insights
       (status, publish_at, category_id, updated_at, id, unpublish_at, slug, title, markdown, html, contents, words, minutes, created_at)
     VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?5, 'Title', '', '', '[]', 1, 1, 1)`,
    ...values,
  );
}

async function readAll<Row>(query: string): Promise<Row[]> {
  return (await env.DB.prepare(query).all<Row>()).results;
}

/** The list of each article that belongs into one, as a recount of all of them has it. */
async function recount() {
  const posts = await readAll<Post>(
    "SELECT id, slug, status, publish_at, category_id, updated_at, unpublish_at FROM insights",
  );
  const tagged = await readAll<{ insight_id: string; tag_id: string }>("SELECT * FROM insight_tags");
  const signed = await readAll<{ insight_id: string; author_id: string }>("SELECT * FROM insight_authors");
  return posts
    .filter(({ status }) => status === "published")
    .flatMap(({ id, slug, publish_at, category_id, updated_at, unpublish_at }) => {
      const tags = tagged.filter(({ insight_id }) => insight_id === id).map(({ tag_id }) => tag_id);
      const authors = signed.filter(({ insight_id }) => insight_id === id).map(({ author_id }) => author_id);
      const changed_at = Math.max(updated_at, publish_at);
      return ["", category_id, ...tags, ...authors].map((list) => ({
        list,
        publish_at,
        insight_id: id,
        changed_at,
        unpublish_at,
        slug,
      }));
    });
}

const sort = (rows: readonly object[]) => rows.map((row) => JSON.stringify(row)).toSorted();

test(
  "lists and counts of articles are those of a recount after any changes, at any time",
  { timeout: 600_000 },
  async () => {
    const categories = [await makeCategory(), await makeCategory({ slug: "data", name: "Data" })];
    const tags = [await makeTag(), await makeTag({ slug: "speed", name: "Speed" })];
    const authors = [await makeAuthor(), await makeAuthor({ slug: "other", name: "Other" })];
    const filters: [Filter, string | undefined][] = [
      [{ kind: "all" }, ""],
      [{ kind: "category", slug: "data" }, categories[1]],
      [{ kind: "tag", slug: "cost" }, tags[0]],
      [{ kind: "author", slug: "desk" }, authors[0]],
    ];
    await fc.assert(
      fc.asyncProperty(fc.array(change, { maxLength: 40, size: "max" }), moment, async (changes, now) => {
        await env.DB.batch([
          env.DB.prepare("DELETE FROM insights"),
          ...changes.map((made) => write(made, { categories, tags, authors })),
        ]);
        const expected = await recount();
        const lists = await readAll<object>(
          "SELECT list, publish_at, insight_id, changed_at, unpublish_at FROM insight_lists",
        );
        expect(sort(lists)).toEqual(
          sort(
            expected.map(({ list, publish_at, insight_id, changed_at, unpublish_at }) => ({
              list,
              publish_at,
              insight_id,
              changed_at,
              unpublish_at,
            })),
          ),
        );
        const counts = Map.groupBy(expected, ({ list }) => list);
        expect(sort(await readAll("SELECT list, insights FROM insight_counts"))).toEqual(
          sort([...counts].map(([list, rows]) => ({ list, insights: rows.length }))),
        );
        for (const [filter, list] of filters) {
          const shown = expected.filter(
            (row) => row.list === list && row.publish_at <= now && (row.unpublish_at ?? now + 1) > now,
          );
          const { lead, posts, total } = await listInsights(openReads(env), { filter, page: 1, now });
          const all = lead ? [lead, ...posts] : posts;
          expect(all.map(({ slug }) => slug).toSorted()).toEqual(shown.map(({ slug }) => slug).toSorted());
          expect(total).toBe(posts.length);
        }
      }),
      { numRuns: isDeep ? 2000 : 60 },
    );
  },
);
