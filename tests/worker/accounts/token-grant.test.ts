/** The token endpoint of API clients. */
import { beforeEach, expect, test, vi } from "vitest";
import { tokensApi } from "#worker/api/tokens.ts";
import { rolesApi } from "#worker/api/roles.ts";
import { authApi } from "#worker/api/auth.ts";
import { callParts } from "../ask-parts.ts";
import { countFurtherScrypt, makeSession, makeAccount, password, readSetCookies } from "../make.ts";

const call = callParts(tokensApi, rolesApi, authApi);

const wrong = "not the right password";

beforeEach(async () => {
  await countFurtherScrypt();
  vi.spyOn(console, "warn").mockImplementation(() => {});
});

test("the password grant gives an API client the whole session and no cookie", async () => {
  const user = await makeAccount({ roles: ["HR"] });
  const headers = { "Sec-Fetch-Site": "same-origin" };
  const response = await call("/api/auth/token", {
    json: { grant_type: "password", email: user.email, password },
    headers,
  });
  expect(response.status).toBe(200);
  expect(response.headers.getSetCookie()).toEqual([]);
  const session = await response.json<{ access_token: string; refresh_token: string; expires_at: number }>();
  expect(session).toEqual({
    access_token: expect.any(String),
    refresh_token: expect.any(String),
    token_type: "bearer",
    expires_in: 300,
    expires_at: expect.any(Number),
    user: { id: user.id, email: user.email },
  });
  const roles = await call("/api/roles", { headers: { Authorization: `Bearer ${session.access_token}` } });
  expect(await roles.json()).toEqual([{ user_id: user.id, role: "HR" }]);
  const renewed = await call("/api/auth/token", {
    json: { grant_type: "refresh_token", refresh_token: session.refresh_token },
  });
  expect(renewed.status).toBe(200);
  expect((await renewed.json<{ refresh_token: string }>()).refresh_token).not.toBe(session.refresh_token);
});

test("the token endpoint leaves the browser's session alone", async () => {
  const user = await makeAccount();
  const tokens = await makeSession(user.id);
  const Cookie = `__Host-rt=${tokens.refreshToken}`;
  await call("/api/auth/token", { json: { grant_type: "password", email: user.email, password }, headers: { Cookie } });
  const response = await call("/api/auth/refresh", { method: "POST", headers: { Cookie } });
  expect(readSetCookies(response)["__Host-rt"]).toContain(tokens.sessionId);
});

test.each([
  [{ grant_type: "password", email: "nobody@example.com", password: wrong }, 401],
  [{ grant_type: "refresh_token", refresh_token: "nonsense" }, 401],
  [{ grant_type: "magic" }, 400],
  [{ grant_type: "password" }, 400],
])("the token endpoint answers %j with %i", async (json, status) => {
  const response = await call("/api/auth/token", { json });
  expect(response.status).toBe(status);
  expect(response.headers.getSetCookie()).toEqual([]);
});
