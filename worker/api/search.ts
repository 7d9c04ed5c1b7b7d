/** The site's search for browsers and programs: what everybody may read. */
import { createRoute, z } from "@hono/zod-openapi";
import { searchKinds, type SearchKind } from "#shared/search/site-search.ts";
import { now } from "../lib/clock.ts";
import { answerConditionally, tagBody } from "#worker/lib/http/etag.ts";
import { limitSearches, limitTyping } from "#worker/lib/limits/limit-searches.ts";
import { openSearchScope } from "../search/find/open-scope.ts";
import { showSearch } from "../search/find/show-search.ts";
import { createApi, jsonResponse, problemResponses } from "./app.ts";

const kinds = searchKinds.map(({ kind }) => kind) as [SearchKind, ...SearchKind[]];

const query = z.object({
  q: z.string().default("").describe("What is sought; the first 200 characters are read."),
  kind: z.enum(kinds).optional().describe("Only what is of this kind; all kinds unless given."),
  page: z.coerce.number().int().min(1).max(1000).default(1).describe("From 1 on; the best fifty are listed."),
  typing: z.literal("1").optional().describe("The last word may not be whole; eight short results."),
  exact: z.literal("1").optional().describe("Words are taken as they are written."),
});

const marks = z
  .array(z.tuple([z.int(), z.int()]))
  .describe("Where what was sought stands: from, and to the character after, in UTF-16 code units.");
const marked = z.object({ text: z.string(), marks }).openapi("MarkedText");
const passage = marked
  .extend({
    to: z.string().describe("The path of the page with its heading."),
    trail: z.array(z.string()).describe("Headings above it, the highest first."),
  })
  .openapi("SearchPassage");
const result = z
  .object({
    kind: z.string(),
    path: z.string(),
    title: marked,
    summary: z.string(),
    passages: z.array(passage).describe("The best first."),
  })
  .openapi("SearchResult");
const answer = z
  .object({
    query: z.string(),
    kind: z.enum(kinds).nullable(),
    page: z.int(),
    pages: z.int(),
    total: z.int().describe("Fifty at most."),
    isMore: z.boolean().describe("There may be more than are counted."),
    kinds: z.record(z.string(), z.int()).describe("How many of each kind."),
    corrected: z
      .array(z.object({ typed: z.string(), meant: z.string() }))
      .describe("Words that nothing has, with what was sought in their place."),
    isExact: z.boolean(),
    quotes: z
      .array(passage.extend({ title: z.string() }))
      .describe("Sentences of the site that answer the query, word for word; none where that is not sure enough."),
    results: z.array(result),
    nearest: z
      .array(result)
      .describe(
        "What may help where there are no results: other kinds, or words that are written alike; three at most.",
      ),
  })
  .openapi("Search");

const searchRoute = createRoute({
  method: "get",
  path: "/search",
  tags: ["Search"],
  summary: "Searches pages, articles and openings.",
  description:
    "Whoever has the answer asks whether it still holds (If-None-Match), because what is taken off the site is not found from that moment on.",
  request: { query },
  responses: {
    200: jsonResponse("What was found.", answer),
    304: { description: "As the `If-None-Match` of the request has it." },
    ...problemResponses(400, 429, 503),
  },
});

export const searchApi = createApi().openapi(searchRoute, async (c) => {
  const { q, kind = null, page, typing, exact } = c.req.valid("query");
  const { env } = c.env.scope;
  const isTyping = typing === "1";
  await (isTyping ? limitTyping : limitSearches)(c.req.raw, { env });
  const shown = await showSearch(openSearchScope(env), {
    query: q,
    kind,
    page,
    isTyping,
    isExact: exact === "1",
    now: now(),
  });
  const headers = new Headers({
    "Content-Type": "application/json",
    // Nobody answers with it unasked: it may show what was since taken off the site.
    "Cache-Control": "private, no-cache",
    "X-Robots-Tag": "noindex",
  });
  return answerConditionally(c.req.raw, await tagBody(JSON.stringify(shown)), { status: 200, headers });
});
