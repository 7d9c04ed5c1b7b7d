import { expect, test } from "vitest";
import { call } from "../ask-api.ts";

type Schema = { $ref?: string; allOf?: Schema[]; properties?: Record<string, unknown> };
interface Operation {
  tags?: string[];
  summary?: string;
  security?: Record<string, unknown>[];
  parameters?: { name: string }[];
  requestBody?: { required?: boolean; content: Record<string, { schema?: Schema }> };
  responses: Record<string, { description?: string; headers?: Record<string, unknown>; content?: object }>;
}
interface Document {
  openapi: string;
  info: { title: string; version: string };
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema>; securitySchemes: Record<string, unknown> };
}

const form = "application/x-www-form-urlencoded";

async function readDocument() {
  const document = await (await call("/api/openapi.json")).json<Document>();
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ name: `${method} ${path}`, operation })),
  );
  return { document, operations };
}

test("the OpenAPI 3.1 document names every endpoint with its answers", async () => {
  const { document, operations } = await readDocument();
  expect(document.openapi).toBe("3.1.0");
  const answers = Object.fromEntries(
    operations.map(({ name, operation }) => [name, Object.keys(operation.responses).join(" ")]),
  );
  expect(answers).toEqual({
    "get /.well-known/jwks.json": "200 304 503",
    "get /api/health": "200 503",
    "post /api/purge": "200 400 401 403 413 415 429 503",
    "post /api/auth/sign-up": "202 303 400 403 413 415 429 503",
    "post /api/auth/sign-in": "200 303 400 401 403 413 415 429 503",
    "post /api/auth/sign-out": "204 303 400 401 403 413 415 503",
    "post /api/auth/refresh": "200 400 401 403 413 415 503",
    "get /api/auth/session": "200 503",
    "get /api/auth/oidc/start": "303 404",
    "get /api/auth/oidc/callback": "303 404",
    "post /api/auth/token": "200 400 401 403 413 415 429 503",
    "post /api/auth/bootstrap": "201 400 403 404 409 413 415 429 503",
    "get /api/roles": "200 401 403 503",
    "post /api/auth/second-step": "200 303 400 401 403 413 415 429 503",
    "get /api/auth/confirm": "200 401 503",
    "post /api/auth/confirm": "204 303 400 401 403 409 413 415 429 503",
    "post /api/auth/passkeys/sign-in/options": "200 400 403 413 415 429 503",
    "post /api/auth/passkeys/sign-in": "200 400 401 403 413 415 429 503",
    "post /api/auth/passkeys/registration/options": "200 400 401 403 409 413 415 429 503",
    "post /api/auth/passkeys/registration": "201 400 401 403 409 413 415 429 503",
    "get /api/search": "200 304 400 429 503",
    "get /api/posts": "200 400 401 403 429 503",
    "get /api/topics": "200 401 403 429 503",
    "get /api/posts/{id}": "200 400 401 403 404 429 503",
    "post /api/posts": "201 400 401 403 409 413 415 429 503",
    "patch /api/posts/{id}": "200 400 401 403 404 409 412 413 415 428 429 503",
    "post /api/posts/{id}/publish": "200 400 401 403 404 409 412 413 415 422 428 429 503",
    "post /api/posts/{id}/archive": "200 400 401 403 404 409 412 413 415 428 429 503",
    "get /api/analytics/query": "200 400 401 403 429 503",
    "get /api/media": "200 400 401 403 429 503",
    "get /api/media/{id}": "200 400 401 403 404 429 503",
    "post /api/export-visitor-data": "200 400 403 413 415 429 503",
    "post /api/media": "200 201 400 401 403 413 415 429 503",
    "patch /api/media/{id}": "200 400 401 403 404 409 412 413 415 428 429 503",
    "post /api/store-visitor-analytics": "204 400 403 413 415 429 503",
    "post /api/erase-visitor-data": "204 400 403 413 415 429 503",
  });
});

test("every endpoint of the document has a tag, a summary and an answer for what each unsafe request may meet", async () => {
  const { operations } = await readDocument();
  for (const { name, operation } of operations) {
    const { tags, summary, responses } = operation;
    expect(tags, name).toHaveLength(1);
    expect(summary?.length, name).toBeGreaterThan(10);
    for (const answer of Object.values(responses)) expect(answer.description, name).toBeTruthy();
    // The gate and the reader of bodies stand in front of every one of them.
    if (name.startsWith("post "))
      expect(Object.keys(responses), name).toEqual(expect.arrayContaining(["400", "403", "413", "415", "503"]));
  }
});

test("failures are described as problems, with the headers that come along", async () => {
  const { operations } = await readDocument();
  const along: Record<string, string> = { 401: "WWW-Authenticate", 429: "Retry-After", 503: "Retry-After" };
  for (const { name, operation } of operations.filter(({ name }) => name !== "get /api/health")) {
    for (const [status, { headers, content }] of Object.entries(operation.responses)) {
      if (Number(status) < 400) continue;
      expect(Object.keys(content ?? {}), name).toEqual(["application/problem+json"]);
      expect(Object.keys(headers ?? {}), `${name} ${status}`).toEqual(along[status] ? [along[status]] : []);
    }
  }
});

test("endpoints that read forms describe them by the same fields as their JSON", async () => {
  const { document, operations } = await readDocument();
  const forms = operations.flatMap(({ name, operation: { requestBody, parameters } }) => {
    const schema = requestBody?.content[form]?.schema;
    if (!schema) return [];
    const parts = schema.allOf ?? [schema];
    const own = parts.flatMap(({ $ref, properties }) => $ref ?? Object.keys(properties ?? {}));
    const query = (parameters ?? []).map((parameter) => parameter.name);
    return [[name, [requestBody.content["application/json"]?.schema?.$ref, ...own, ...query]]];
  });
  const page = ["from", "next"];
  const named = (name: string) => `#/components/schemas/${name}`;
  expect(Object.fromEntries(forms)).toEqual({
    "post /api/auth/sign-up": [named("SignUp"), named("SignUp"), ...page],
    "post /api/auth/sign-in": [named("SignIn"), named("SignIn"), ...page],
    "post /api/auth/sign-out": [undefined, ...page],
    "post /api/auth/second-step": [named("SecondStep"), named("SecondStep"), ...page],
    "post /api/auth/confirm": [named("Confirm"), named("Confirm"), ...page],
    "post /api/auth/token": [named("TokenGrant"), named("TokenGrant")],
    "post /api/auth/bootstrap": [named("Bootstrap"), named("Bootstrap")],
  });
  expect(Object.keys(document.components.schemas["SignIn"]?.properties ?? {})).toEqual(["email", "password"]);
});

test("the document refers to nothing that it does not hold", async () => {
  const { document, operations } = await readDocument();
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)];
  expect(references.length).toBeGreaterThan(10);
  expect(JSON.stringify(document).match(/"\$ref"/g)).toHaveLength(references.length);
  for (const [, name = ""] of references) expect(document.components.schemas).toHaveProperty(name);
  const schemes = operations.flatMap(({ operation: { security = [] } }) => security.flatMap(Object.keys));
  expect(new Set(schemes)).toEqual(new Set(Object.keys(document.components.securitySchemes)));
});
