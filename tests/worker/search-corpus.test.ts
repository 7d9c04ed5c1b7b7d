/** What the search has of the site, through the doors of the built Worker. */
import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { embedQuery } from "#worker/search/versions/embed-query.ts";
import { findNear } from "#worker/search/versions/near-chunks.ts";
import { readVersionInUse } from "#worker/search/versions/versions.ts";
import { fillSearch, resetSearch, searchDb } from "./search-make.ts";

beforeEach(resetSearch);

test("all public pages are indexed by their headings, and near passages are found by a model that is learnt of them", async () => {
  await fillSearch();
  const documents = await searchDb.selectFrom("documents").select(["key", "kind", "path", "title"]).execute();
  const keys = documents.map(({ key }) => key);
  expect(keys).toEqual(expect.arrayContaining(["page:/", "page:/contact", "page:/privacy-policy", "page:/careers"]));
  expect(keys).not.toContain("page:/your-data");
  const live = await readVersionInUse(searchDb);
  if (!live) throw new Error("No version serves.");
  expect([live.provider, live.dimensions]).toEqual(["lsa", 256]);
  const query = await embedQuery({ env }, live, "build our own capability centre");
  const near = await findNear({ env }, live, query ?? new Float32Array(), 5);
  expect(near).toHaveLength(5);
  const best = documents[(near[0]?.document ?? 0) - 1];
  expect([best?.key, (near[0]?.score ?? 0) > (near[4]?.score ?? 0)]).toEqual(["page:/gcc", true]);
});
