/** What the endpoints of articles take and answer. */
import { createRoute, z } from "@hono/zod-openapi";
import { newInsight, postPatch } from "#worker/insights/insight-input.ts";
import { insightStates } from "#worker/insights/read-insight.ts";
import { jsonBody, jsonResponse, problemResponses } from "./app.ts";
import { idParameter, ifMatch, requireScope, tokenSecurity as security, versionHeader } from "./programs.ts";

const tags = ["Articles"];
// Copies of schemas, because only one that is made after @hono/zod-openapi was loaded can be named.
const newPostBody = newInsight.clone().openapi("NewArticle");
const changeBody = postPatch.clone().openapi("ArticleChange");

const instant = z.iso.datetime({ offset: true }).describe("ISO 8601 with a zone, such as 2026-03-01T09:00:00Z.");

const overviewSchema = z
  .object({
    id: z.string(),
    version: z.int(),
    state: z.enum(insightStates),
    url: z.string().describe("Where readers find it, once it is published."),
    slug: z.string(),
    title: z.string(),
    category: z.string(),
    authors: z.array(z.string()),
    tags: z.array(z.string()),
    publish_at: z.string().nullable(),
    unpublish_at: z.string().nullable(),
    created_at: z.string(),
    edited_at: z.string(),
    has_unpublished_changes: z.boolean(),
  })
  .openapi("ArticleOverview");

const wholeSchema = overviewSchema
  .extend({
    dek: z.string(),
    markdown: z.string(),
    featured: z.boolean(),
    has_cover: z.boolean(),
    cover_drawn: z.boolean().describe("False until a browser of the staff has drawn the cover with this title."),
    cover_alt: z.string().nullable(),
    seo_title: z.string(),
    seo_description: z.string(),
    canonical_url: z.string().nullable(),
    noindex: z.boolean(),
  })
  .openapi("Article", { description: "An article with its newest text, whether readers see it or not." });

const topicSchema = z.array(z.object({ slug: z.string(), name: z.string() }));
const answeredWhole = (description: string) => ({ ...jsonResponse(description, wholeSchema), headers: versionHeader });

export const listRoute = createRoute({
  method: "get",
  path: "/posts",
  tags,
  summary: "Articles outside the trash, the newest first.",
  security,
  middleware: requireScope("posts:read"),
  request: {
    query: z.object({
      status: z.enum(["draft", "published", "archived"]).optional(),
      slug: z.string().max(120).optional().describe("The one article with this slug."),
      after: z.uuid().optional().describe("`next` of the page before."),
      limit: z.coerce.number().int().min(1).max(100).default(50),
    }),
  },
  responses: {
    200: jsonResponse(
      "A page of them.",
      z
        .object({ items: z.array(overviewSchema), next: z.string().nullable().describe("`after` of the next page.") })
        .openapi("ArticleList"),
    ),
    ...problemResponses(400, 401, 403, 429, 503),
  },
});

export const topicsRoute = createRoute({
  method: "get",
  path: "/topics",
  tags,
  summary: "Categories, authors and tags by their slugs.",
  security,
  middleware: requireScope("posts:read"),
  responses: {
    200: jsonResponse(
      "All of them.",
      z.object({ categories: topicSchema, authors: topicSchema, tags: topicSchema }).openapi("Topics"),
    ),
    ...problemResponses(401, 403, 429, 503),
  },
});

export const readRoute = createRoute({
  method: "get",
  path: "/posts/{id}",
  tags,
  summary: "One article with its newest text.",
  security,
  middleware: requireScope("posts:read"),
  request: { params: idParameter },
  responses: { 200: answeredWhole("The article."), ...problemResponses(400, 401, 403, 404, 429, 503) },
});

export const newInsightRoute = createRoute({
  method: "post",
  path: "/posts",
  tags,
  summary: "Store a new article as a draft.",
  security,
  middleware: requireScope("posts:write"),
  request: { body: jsonBody(newPostBody) },
  responses: {
    201: {
      ...answeredWhole("The draft."),
      headers: {
        ...versionHeader,
        Location: { description: "Its address here.", schema: { type: "string" as const } },
      },
    },
    ...problemResponses(400, 401, 403, 409, 413, 415, 429, 503),
  },
});

export const changeRoute = createRoute({
  method: "patch",
  path: "/posts/{id}",
  tags,
  summary: "Change an article. Readers of a published one see it once it is published again.",
  security,
  middleware: requireScope("posts:write"),
  request: { params: idParameter, headers: ifMatch, body: jsonBody(changeBody) },
  responses: {
    200: answeredWhole("The article as it is now."),
    ...problemResponses(400, 401, 403, 404, 409, 412, 413, 415, 428, 429, 503),
  },
});

export const publishRoute = createRoute({
  method: "post",
  path: "/posts/{id}/publish",
  tags,
  summary: "Publish the newest text of an article, now or at a time, unless its checks find errors.",
  security,
  middleware: requireScope("posts:publish"),
  request: {
    params: idParameter,
    headers: ifMatch,
    body: {
      ...jsonBody(
        z
          .object({
            publish_at: instant.optional().describe("Now unless given; an article that is out keeps its time."),
            unpublish_at: instant.nullable().optional(),
          })
          .openapi("Publication"),
      ),
    },
  },
  responses: {
    200: answeredWhole("The article as it is now."),
    ...problemResponses(400, 401, 403, 404, 409, 412, 413, 415, 422, 428, 429, 503),
  },
});

export const archiveRoute = createRoute({
  method: "post",
  path: "/posts/{id}/archive",
  tags,
  summary: "Take an article off the site. Its address says then that it was withdrawn.",
  security,
  middleware: requireScope("posts:publish"),
  request: { params: idParameter, headers: ifMatch },
  responses: {
    200: answeredWhole("The article as it is now."),
    ...problemResponses(400, 401, 403, 404, 409, 412, 413, 415, 428, 429, 503),
  },
});
