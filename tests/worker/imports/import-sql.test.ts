import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { openDb } from "#worker/db/client.ts";
import type { AccountId } from "#worker/db/accounts-tables.ts";
import type { ImportId } from "#worker/db/imports-tables.ts";
import { selectOpen } from "#worker/imports/begin-import.ts";
import { selectExport } from "#worker/imports/export/export-site.ts";
import { selectArticles } from "#worker/imports/export/list-articles.ts";
import { selectDrawings, selectItems } from "#worker/imports/export/list-pictures.ts";
import { selectSlugs as selectAddresses } from "#worker/imports/export/read-names.ts";
import { selectImports } from "#worker/imports/list-imports.ts";
import {
  selectKnownPages,
  selectKnownPosts,
  selectPaths,
  selectSites,
  selectSlugs,
  selectTopics,
} from "#worker/imports/look-up.ts";
import { selectPages } from "#worker/imports/list-pages.ts";
import { selectImportsOf } from "#worker/imports/person-data.ts";
import { selectUnused } from "#worker/imports/tidy-undone.ts";
import { selectOldPath } from "#worker/insights/read-old-path.ts";
import { toHash } from "./import-make.ts";
import { cleanOldPath } from "#shared/imports/old-path.ts";

const db = openDb(env.DB);

/** Tables that a plan reads as a whole; what a JSON list holds has no index. */
async function listScans(query: { compile: () => { sql: string; parameters: readonly unknown[] } }) {
  const { sql, parameters } = query.compile();
  const { results } = await env.DB.prepare(`EXPLAIN QUERY PLAN ${sql}`)
    .bind(...parameters)
    .all<{ detail: string }>();
  return results
    .map(({ detail }) => detail)
    .filter((step) => /^SCAN (?!json_each|asked|taken|\(subquery|CONSTANT|.* USING)/.test(step));
}

const id = "0198f1de-0000-7000-8000-000000000000" as ImportId;

test.each([
  ["an import that can go on", selectOpen(db, toHash("f"))],
  ["posts that are here", selectKnownPosts(db, [{ key: toHash("a"), fingerprint: toHash("b") }])],
  ["pages that are here", selectKnownPages(db, [{ key: toHash("a"), fingerprint: toHash("b") }])],
  ["pages of former sites", selectPages(db, { at: 1, id: "a" })],
  ["sites of imports", selectSites(db, "ghost")],
  ["addresses that are taken", selectSlugs(db, ["a", "b"])],
  ["old addresses that are taken", selectPaths(db, ["/a"])],
  ["authors by name", selectTopics(db, "author", ["Ada"])],
  ["tags by name", selectTopics(db, "tag", ["Cost"])],
  ["the list of imports", selectImports(db)],
  ["what an import has left", selectUnused(db)],
  ["what one import has left", selectUnused(db, id)],
  ["imports of a person", selectImportsOf(db, "ada@example.com")],
  ["an old address", selectOldPath(db, "/2019/a", 1)],
  ["articles of the export", selectArticles(db, { after: "a", to: "b" })],
  ["drawings of the export", selectDrawings(db, { after: "a", to: "b" })],
  ["addresses of articles", selectAddresses(db, "b")],
  ["an export that was begun", selectExport(db, { id, actor: id as string as AccountId })],
  ["files of the export", selectItems(db, { after: "a", to: "b" })],
])("%s: every table is read by an index", async (_, query) => {
  expect(await listScans(query)).toEqual([]);
});

test.each([
  ["/2019/05/post/", "/2019/05/post"],
  ["https://old.example/2019//post", "/2019/post"],
  ["/?p=123", "/?p=123"],
  ["/index.php?p=7&preview=true", "/?p=7"],
  ["/?page_id=9", "/?page_id=9"],
  ["/blog/post/", "/insights/post"],
  ["/blog/2019/post", "/blog/2019/post"],
  ["/%C3%BCber", "/%C3%BCber"],
  ["/über", "/%C3%BCber"],
  ["/post?utm=1#part", "/post"],
])("the old address %s is kept as %s", (written, cleaned) => {
  expect(cleanOldPath(written)).toBe(cleaned);
});

test.each(["/", "", "/?p=abc", "https://old.example", "http://["])("%s is no old address of a post", (written) => {
  expect(cleanOldPath(written)).toBeNull();
});
