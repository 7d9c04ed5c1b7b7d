import type { Role } from "#shared/permissions.ts";
import { type Db, openDb } from "#worker/db/client.ts";
import { nowInSeconds } from "#worker/lib/clock.ts";
import { UnavailableError } from "#worker/lib/errors.ts";
import type { RequestScope } from "#worker/lib/scope.ts";
import { type AccessClaims, forgetKeys, verifyAccessToken } from "./access-tokens.ts";
import { readBearer } from "./bearer.ts";
import { readSessionCookies, writeSessionCookies } from "./session-cookies.ts";
import { renewSession } from "./renew-session.ts";
import { clearOverSession } from "./session-over.ts";
import { type LiveSession, readLiveSession } from "./sessions.ts";

/** Who is calling. `expiresAt` (of the access token) and `authTime` (when it was last proven who it is) are epoch seconds. */
export type Identity =
  | { kind: "signed-out" }
  | {
      kind: "signed-in";
      user: { id: string; email: string };
      /** The user's name for colleagues; null if not set. */
      name: string | null;
      /** The key of their picture in R2; null if they have none. */
      pictureKey: string | null;
      /** The IANA name of their time zone; null for the browser's. */
      timeZone: string | null;
      roles: Role[];
      /** Set when the roles could not be read; `roles` is then empty. */
      rolesUnread?: true;
      sessionId: string;
      expiresAt: number;
      authTime: number;
      /** The roles ask for a second factor. */
      needsFactor: boolean;
      /** They do, and the account has none: nothing is open to it but setting one up. */
      lacksFactor: boolean;
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
 * Reads the bearer token if there is one (cookies are then ignored), else the cookies; then the session with ONE D1
 * read. Renews the session at most once, when the access token is missing or has at most 60 s left. If only the roles
 * cannot be read, this is logged and the caller is signed in without roles, so denied everywhere.
 * @throws UnavailableError (503, cookies kept) when D1 cannot tell who is calling; nothing has been renewed then.
 */
export async function identify(request: Request, scope: RequestScope): Promise<Identified> {
  const db = openDb(scope.env.DB);
  if (request.headers.has("Authorization")) {
    const token = readBearer(request);
    const claims = token === null ? null : await verify(token, scope);
    return { identity: (claims && (await readIdentity(db, claims, scope))) ?? signedOut, setCookies: [] };
  }
  const { access, refresh } = readSessionCookies(request);
  if (access === null && refresh === null) return { identity: signedOut, setCookies: [] };
  const claims = access === null ? null : await verify(access, scope);
  const lasts = claims !== null && (refresh === null || claims.expiresAt - nowInSeconds() > renewalMargin);
  const identity = lasts ? await readIdentity(db, claims, scope) : null;
  if (identity) return { identity, setCookies: [] };
  // An access token whose key was retired at once tells nothing any longer; the refresh token still may.
  const renewed = refresh && (await renewIdentity(db, { refresh, claims: lasts ? null : claims }, scope));
  if (renewed) return renewed;
  return { identity: signedOut, setCookies: await clearOverSession(db, { request }, scope) };
}

/** The caller named by a refresh token, with new cookies; null when the session is over. */
async function renewIdentity(
  db: Db,
  { refresh, claims }: { refresh: string; claims: AccessClaims | null },
  scope: RequestScope,
): Promise<Identified | null> {
  try {
    const renewed = await renewSession(db, { refreshToken: refresh }, scope);
    if (!renewed) return null;
    const { tokens, session } = renewed;
    const { sessionId, accessExpiresAt: expiresAt } = tokens;
    return { identity: toSignedIn(session, { sessionId, expiresAt }), setCookies: writeSessionCookies(tokens) };
  } catch (error) {
    // The access token is still valid for a short time.
    if (!claims) throw error;
    const identity = await readIdentity(db, claims, scope);
    return identity && { identity, setCookies: [] };
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
async function readIdentity(db: Db, claims: AccessClaims, scope: RequestScope): Promise<Identity | null> {
  try {
    const session = await readLiveSession(db, claims, scope);
    if (session?.user.id === claims.userId) return toSignedIn(session, claims);
    forgetKeys();
    return null;
  } catch (error) {
    scope.log.error("session could not be read", error, { userId: claims.userId });
    throw new UnavailableError(2, error);
  }
}

function toSignedIn(
  { user, name, pictureKey, timeZone, roles, rolesUnread, authTime, needsFactor, lacksFactor }: LiveSession,
  { sessionId, expiresAt }: Pick<AccessClaims, "sessionId" | "expiresAt">,
): Identity {
  return {
    kind: "signed-in",
    user,
    name,
    pictureKey,
    timeZone,
    roles,
    ...(rolesUnread && { rolesUnread }),
    sessionId,
    expiresAt,
    authTime: Math.floor(authTime / 1000),
    needsFactor,
    lacksFactor,
  };
}
