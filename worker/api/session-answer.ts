import { z } from "@hono/zod-openapi";
import { type Role, roles } from "#shared/permissions.ts";
import type { Identity } from "#worker/accounts/sessions/identity.ts";
import type { SignedIn } from "#worker/accounts/sessions/start-session.ts";

export const accountSchema = z.object({ id: z.string(), email: z.string() });

/** What a browser may know of its session; `expires_at` of the access token in epoch seconds. */
export const sessionSchema = z
  .object({ user: accountSchema.nullable(), roles: z.array(z.enum(roles)), expires_at: z.int().nullable() })
  .openapi("Session");

type SessionAnswer = { user: { id: string; email: string } | null; roles: Role[]; expires_at: number | null };

/** The session of the identified caller, as JSON. */
export function toSessionAnswer(identity: Identity): SessionAnswer {
  if (identity.kind === "signed-out") return { user: null, roles: [], expires_at: null };
  return { user: identity.user, roles: identity.roles, expires_at: identity.expiresAt };
}

/** The session that has just begun or been renewed. */
export function toNewSessionAnswer({ tokens, session: { user, roles } }: SignedIn): SessionAnswer {
  return { user, roles, expires_at: tokens.accessExpiresAt };
}

/** `response` with Set-Cookie values on it. */
export function withCookies<Answer extends Response>(response: Answer, cookies: readonly string[]): Answer {
  for (const cookie of cookies) response.headers.append("Set-Cookie", cookie);
  return response;
}
