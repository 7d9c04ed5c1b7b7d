import { createRoute, z } from "@hono/zod-openapi";
import { createMiddleware } from "hono/factory";
import { visitMessageSchema } from "#shared/analytics/visit-events.ts";
import { erasureSchema, visitorRecordSchema } from "#shared/analytics/visitor-record.ts";
import { collectRecord, collectVisit, countDrop, eraseVisitor } from "../analytics/collect.ts";
import { exportVisitor } from "../analytics/export-visitor.ts";
import { isRestoring } from "../backups/is-restoring.ts";
import { WrongClockError } from "../analytics/prepare-record.ts";
import { openDb } from "../db/client.ts";
import { readClientKey } from "#worker/lib/http/client-address.ts";
import { InvalidInputError, TooManyAttemptsError, UnavailableError } from "../lib/errors.ts";
import { type ApiEnv, createApi, jsonBody, jsonResponse, problemResponses } from "./app.ts";
import { isWithinLimit } from "#worker/lib/limits/within-limit.ts";

/** Holds one address to the binding's limit; the minute is the period of the binding. */
const limitBy = (binding: "COLLECT_LIMIT" | "ERASURE_LIMIT") =>
  createMiddleware<ApiEnv>(async (c, next) => {
    const success = await isWithinLimit(c.env.scope.env[binding], readClientKey(c.req.raw));
    if (!success) throw new TooManyAttemptsError(60);
    await next();
  });
const limitCollection = limitBy("COLLECT_LIMIT");
/** What is stored of a visitor is searched in whole days of visits: a few times a minute and address. */
const limitPersonal = limitBy("ERASURE_LIMIT");

/** A refused record is a number on the analytics page, so that what is missing there is known. */
const countRefusals = createMiddleware<ApiEnv>(async (c, next) => {
  await next();
  if (!(c.error instanceof InvalidInputError)) return;
  countDrop(c.error instanceof WrongClockError ? "clock" : "invalid", await c.req.text(), c.env.scope);
});

const tags = ["Analytics"];

const exportSchema = z.object({
  note: z.string(),
  visitor: z.record(z.string(), z.unknown()).nullable(),
  visits: z.array(z.record(z.string(), z.unknown())),
});

const storeRoute = createRoute({
  method: "post",
  path: "/store-visitor-analytics",
  tags,
  summary: "Record a visitor's consent choice, and their page views if they accepted",
  middleware: [limitCollection, countRefusals] as const,
  request: { body: jsonBody(visitorRecordSchema) },
  responses: {
    204: { description: "Taken. The same record may be sent again; it counts once." },
    ...problemResponses(400, 403, 413, 415, 429, 503),
  },
});

const collectRoute = createRoute({
  method: "post",
  path: "/collect",
  tags,
  hide: true,
  summary: "Take what happened in a visit",
  middleware: [limitCollection, countRefusals] as const,
  request: { body: jsonBody(visitMessageSchema) },
  responses: {
    204: { description: "Taken. The same events may be sent again; they count once." },
    ...problemResponses(400, 403, 413, 415, 429, 503),
  },
});

const eraseRoute = createRoute({
  method: "post",
  path: "/erase-visitor-data",
  tags,
  summary: "Erase what is stored of a visitor",
  middleware: [limitPersonal] as const,
  request: { body: jsonBody(erasureSchema) },
  responses: {
    204: { description: "Taken, whether or not anything was stored. The proof of the choice stays; it names nobody." },
    ...problemResponses(400, 403, 413, 415, 429, 503),
  },
});

const exportRoute = createRoute({
  method: "post",
  path: "/export-visitor-data",
  tags,
  summary: "Read what is stored of a visitor",
  middleware: [limitPersonal] as const,
  request: { body: jsonBody(erasureSchema) },
  responses: {
    200: jsonResponse("Everything under this visitor number, in words; empty where nothing is stored.", exportSchema),
    ...problemResponses(400, 403, 413, 415, 429, 503),
  },
});

/** Consent and visitor analytics. */
export const analyticsApi = createApi()
  .openapi(storeRoute, async (c) => {
    await collectRecord(c.req.valid("json"), c.req.raw, c.env.scope);
    return c.body(null, 204);
  })
  .openapi(collectRoute, async (c) => {
    await collectVisit(c.req.valid("json"), c.req.raw, c.env.scope);
    return c.body(null, 204);
  })
  .openapi(eraseRoute, async (c) => {
    await eraseVisitor(c.req.valid("json").visitor_id, c.env.scope);
    return c.body(null, 204);
  })
  .openapi(exportRoute, async (c) => {
    const { env } = c.env.scope;
    // While rows are missing it would say that nothing is stored.
    if (await isRestoring(env)) throw new UnavailableError(60);
    return c.json(await exportVisitor(openDb(env.DB), c.req.valid("json").visitor_id), 200);
  });
