/** Tokens of programs: made and revoked on /account, used on /api/posts. */
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { mostTokens } from "#shared/accounts/api-scopes.ts";
import { createApiToken, revokeApiToken, selectApiTokens } from "#worker/accounts/api-tokens.ts";
import { endAccess } from "#worker/accounts/sessions/end-access.ts";
import { openDb, runBatch } from "#worker/db/client.ts";
import { ask, makeCaller, makeStale } from "./account-make.ts";
import { call } from "../ask-api.ts";
import { makeScope } from "../make-scope.ts";
import { muteConsole } from "../make.ts";

const db = openDb(env.DB);
const form = { tokenName: "Release notes", scope: "posts:read", life: "30" };

muteConsole("error");

const makeEditor = () => makeCaller({ roles: ["marketing_admin"] });

/** Asks as a program does: without cookies and without what browsers say of a request. */
async function askWith(token: string | null, path = "/api/posts", given: Parameters<typeof call>[1] = {}) {
  const headers = { ...given.headers, ...(token !== null && { Authorization: `Bearer ${token}` }) };
  return call(path, { ...given, headers });
}

test("a token is made on the account's page, shown this once, works, and ends when it is revoked", async () => {
  const caller = await makeEditor();
  const html = await (await ask("/account?form=token-create", { ...caller, form })).text();
  const [token = ""] = /site_[\w-]{43}/.exec(html) ?? [];
  expect(token).not.toBe("");
  const page = await (await ask("/account", caller)).text();
  expect(page).toContain("Release notes");
  expect(page).toContain(token.slice(-4));
  expect(page).not.toContain(token);
  expect((await askWith(token)).status).toBe(200);
  expect(await (await ask("/account", caller)).text()).toContain("Last used");
  const [row] = await selectApiTokens(db, caller.user.id).execute();
  const revoked = await ask("/account?form=token-revoke", { ...caller, form: { token: row?.id ?? "" } });
  expect(revoked.headers.get("Location")).toBe("/account?done=token-revoke");
  expect((await askWith(token)).status).toBe(401);
  const entries = await db.selectFrom("audit_log").select(["action", "detail"]).orderBy("id").execute();
  expect(entries.map(({ action }) => action)).toEqual(["api_token.created", "api_token.revoked"]);
  expect(JSON.stringify(entries)).not.toContain(token.slice(5));
});

test("nothing of the token itself is stored", async () => {
  const { user } = await makeEditor();
  const given = { owner: user.id, name: "x", scopes: ["posts:read"] as const, life: 30 as const };
  const token = await createApiToken(db, given, makeScope());
  const [row] = await db.selectFrom("api_tokens").selectAll().execute();
  expect(row?.token_sha256).toMatch(/^[0-9a-f]{64}$/);
  expect(JSON.stringify(row)).not.toContain(token.slice(5, 20));
});

test("a token needs a fresh sign-in, the permission, a name, a scope and one of the lives", async () => {
  const stale = await makeEditor();
  await makeStale(stale.sessionId);
  const nobody = await makeCaller();
  const editor = await makeEditor();
  const asked = [
    [stale, form],
    [nobody, form],
    [editor, { ...form, tokenName: " " }],
    [editor, { tokenName: "x", life: "30" }],
    [editor, { ...form, scope: "posts:everything" }],
    [editor, { ...form, life: "36500" }],
  ] as const;
  const statuses = [];
  for (const [caller, given] of asked)
    statuses.push((await ask("/account?form=token-create", { ...caller, form: { ...given } })).status);
  expect(statuses).toEqual([403, 403, 400, 400, 400, 400]);
  expect(await db.selectFrom("api_tokens").select("id").execute()).toEqual([]);
  const refused = await (await ask("/account?form=token-create", { ...editor, form: { ...form, life: "x" } })).text();
  expect(refused).toContain('value="Release notes"');
  expect(refused).toContain("Choose how long it works.");
});

async function makeToken(roles: ("marketing_admin" | "HR")[] = ["marketing_admin"], scopes = ["posts:read"] as const) {
  const caller = await makeCaller({ roles });
  const token = await createApiToken(db, { owner: caller.user.id, name: "Robot", scopes, life: 30 }, makeScope());
  return { ...caller, token };
}

test("a token does what its owner may do at that moment, and nothing once the account is disabled", async () => {
  const { user, token } = await makeToken();
  expect((await askWith(token)).status).toBe(200);
  await db.deleteFrom("account_roles").where("account_id", "=", user.id).execute();
  expect((await askWith(token)).status).toBe(403);
  await db.updateTable("accounts").set({ status: "disabled" }).where("id", "=", user.id).execute();
  expect((await askWith(token)).status).toBe(401);
});

test("a token ends with its time, with what ends every session of the account, and with the account", async () => {
  const [timed, ended, removed] = [await makeToken(), await makeToken(), await makeToken()];
  await db.updateTable("api_tokens").set({ expires_at: Date.now() }).where("account_id", "=", timed.user.id).execute();
  const { id, email } = ended.user;
  await runBatch(db, endAccess(db, { id, email, reason: "reset" }));
  await db.deleteFrom("accounts").where("id", "=", removed.user.id).execute();
  for (const { token } of [timed, ended, removed]) expect((await askWith(token)).status).toBe(401);
});

test("where a role needs a second factor, a token of an account without one is refused", async () => {
  const { token } = await makeToken();
  const answer = await askWith(token, "/api/posts", { env: { REQUIRE_SECOND_FACTOR: "marketing_admin" } });
  expect([answer.status, (await answer.json<{ reason: string }>()).reason]).toEqual([403, "second-factor-missing"]);
});

test("what is no token of ours opens nothing, and a token opens nothing but articles", async () => {
  const { token, Cookie } = await makeToken();
  const wrong = [
    null,
    "x",
    `${token}A`,
    token.slice(0, -1),
    token.replace("site_", ""),
    "site_",
    `site_${"A".repeat(43)}`,
  ];
  for (const one of wrong) expect((await askWith(one)).status, String(one)).toBe(401);
  expect((await call("/api/posts", { headers: { Cookie } })).status).toBe(401);
  expect((await askWith(token, "/api/roles")).status).toBe(401);
  expect((await askWith(token, "/api/posts", { headers: { Cookie } })).status).toBe(200);
});

test("of thirty tokens made at once an account gets twenty", async () => {
  const { user } = await makeEditor();
  const given = { owner: user.id, name: "x", scopes: ["posts:read"] as const, life: 30 as const };
  await Promise.allSettled(Array.from({ length: mostTokens + 10 }, () => createApiToken(db, given, makeScope())));
  expect(await selectApiTokens(db, user.id).execute()).toHaveLength(mostTokens);
});

test("nobody revokes a token of somebody else", async () => {
  const [mine, theirs] = [await makeEditor(), await makeToken()];
  const [row] = await selectApiTokens(db, theirs.user.id).execute();
  if (!row) throw new Error("No token was made.");
  await expect(revokeApiToken(db, { owner: mine.user.id, id: row.id }, makeScope())).rejects.toThrow("ended already");
  expect((await askWith(theirs.token)).status).toBe(200);
});

test("past the limit of a network programs are told to wait", async () => {
  const { token } = await makeToken();
  const limited = { limit: async () => ({ success: false }) } as RateLimit;
  const answer = await askWith(token, "/api/posts", { env: { API_LIMIT: limited } });
  expect([answer.status, answer.headers.get("Retry-After")]).toEqual([429, "60"]);
});
