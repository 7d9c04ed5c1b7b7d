import { env } from "cloudflare:workers";
import * as fc from "fast-check";
import { base64url, exportJWK, generateKeyPair, importJWK, type JWK, SignJWT } from "jose";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { countRuns } from "#tests/runs.ts";
import { signAccessToken, verifyAccessToken } from "#worker/accounts/access-tokens.ts";
import { makeSigningKey, rotateSigningKeys } from "#worker/accounts/signing-keys.ts";
import { openDb } from "#worker/db/client.ts";
import type { SessionId, UserId } from "#worker/db/accounts-tables.ts";
import { deriveSealingKey } from "#worker/lib/secrets.ts";
import { call, makeSession, makeUser, siteOrigin } from "./make.ts";

const minute = 60_000;
const day = 24 * 60 * minute;
const who = {
  userId: "01890a5d-ac96-774b-bcce-b302099a8057" as UserId,
  sessionId: "01890a5d-ac96-774b-bcce-b302099a8058" as SessionId,
};
const db = openDb(env.DB);

/** Storage is emptied before each test, but an isolate remembers keys for a while: each test starts well past that. */
let start = Date.now();
beforeEach(() => {
  start += 100 * day;
  vi.setSystemTime(start);
});
afterEach(() => {
  vi.useRealTimers();
});

interface Forgery {
  header?: Record<string, unknown>;
  claims?: Record<string, unknown>;
  key?: CryptoKey;
}

/** A token signed with the site's own current key, with parts of it replaced; undefined removes a part. */
async function forge({ header = {}, claims = {}, key }: Forgery = {}): Promise<string> {
  await signAccessToken(env, who);
  const current = await db
    .selectFrom("signing_keys")
    .selectAll()
    .where("state", "=", "current")
    .executeTakeFirstOrThrow();
  const issuedAt = Math.floor(Date.now() / 1000);
  const payload = {
    sub: who.userId,
    sid: who.sessionId,
    iss: siteOrigin,
    aud: `${siteOrigin}/api`,
    iat: issuedAt,
    exp: issuedAt + 300,
    ...claims,
  };
  return new SignJWT(payload)
    .setProtectedHeader({ alg: "ES256", typ: "at+jwt", kid: current.kid, ...header })
    .sign(key ?? (await unsealCurrentKey(current.kid, current.private_jwk_sealed)));
}

async function unsealCurrentKey(kid: string, sealed: string): Promise<CryptoKey> {
  const [iv, text] = sealed.split(".").map((part) => new Uint8Array(base64url.decode(part)));
  const algorithm = { name: "AES-GCM", iv: iv ?? new Uint8Array(), additionalData: new TextEncoder().encode(kid) };
  const opened = await crypto.subtle.decrypt(
    algorithm,
    await deriveSealingKey(env.AUTH_SECRET),
    text ?? new Uint8Array(),
  );
  return (await importJWK(JSON.parse(new TextDecoder().decode(opened)) as JWK, "ES256")) as CryptoKey;
}

function seconds(offset: number): number {
  return Math.floor(Date.now() / 1000) + offset;
}

/** Answers of the API to a bearer token: 200 or 401. */
async function present(token: string): Promise<number> {
  return (await call("/api/roles", { headers: { Authorization: `Bearer ${token}` } })).status;
}

test("a token signed here is verified with its claims", async () => {
  const { token, expiresAt } = await signAccessToken(env, who);
  expect(await verifyAccessToken(env, token)).toEqual({ ...who, expiresAt });
  expect(expiresAt).toBe(seconds(300));
  expect(await verifyAccessToken(env, await forge())).not.toBeNull();
});

test("a good bearer token opens the API and a worthless one does not", async () => {
  const { accessToken } = await makeSession((await makeUser()).id);
  expect(await present(accessToken)).toBe(200);
  expect(await present(`${accessToken}x`)).toBe(401);
});

test.each([
  ["without exp", { exp: undefined }],
  ["with a huge exp", { exp: seconds(10 * 365 * 86_400) }],
  ["with an exp past five minutes", { exp: seconds(301) + 900 }],
  ["without iat", { iat: undefined }],
  ["without sid", { sid: undefined }],
  ["without sub", { sub: undefined }],
  ["with a sub that is no text", { sub: 7 }],
  ["of another issuer", { iss: "https://evil.example" }],
  ["for another audience", { aud: "https://evil.example" }],
])("a token %s is refused", async (_name, claims) => {
  expect(await verifyAccessToken(env, await forge({ claims }))).toBeNull();
});

test("a token that has run out, or is not good yet, is refused", async () => {
  expect(await verifyAccessToken(env, await forge({ claims: { iat: seconds(-310), exp: seconds(-10) } }))).toBeNull();
  expect(await verifyAccessToken(env, await forge({ claims: { nbf: seconds(60) } }))).toBeNull();
  expect(await verifyAccessToken(env, await forge({ claims: { iat: seconds(60), exp: seconds(300) } }))).toBeNull();
  const { token } = await signAccessToken(env, who);
  vi.setSystemTime(Date.now() + 306_000);
  expect(await verifyAccessToken(env, token)).toBeNull();
});

