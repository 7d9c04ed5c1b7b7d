import { env } from "cloudflare:workers";
import * as fc from "fast-check";
import { base64url, exportJWK, generateKeyPair, SignJWT } from "jose";
import { beforeEach, expect, test, vi } from "vitest";
import { day } from "#shared/dates/durations.ts";
import { countRuns } from "#tests/runs.ts";
import { signAccessToken, verifyAccessToken } from "#worker/accounts/sessions/access-tokens.ts";
import { openDb } from "#worker/db/client.ts";
import { rolesApi } from "#worker/api/roles.ts";
import { callParts } from "../ask-parts.ts";
import { makeSession, makeAccount } from "../make.ts";
import { siteOrigin } from "../make-scope.ts";
import { forge, seconds, who } from "./tokens-make.ts";

const call = callParts(rolesApi);

const db = openDb(env.DB);

/** Storage is emptied before each test, but an isolate remembers keys for a while: each test starts well past that. */
let start = Date.now();

beforeEach(() => {
  start += 100 * day;
  vi.setSystemTime(start);
});

/** Answers of the API to a bearer token: 200 or 401. */
async function present(token: string): Promise<number> {
  return (await call("/api/roles", { headers: { Authorization: `Bearer ${token}` } })).status;
}

test("a token signed here is verified with its claims", async () => {
  const { token, expiresAt } = await signAccessToken(env, who);
  expect(await verifyAccessToken(env, token)).toEqual({ ...who, kid: expect.any(String), expiresAt });
  expect(expiresAt).toBe(seconds(300));
  expect(await verifyAccessToken(env, await forge())).not.toBeNull();
});

test("a good bearer token opens the API and a worthless one does not", async () => {
  const { accessToken } = await makeSession((await makeAccount()).id);
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
