/** The keys that access tokens are signed with. */
import { env } from "cloudflare:workers";
import { beforeEach, expect, test, vi } from "vitest";
import { day, minute } from "#shared/dates/durations.ts";
import { signAccessToken, verifyAccessToken } from "#worker/accounts/sessions/access-tokens.ts";
import { rotateSigningKeys } from "#worker/accounts/sessions/rotate-signing-keys.ts";
import { makeSigningKey, openSigner } from "#worker/accounts/sessions/signing-keys.ts";
import { openDb } from "#worker/db/client.ts";
import { jwksApi } from "#worker/api/jwks.ts";
import { callParts } from "../ask-parts.ts";
import { makeScope } from "../make-scope.ts";
import { beginWithoutKeys, forge, unsealCurrentKey, who } from "./tokens-make.ts";

const call = callParts(jwksApi);

const db = openDb(env.DB);

beforeEach(beginWithoutKeys);

test("keys move on after thirty days and a retired one stops verifying after the grace", async () => {
  const before = await forge();
  expect(await rotateSigningKeys(db, makeScope())).toBe("unchanged");
  vi.setSystemTime(Date.now() + 31 * day);
  const old = await forge();
  expect(await rotateSigningKeys(db, makeScope())).toBe("rotated");
  expect(await rotateSigningKeys(db, makeScope())).toBe("unchanged");
  vi.setSystemTime(Date.now() + 4 * minute);
  expect(await verifyAccessToken(env, old)).not.toBeNull();
  const retired = await db
    .selectFrom("signing_keys")
    .selectAll()
    .where("state", "=", "retired")
    .executeTakeFirstOrThrow();
  const key = await unsealCurrentKey(retired.kid, retired.private_jwk_sealed);
  // 14 minutes after the rotation: the isolate has just read the keys, and remembers this one past its grace.
  vi.setSystemTime(Date.now() + 10 * minute);
  const late = await forge({ header: { kid: retired.kid }, key });
  expect(await verifyAccessToken(env, late)).not.toBeNull();
  vi.setSystemTime(Date.now() + 2 * minute);
  expect(await verifyAccessToken(env, late)).toBeNull();
  // And no isolate that reads them anew takes it for good.
  vi.setSystemTime(Date.now() + 10 * minute);
  expect(await verifyAccessToken(env, await forge({ header: { kid: retired.kid }, key }))).toBeNull();
  expect(await (await call("/.well-known/jwks.json")).text()).not.toContain(retired.kid);
  expect(await verifyAccessToken(env, before)).toBeNull();
  expect(await verifyAccessToken(env, await forge())).not.toBeNull();
});

test("a rotation is in the audit log, once", async () => {
  const { kid } = await openSigner(db, env);
  vi.setSystemTime(Date.now() + 31 * day);
  await Promise.all(Array.from({ length: 5 }, () => rotateSigningKeys(db, makeScope())));
  const entries = await db.selectFrom("audit_log").select(["action", "subject_id"]).execute();
  expect(entries).toEqual([{ action: "signing_key.rotated", subject_id: kid }]);
});

test("concurrent rotations leave one key of each state", async () => {
  await signAccessToken(env, who);
  vi.setSystemTime(Date.now() + 31 * day);
  await Promise.all(Array.from({ length: 5 }, () => rotateSigningKeys(db, makeScope())));
  const states = await db.selectFrom("signing_keys").select("state").orderBy("state").execute();
  expect(states.map(({ state }) => state)).toEqual(["current", "next", "retired"]);
});

test("concurrent first signings agree on one key", async () => {
  const tokens = await Promise.all(Array.from({ length: 5 }, () => signAccessToken(env, who)));
  for (const { token } of tokens) expect(await verifyAccessToken(env, token)).not.toBeNull();
  const states = await db.selectFrom("signing_keys").select("state").orderBy("state").execute();
  expect(states.map(({ state }) => state)).toEqual(["current", "next"]);
});

test("a key that AUTH_SECRET does not open any more is replaced", async () => {
  const foreign = { ...env, AUTH_SECRET: "another-secret-of-at-least-32-characters" };
  await db
    .insertInto("signing_keys")
    .values(await makeSigningKey(foreign, "current"))
    .execute();
  const { token } = await signAccessToken(env, who);
  expect(await verifyAccessToken(env, token)).not.toBeNull();
});

test("an unknown kid makes the isolate read the keys once in thirty seconds", async () => {
  await signAccessToken(env, who);
  const reads = vi.spyOn(env.DB, "prepare");
  const unknown = await forge({ header: { kid: "01890a5d-ac96-774b-bcce-b302099a8059" } });
  reads.mockClear();
  for (let times = 0; times < 5; times += 1) await verifyAccessToken(env, unknown);
  expect(reads).toHaveBeenCalledTimes(0);
  vi.setSystemTime(Date.now() + 31_000);
  for (let times = 0; times < 5; times += 1) await verifyAccessToken(env, unknown);
  expect(reads).toHaveBeenCalledTimes(1);
  reads.mockRestore();
});

test("the key set is public, cacheable and holds no private half", async () => {
  await signAccessToken(env, who);
  const response = await call("/.well-known/jwks.json");
  expect(response.headers.get("Cache-Control")).toBe("public, max-age=300");
  const etag = response.headers.get("ETag") ?? "";
  const again = await call("/.well-known/jwks.json", { headers: { "If-None-Match": etag } });
  expect([again.status, again.headers.get("Cache-Control")]).toEqual([304, "public, max-age=300"]);
  const { keys } = await response.json<{ keys: Record<string, unknown>[] }>();
  expect(keys).toHaveLength(2);
  for (const key of keys) {
    expect(Object.keys(key).toSorted()).toEqual(["alg", "crv", "kid", "kty", "use", "x", "y"]);
    expect(key).toMatchObject({ alg: "ES256", use: "sig", kty: "EC", crv: "P-256" });
  }
});

test("an empty key set is not cached", async () => {
  const response = await call("/.well-known/jwks.json");
  expect(await response.json()).toEqual({ keys: [] });
  expect(response.headers.get("Cache-Control")).toBe("no-store");
});

test("private keys are stored sealed", async () => {
  await signAccessToken(env, who);
  const rows = await db.selectFrom("signing_keys").select("private_jwk_sealed").execute();
  for (const { private_jwk_sealed } of rows) expect(private_jwk_sealed).toMatch(/^[\w-]{16}\.[\w-]{100,}$/);
});