test.each([
  ["typ JWT", { typ: "JWT" }],
  ["typ of a reset token", { typ: "reset+jwt" }],
  ["no typ", { typ: undefined }],
  ["no kid", { kid: undefined }],
  ["a kid that climbs", { kid: "../../../../dev/null" }],
  ["a kid with SQL", { kid: "' OR 1=1 --" }],
  ["an unknown kid", { kid: "01890a5d-ac96-774b-bcce-b302099a8059" }],
  ["a key set elsewhere", { jku: "https://evil.example/jwks.json" }],
  ["a certificate elsewhere", { x5u: "https://evil.example/x5u" }],
])("a header with %s is refused", async (_name, header) => {
  expect(await verifyAccessToken(env, await forge({ header }))).toBeNull();
});

test("a header that brings its own key is refused", async () => {
  const { publicKey, privateKey } = await generateKeyPair("ES256", { extractable: true });
  const jwk = await exportJWK(publicKey);
  expect(await verifyAccessToken(env, await forge({ header: { jwk }, key: privateKey }))).toBeNull();
  expect(await verifyAccessToken(env, await forge({ key: privateKey }))).toBeNull();
});

test("a header with crit is refused", async () => {
  const token = await forge();
  const [header = "", payload = "", signature = ""] = token.split(".");
  const edited = {
    ...(JSON.parse(new TextDecoder().decode(base64url.decode(header))) as object),
    crit: ["b64"],
    b64: false,
  };
  expect(
    await verifyAccessToken(env, [base64url.encode(JSON.stringify(edited)), payload, signature].join(".")),
  ).toBeNull();
});

test("alg none is refused, in every spelling", async () => {
  const [, payload = ""] = (await forge()).split(".");
  for (const alg of ["none", "None", "NONE", "nOnE", ""]) {
    const header = base64url.encode(JSON.stringify({ alg, typ: "at+jwt" }));
    expect(await verifyAccessToken(env, `${header}.${payload}.`)).toBeNull();
  }
});

test("HS256 signed with the public key is refused", async () => {
  await signAccessToken(env, who);
  const { kid, public_jwk } = await db
    .selectFrom("signing_keys")
    .selectAll()
    .where("state", "=", "current")
    .executeTakeFirstOrThrow();
  const token = await new SignJWT({ sid: who.sessionId })
    .setProtectedHeader({ alg: "HS256", typ: "at+jwt", kid })
    .setSubject(who.userId)
    .setIssuer(siteOrigin)
    .setAudience(`${siteOrigin}/api`)
    .setIssuedAt()
    .setExpirationTime("5m")
    .sign(new TextEncoder().encode(public_jwk));
  expect(await verifyAccessToken(env, token)).toBeNull();
});

test("an edited payload is refused", async () => {
  const [header, payload = "", signature] = (await forge()).split(".");
  const claims = JSON.parse(new TextDecoder().decode(base64url.decode(payload))) as object;
  const edited = base64url.encode(JSON.stringify({ ...claims, sub: "01890a5d-ac96-774b-bcce-b302099a8060" }));
  expect(await verifyAccessToken(env, [header, edited, signature].join("."))).toBeNull();
});

test("a token of 100 KB is refused before it is read", async () => {
  expect(await present("a".repeat(100_000))).toBe(401);
  expect(await verifyAccessToken(env, await forge({ claims: { padding: "a".repeat(10_000) } }))).toBeNull();
});

test("no text that is not a token of this site passes or throws", async () => {
  const good = await forge();
  const texts = fc.oneof(
    fc.string({ unit: "binary" }),
    fc
      .tuple(fc.nat(good.length - 1), fc.string({ minLength: 1, maxLength: 3 }))
      .map(([at, text]) => good.slice(0, at) + text + good.slice(at + text.length)),
    fc
      .array(
        fc.base64String().map((text) => text.replaceAll("=", "")),
        { minLength: 2, maxLength: 6 },
      )
      .map((parts) => parts.join(".")),
    fc.json().map((json) => `${base64url.encode(json)}.${base64url.encode(json)}.x`),
  );
  await fc.assert(
    fc.asyncProperty(texts, async (text) => {
      // The last letter of base64url carries bits that do not count: the same signature has several spellings.
      if (text.slice(0, -1) !== good.slice(0, -1)) expect(await verifyAccessToken(env, text)).toBeNull();
    }),
    { numRuns: countRuns(1000) },
  );
});

test("keys move on after thirty days and a retired one stops verifying after the grace", async () => {
  const before = await forge();
  expect(await rotateSigningKeys(db, env)).toBe("unchanged");
  vi.setSystemTime(Date.now() + 31 * day);
  const old = await forge();
  expect(await rotateSigningKeys(db, env)).toBe("rotated");
  expect(await rotateSigningKeys(db, env)).toBe("unchanged");
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

test("concurrent rotations leave one key of each state", async () => {
  await signAccessToken(env, who);
  vi.setSystemTime(Date.now() + 31 * day);
  await Promise.all(Array.from({ length: 5 }, () => rotateSigningKeys(db, env)));
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
