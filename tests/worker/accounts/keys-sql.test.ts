/** What `npm run keys:rotate` runs in the database: a token of each state of its key, and what others read of the keys. */
import { env } from "cloudflare:workers";
import { createLocalJWKSet, type JSONWebKeySet, jwtVerify } from "jose";
import { beforeEach, expect, test, vi } from "vitest";
import { minute } from "#shared/dates/durations.ts";
import { signAccessToken, verifyAccessToken } from "#worker/accounts/sessions/access-tokens.ts";
import { openSigner } from "#worker/accounts/sessions/signing-keys.ts";
import { openDb } from "#worker/db/client.ts";
import { describeKeys, type KeyRow, listKeysSql, writeRotationSql } from "../../../scripts/lib/keys-sql.ts";
import { jwksApi } from "#worker/api/jwks.ts";
import { authApi } from "#worker/api/auth.ts";
import { callParts } from "../ask-parts.ts";
import { makeSession, makeAccount, writeCookies } from "../make.ts";
import { beginWithoutKeys, who } from "./tokens-make.ts";

const call = callParts(jwksApi, authApi);

const db = openDb(env.DB);

let start: number;

beforeEach(async () => {
  start = await beginWithoutKeys();
});

async function rotate({ atOnce = false } = {}): Promise<void> {
  const statements = await writeRotationSql(env.AUTH_SECRET, { atOnce });
  await env.DB.batch(statements.map((sql) => env.DB.prepare(sql)));
}

async function listKeys(): Promise<KeyRow[]> {
  return (await env.DB.prepare(listKeysSql).all<KeyRow>()).results;
}

async function readKeySet(): Promise<JSONWebKeySet> {
  return (await call("/.well-known/jwks.json")).json();
}

test("a rotation keeps the tokens of the retired key good for the overlap, and not longer", async () => {
  const { token: old } = await signAccessToken(env, who);
  const keys = await listKeys();
  const [current, next] = ["current", "next"].map((state) => keys.find((key) => key.state === state));
  vi.setSystemTime(start + minute);
  await rotate();
  const states = (await listKeys()).map(({ kid, state }) => [kid, state]);
  expect(states.slice(0, 2)).toEqual([
    [current?.kid, "retired"],
    [next?.kid, "current"],
  ]);
  expect(states[2]?.[1]).toBe("next");
  expect(await verifyAccessToken(env, old)).not.toBeNull();
  // Whoever read the keys before the rotation checks the tokens of the new key with them.
  const published = new Set((await readKeySet()).keys.map(({ kid }) => kid));
  expect(published).toEqual(new Set(states.map(([kid]) => kid)));
  vi.setSystemTime(start + 20 * minute);
  expect((await readKeySet()).keys.map(({ kid }) => kid)).not.toContain(current?.kid);
});

test("who keeps the published keys for as long as they may can check a token of the key that comes next", async () => {
  await signAccessToken(env, who);
  const before = createLocalJWKSet(await readKeySet());
  await rotate();
  vi.setSystemTime(start + 6 * minute);
  const { token } = await signAccessToken(env, who);
  const currentDate = new Date(Date.now());
  expect((await jwtVerify(token, before, { currentDate })).payload.sub).toBe(who.userId);
});

test("a key that is retired at once opens nothing any longer, although the isolate remembers it", async () => {
  const user = await makeAccount({ roles: ["HR"] });
  const tokens = await makeSession(user.id);
  const ask = (headers: Record<string, string>) => call("/api/auth/session", { headers });
  const bearer = { Authorization: `Bearer ${tokens.accessToken}` };
  expect(await (await ask(bearer)).json()).toMatchObject({ user: { id: user.id } });
  await rotate({ atOnce: true });
  expect(await (await ask(bearer)).json()).toMatchObject({ user: null });
  // A browser has its refresh token: the session goes on, with a token of the new key.
  const renewed = await ask({ Cookie: writeCookies(tokens) });
  expect(await renewed.json()).toMatchObject({ user: { id: user.id }, roles: ["HR"] });
  const access = /__Host-at=([^;]+)/.exec(renewed.headers.getSetCookie().join("\n"))?.[1] ?? "";
  expect(await (await ask({ Authorization: `Bearer ${access}` })).json()).toMatchObject({ user: { id: user.id } });
  expect((await listKeys()).map(({ state }) => state)).toEqual(["current", "next"]);
});

test("each rotation is in the audit log under its own name", async () => {
  const { kid: first } = await openSigner(db, env);
  await rotate();
  const { kid: second } = await openSigner(db, env);
  vi.setSystemTime(start + minute);
  await rotate({ atOnce: true });
  const entries = await db.selectFrom("audit_log").select(["action", "subject_id"]).orderBy("at").execute();
  expect(entries).toEqual([
    { action: "signing_key.rotated", subject_id: first },
    { action: "signing_key.revoked", subject_id: second },
  ]);
});

test("what the operator reads names each key with its times", async () => {
  await openSigner(db, env);
  vi.setSystemTime(start + minute);
  await rotate();
  const lines = describeKeys(await listKeys());
  expect(lines).toHaveLength(3);
  const at = new Date(start + minute).toISOString();
  expect(lines[0]).toContain(`to ${at}, verifies until ${new Date(start + 16 * minute).toISOString()}`);
  expect(lines[1]).toContain(`signs since ${at}`);
  expect(lines[2]).toContain(`published ${at}`);
});
