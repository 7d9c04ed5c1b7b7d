import { OpenAPIHono, z } from "@hono/zod-openapi";
import type { FormAnswers } from "#shared/pages/refusal.ts";
import type { TokenHolder } from "../accounts/api-tokens.ts";
import type { Identity } from "#worker/accounts/sessions/identity.ts";
import { InvalidInputError } from "../lib/errors.ts";
import { groupIssues } from "#worker/lib/forms/parse-input.ts";
import type { RequestScope } from "../lib/scope.ts";

/**
 * A handler's context: `c.env.scope`; `c.var.fields` of a form-encoded body, without passwords; `c.var.isForm` when
 * the answer must be a redirect to a page; `c.var.caller` after `requireCaller`; `c.var.holder` where programs call, after `requireScope`.
 */
export interface ApiEnv {
  Bindings: { scope: RequestScope };
  Variables: {
    fields?: FormAnswers;
    isForm?: true;
    caller?: Extract<Identity, { kind: "signed-in" }>;
    holder?: TokenHolder;
  };
}

/** A sub-app for one subject. Input that fails its schema becomes an InvalidInputError, which index.ts answers. */
export function createApi(): OpenAPIHono<ApiEnv> {
  return new OpenAPIHono<ApiEnv>({
    defaultHook: (result) => {
      if (!result.success) throw new InvalidInputError(groupIssues(result.error.issues));
    },
  });
}

const problemSchema = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    detail: z.string().optional(),
    instance: z.string().optional(),
    errors: z.record(z.string(), z.array(z.string())).optional(),
    retry_after: z.int().optional(),
    reason: z.string().optional(),
  })
  .openapi("Problem", { description: "Problem details, RFC 9457." });

const meanings = {
  400: "The input cannot be read or does not pass; `errors` tells by field.",
  401: "Not signed in, or wrong credentials.",
  403: "Not allowed, or not sent from this site.",
  404: "Not there.",
  409: "Somebody was first.",
  412: "It has changed since it was read.",
  413: "The body is over 16 KB; over 1 MB for articles, over 25 MB for files.",
  415: "The body is neither JSON nor form-encoded; a file comes as a form.",
  422: "The checks of the article found errors, which keep it from being published; `errors` tells by field.",
  428: "If-Match is missing.",
  429: "Too many attempts; see Retry-After.",
  503: "Busy or D1 unreachable; see Retry-After.",
} as const;

type ProblemStatus = keyof typeof meanings;

interface ProblemResponse {
  description: string;
  headers?: Record<string, { description: string; schema: { type: "string" | "integer" } }>;
  content: { "application/problem+json": { schema: typeof problemSchema } };
}

const retryAfter = { "Retry-After": { description: "Whole seconds to wait.", schema: { type: "integer" as const } } };
const sentAlong: { [Status in ProblemStatus]?: NonNullable<ProblemResponse["headers"]> } = {
  401: { "WWW-Authenticate": { description: "Always `Bearer`.", schema: { type: "string" } } },
  429: retryAfter,
  503: retryAfter,
};

/** `responses` entries for the failures that an endpoint may answer with. */
export function problemResponses<const Status extends ProblemStatus>(
  ...statuses: Status[]
): { [Each in Status]: ProblemResponse } {
  const content = { "application/problem+json": { schema: problemSchema } };
  const responses: Record<number, ProblemResponse> = {};
  for (const status of statuses) {
    const headers = sentAlong[status];
    responses[status] = { description: meanings[status], ...(headers && { headers }), content };
  }
  return responses as { [Each in Status]: ProblemResponse };
}

/** `security` of an endpoint that asks who is calling. */
export const callerSecurity = [{ bearer: [] }, { cookie: [] }];

/** `request.body` of an endpoint that needs a JSON body. */
export function jsonBody<Schema extends z.ZodType>(schema: Schema) {
  return { required: true as const, content: { "application/json": { schema } } };
}

const formType = "application/x-www-form-urlencoded";

/** `request.query` of an endpoint that HTML forms post to: the page that the form stands on, and where it leads. */
export const formPlaceQuery = z.object({
  from: z.string().optional().describe("The page of an HTML form, such as /auth or /admin/auth."),
  next: z.string().optional().describe("The path on this site that an HTML form leads to."),
});

/**
 * `request.body` of an endpoint that takes its fields as JSON or form-encoded; `name` is the schema's in the document.
 * The type names JSON only, because body.ts turns a form into JSON before the handler runs.
 */
export function jsonOrFormBody<Schema extends z.ZodType>(
  name: string,
  schema: Schema,
): ReturnType<typeof jsonBody<Schema>> {
  // A copy, because only schemas that are made after @hono/zod-openapi was loaded can be named; a page may have made this
  // one before.
  return addFormType(jsonBody(schema.clone().openapi(name)), { $ref: `#/components/schemas/${name}` });
}

/** `request.body` of an endpoint that HTML forms post to and that needs no field. */
export const emptyFormBody = { required: false, content: { [formType]: { schema: { type: "object" as const } } } };

function addFormType<Body extends { content: object }>(body: Body, schema: object): Body {
  return { ...body, content: { ...body.content, [formType]: { schema } } };
}

/** One `responses` entry with a JSON answer. */
export function jsonResponse<Schema extends z.ZodType>(description: string, schema: Schema) {
  return { description, content: { "application/json": { schema } } };
}
