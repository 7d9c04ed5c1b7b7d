import { nowInSeconds } from "#worker/lib/clock.ts";
import { readCookie, writeCookie } from "#worker/lib/http/cookies.ts";
import type { SessionTokens } from "./sessions.ts";

export const accessCookie = "__Host-at";
export const refreshCookie = "__Host-rt";
/** Not a secret: tells the script of a cached public page that it should ask /api/auth/session. */
export const hintCookie = "signed-in";

/** The tokens in the request's cookies, not verified yet. */
export function readSessionCookies(request: Request): { access: string | null; refresh: string | null } {
  return { access: readCookie(request, accessCookie), refresh: readCookie(request, refreshCookie) };
}

/** Set-Cookie values that keep a session in the browser. */
export function writeSessionCookies(tokens: SessionTokens): string[] {
  const refreshLife = Math.max(0, tokens.refreshExpiresAt - nowInSeconds());
  return [
    writeCookie(accessCookie, tokens.accessToken, { maxAge: Math.max(0, tokens.accessExpiresAt - nowInSeconds()) }),
    writeCookie(refreshCookie, tokens.refreshToken, { maxAge: refreshLife }),
    writeCookie(hintCookie, "1", { maxAge: refreshLife, httpOnly: false }),
  ];
}

/** Set-Cookie values that remove a session from the browser. */
export function clearSessionCookies(): string[] {
  return [
    writeCookie(accessCookie, "", { maxAge: 0 }),
    writeCookie(refreshCookie, "", { maxAge: 0 }),
    writeCookie(hintCookie, "", { maxAge: 0, httpOnly: false }),
  ];
}
