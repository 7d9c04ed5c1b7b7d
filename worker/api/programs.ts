/** What the endpoints of programs share: tokens with scopes, and versions as ETags. */
import { z } from "@hono/zod-openapi";
import { createMiddleware } from "hono/factory";
import { type ApiScope, scopePermissions } from "#shared/accounts/api-scopes.ts";
import { may, type Permission } from "#shared/permissions.ts";
import { readTokenHolder } from "../accounts/api-tokens.ts";
import { limitPrograms } from "#worker/accounts/sign-in/rate-limit.ts";
import { openDb } from "../db/client.ts";
import { ConflictError, NotAllowedError } from "../lib/errors.ts";
import { StaleVersionError, VersionMissingError } from "#worker/lib/http/version-errors.ts";
import type { ApiEnv } from "./app.ts";

/** `security` of an endpoint that takes tokens alone. */
export const tokenSecurity = [{ token: [] }];

const refusals: Partial<Record<Permission, string>> = {
  "insights.edit": "The owner of this token may not edit articles.",
  "analytics.read": "The owner of this token may not read visitor analytics.",
};

/** For endpoints of programs: the token must have `scope`, and its owner the permission, at this moment. */
export function requireScope(scope: ApiScope) {
  return createMiddleware<ApiEnv>(async (c, next) => {
    const { env } = c.env.scope;
    await limitPrograms(c.req.raw, c.env.scope);
    const holder = await readTokenHolder(openDb(env.DB), c.req.raw, c.env.scope);
    if (!holder.scopes.includes(scope)) throw new NotAllowedError(`This token lacks the scope ${scope}.`);
    const permission = scopePermissions[scope];
    if (!may(holder.roles, permission)) throw new NotAllowedError(refusals[permission]);
    c.set("holder", holder);
    await next();
  });
}

/** The holder whom `requireScope` has let in. */
export function readHolder({ holder }: Pick<ApiEnv["Variables"], "holder">) {
  if (!holder) throw new Error("The endpoint lacks requireScope.");
  return holder;
}

export const idParameter = z.object({ id: z.uuid() });
export const ifMatch = z.object({ "if-match": z.string().optional().describe("The ETag of what you read.") });
export const versionHeader = { ETag: { description: "Its version.", schema: { type: "string" as const } } };

/**
 * Refuses a change of something that has `version`, unless If-Match names that. A weak tag is taken too: what compresses
 * an answer between us and the client makes the tag weak.
 * @throws {VersionMissingError}
 * @throws {StaleVersionError}
 */
export function checkVersion({ req }: { req: { header(name: string): string | undefined } }, version: number): void {
  const tag = req.header("If-Match");
  if (tag === undefined) throw new VersionMissingError();
  if (Number(/^(?:W\/)?"(\d{1,9})"$/.exec(tag.trim())?.[1]) !== version) throw new StaleVersionError();
}

/** What `change` throws because its subject has another version than `version` by now is a failed condition of the request. */
export async function refuseStale(
  version: number,
  { change, readVersion }: { change: () => Promise<unknown>; readVersion: () => Promise<number> },
): Promise<void> {
  try {
    await change();
  } catch (error) {
    if (error instanceof ConflictError && (await readVersion()) !== version) throw new StaleVersionError(error);
    throw error;
  }
}
