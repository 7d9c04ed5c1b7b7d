/** Sessions over time, for their tests. */
import { vi } from "vitest";
import { identify } from "#worker/accounts/sessions/identity.ts";
import { authApi } from "#worker/api/auth.ts";
import { callParts } from "../ask-parts.ts";
import { makeScope, siteOrigin } from "../make-scope.ts";

const call = callParts(authApi);

/** Time passes: access tokens signed before run out, keys do not. */
export function wait(milliseconds: number): void {
  vi.setSystemTime(Date.now() + milliseconds);
}

export function refresh(refreshToken: string): Promise<Response> {
  return call("/api/auth/refresh", { method: "POST", headers: { Cookie: `__Host-rt=${refreshToken}` } });
}

export async function isSignedIn(cookie: string): Promise<boolean> {
  const response = await call("/api/auth/session", { headers: { Cookie: cookie } });
  return (await response.json<{ user: unknown }>()).user !== null;
}

export function identifyWith(cookie: string, overrides: Partial<Env> = {}) {
  return identify(new Request(siteOrigin, { headers: { Cookie: cookie } }), makeScope(overrides));
}
