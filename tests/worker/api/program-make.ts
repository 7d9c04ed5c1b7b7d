/** Programs with a token, for tests. */
import { env } from "cloudflare:workers";
import { type ApiScope, apiScopeNames } from "#shared/accounts/api-scopes.ts";
import { createApiToken } from "#worker/accounts/api-tokens.ts";
import { openDb } from "#worker/db/client.ts";
import { makeCaller } from "../accounts/account-make.ts";
import { call } from "../ask-api.ts";
import { makeScope } from "../make-scope.ts";

/** A program that acts for a marketing admin: `ask` sends JSON, `send` bytes. */
export async function makeProgram(scopes: readonly ApiScope[] = apiScopeNames) {
  const { user } = await makeCaller({ roles: ["marketing_admin"] });
  const token = await createApiToken(openDb(env.DB), { owner: user.id, name: "Robot", scopes, life: 30 }, makeScope());
  const Authorization = `Bearer ${token}`;
  async function ask(method: string, path: string, json?: unknown, version?: number | string) {
    const ifMatch = typeof version === "number" ? `"${version}"` : version;
    const headers = { Authorization, ...(ifMatch !== undefined && { "If-Match": ifMatch }) };
    return read(await call(path, { method, headers, ...(json !== undefined && { json }) }));
  }
  async function send(path: string, bytes: Uint8Array, type = "application/octet-stream") {
    return read(await call(path, { headers: { Authorization, "Content-Type": type }, body: bytes as BodyInit }));
  }
  return { user, token, ask, send };
}

async function read(answer: Response) {
  const body = await answer.json<Record<string, never>>();
  return { status: answer.status, etag: answer.headers.get("ETag"), location: answer.headers.get("Location"), body };
}
