/** What the endpoints of the media library take and answer. */
import { createRoute, z } from "@hono/zod-openapi";
import { acceptedWords, longestName, longestText } from "#shared/media/media-library.ts";
import { jsonBody, jsonResponse, problemResponses } from "./app.ts";
import { idParameter, ifMatch, requireScope, tokenSecurity as security, versionHeader } from "./programs.ts";

const tags = ["Media"];

const share = z.number().min(0).max(1);

const fileSchema = z
  .object({
    id: z.string(),
    version: z.int(),
    name: z.string(),
    path: z.string().describe("What the text of an article names: `![What it shows](/media/…)`. It stays."),
    url: z.string(),
    type: z.string(),
    bytes: z.int(),
    width: z.int().describe("In pixels; a PDF is 0 by 0."),
    height: z.int(),
    alt: z.string(),
    caption: z.string(),
    focus: z.object({ x: share, y: share }).describe("What stays in sight when it is cut: shares of width and height."),
    has_widths: z
      .boolean()
      .describe("False until smaller versions are made: by the next browser that opens the library, within seconds."),
    created_at: z.string(),
  })
  .openapi("MediaFile");

const texts = {
  alt: z.string().max(longestText).describe("What it shows, for who does not see it."),
  caption: z.string().max(longestText),
};
const answeredFile = (description: string) => ({ ...jsonResponse(description, fileSchema), headers: versionHeader });

export const listMediaRoute = createRoute({
  method: "get",
  path: "/media",
  tags,
  summary: "Files of the media library, the newest first.",
  security,
  middleware: requireScope("posts:read"),
  request: {
    query: z.object({
      q: z.string().max(200).default("").describe("Words of names, alternative texts and captions."),
      after: z.uuid().optional().describe("`next` of the page before."),
      limit: z.coerce.number().int().min(1).max(100).default(50),
    }),
  },
  responses: {
    200: jsonResponse(
      "A page of them.",
      z
        .object({ items: z.array(fileSchema), next: z.string().nullable().describe("`after` of the next page.") })
        .openapi("MediaList"),
    ),
    ...problemResponses(400, 401, 403, 429, 503),
  },
});

export const readMediaRoute = createRoute({
  method: "get",
  path: "/media/{id}",
  tags,
  summary: "One file of the media library.",
  security,
  middleware: requireScope("posts:read"),
  request: { params: idParameter },
  responses: { 200: answeredFile("The file."), ...problemResponses(400, 401, 403, 404, 429, 503) },
});

const location = { Location: { description: "Its address here.", schema: { type: "string" as const } } };

export const addMediaRoute = createRoute({
  method: "post",
  path: "/media",
  tags,
  summary: "Add a file to the media library. The body is the file itself.",
  description: `${acceptedWords}, by content and not by name. Where a picture was taken is not stored.`,
  security,
  middleware: requireScope("media:write"),
  request: {
    query: z.object({
      name: z.string().min(1).max(longestName).describe("The name of the file, such as plant.jpg."),
      alt: texts.alt.default(""),
      caption: texts.caption.default(""),
    }),
    body: {
      required: true,
      content: { "application/octet-stream": { schema: { type: "string" as const, format: "binary" } } },
    },
  },
  responses: {
    200: { ...answeredFile("The library has this very file already, as this one."), headers: versionHeader },
    201: { ...answeredFile("The file."), headers: { ...versionHeader, ...location } },
    ...problemResponses(400, 401, 403, 413, 415, 429, 503),
  },
});

export const describeMediaRoute = createRoute({
  method: "patch",
  path: "/media/{id}",
  tags,
  summary: "Change what is written about a file. Articles keep their own texts.",
  security,
  middleware: requireScope("media:write"),
  request: {
    params: idParameter,
    headers: ifMatch,
    body: jsonBody(
      z
        .object({ name: z.string().min(1).max(longestName), ...texts, focus: z.object({ x: share, y: share }) })
        .partial()
        .openapi("MediaChange"),
    ),
  },
  responses: {
    200: answeredFile("The file as it is now."),
    ...problemResponses(400, 401, 403, 404, 409, 412, 413, 415, 428, 429, 503),
  },
});
