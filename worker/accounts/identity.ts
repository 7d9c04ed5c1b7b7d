import type { Role } from "#app/shared/permissions.ts";
import { openDb } from "../db/client.ts";
import { nowInSeconds } from "../lib/clock.ts";
import { UnavailableError } from "../lib/errors.ts";
import type { RequestScope } from "../lib/scope.ts";
import { type AccessClaims, verifyAccessToken } from "./access-tokens.ts";
import { readBearer } from "./bearer.ts";
import { readSessionCookies, writeSessionCookies } from "./session-cookies.ts";
import { clearOverSession } from "./session-over.ts";
import { type LiveSession, readLiveSession, refreshSession } from "./sessions.ts";

/** Who is calling. `expiresAt` (of the access token) and `authTime` (password given) are epoch seconds. */
export type Identity =
  | { kind: "signed-out" }
  | {
      kind: "signed-in";
      user: { id: string; email: string };
      roles: Role[];
      sessionId: string;
      expiresAt: number;
      authTime: number;
    };

/** An identity and the Set-Cookie values that belong on the response, which must be no-store. */
export interface Identified {
  identity: Identity;
  setCookies: string[];
}

/** Seconds of life left at which an access token is renewed. */
const renewalMargin = 60;
const signedOut: Identity = { kind: "signed-out" };

/**
 * Reads the bearer token if there is one (cookies do not count then), else the cookies; renews the session at most
 * once when the access token has 60 s or less left or is gone, then does ONE D1 read.
 * When that read fails: logged, signed in with no role (so denied everywhere), cookies kept.
 * @throws UnavailableError (503, cookies kept) when D1 fails before it is known who is calling.
 */
export async function identify(request: Request, scope: RequestScope): Promise<Identified> {
  if (request.headers.has("Authorization")) {
    const token = readBearer(request);
    const claims = token === null ? null : await verify(token, scope);
    return { identity: claims ? ((await readIdentity(claims, scope)) ?? signedOut) : signedOut, setCookies: [] };
  }
  const { access, refresh } = readSessionCookies(request);
  if (access === null && refresh === null) return { identity: signedOut, setCookies: [] };
  const { claims, setCookies } = await claimSession(access, refresh, scope);
  const identity = claims && (await readIdentity(claims, scope));
  if (identity) return { identity, setCookies };
  return { identity: signedOut, setCookies: await clearOverSession(request, scope) };
}

/** What the cookies claim, renewed where it is time to. */
async function claimSession(
  access: string | null,
  refresh: string | null,
  scope: RequestScope,
): Promise<{ claims: AccessClaims | null; setCookies: string[] }> {
  const claims = access === null ? null : await verify(access, scope);
  const left = claims ? claims.expiresAt - nowInSeconds() : 0;
  if (refresh === null || left > renewalMargin) return { claims, setCookies: [] };
  try {
    const tokens = await refreshSession(refresh, scope);
    if (!tokens) return { claims: null, setCookies: [] };
    const { userId, sessionId, accessExpiresAt: expiresAt } = tokens;
    return { claims: { userId, sessionId, expiresAt }, setCookies: writeSessionCookies(tokens) };
  } catch (error) {
    scope.log.error("session refresh failed", error);
    if (claims) return { claims, setCookies: [] };
    throw new UnavailableError(2, error);
  }
}

async function verify(token: string, scope: RequestScope): Promise<AccessClaims | null> {
  try {
    return await verifyAccessToken(scope.env, token);
  } catch (error) {
    scope.log.error("signing keys could not be read", error);
    throw new UnavailableError(2, error);
  }
}

/** The caller as D1 knows them now, or null when the session is over. */
async function readIdentity(claims: AccessClaims, { env, log }: RequestScope): Promise<Identity | null> {
  let session: LiveSession | null;
  try {
    session = await readLiveSession(openDb(env.DB), claims);
  } catch (error) {
    log.error("roles could not be read", error, { userId: claims.userId });
    session = { user: { id: claims.userId, email: "" }, roles: [], authTime: 0 };
  }
  if (!session) return null;
  return {
    kind: "signed-in",
    user: session.user,
    roles: session.roles,
    sessionId: claims.sessionId,
    expiresAt: claims.expiresAt,
    authTime: Math.floor(session.authTime / 1000),
  };
}
