/** What somebody pretends that the company's identity provider answered: nothing of it signs anybody in. */
import { env } from "cloudflare:workers";
import fc from "fast-check";
import { exportJWK, type JWTPayload, SignJWT, UnsecuredJWT } from "jose";
import { beforeEach, expect, test, vi } from "vitest";
import { day } from "#shared/dates/durations.ts";
import { seal } from "#worker/lib/secrets.ts";
import { countRuns } from "../../runs.ts";
import { companySignInApi } from "#worker/api/company-sign-in.ts";
import { callParts } from "../ask-parts.ts";
import { readSetCookies } from "../make.ts";
import {
  authorize,
  type Bend,
  countMade,
  makeProvider,
  nothing,
  readOutcome,
  signInByCompany,
  start,
  type TestProvider,
} from "./oidc-make.ts";

const call = callParts(companySignInApi);

let warnings: ReturnType<typeof vi.spyOn>;

beforeEach(() => {
  warnings = vi.spyOn(console, "warn").mockImplementation(() => {});
});

const now = () => Math.floor(Date.now() / 1000);

/** Signed with HMAC, with the provider's public key as the secret. */
async function signWithPublicKey(claims: JWTPayload, { signing }: TestProvider): Promise<string> {
  const secret = new TextEncoder().encode(JSON.stringify(await exportJWK(signing.keys.publicKey)));
  return new SignJWT(claims).setProtectedHeader({ alg: "HS256", kid: signing.kid }).sign(secret);
}

/** Signed by a key that the provider never published, under the name of one that it did. */
function signByAnother(claims: JWTPayload, { signing, second }: TestProvider): Promise<string> {
  return new SignJWT(claims).setProtectedHeader({ alg: "ES256", kid: signing.kid }).sign(second.keys.privateKey);
}

/** Rightly signed, with a header that asks to be understood. */
async function signWithCritical(claims: JWTPayload, { signing }: TestProvider): Promise<string> {
  const header = { alg: "ES256", kid: signing.kid, crit: ["x"], x: 1 };
  const input = [header, claims].map((part) => Buffer.from(JSON.stringify(part)).toString("base64url")).join(".");
  const algorithm = { name: "ECDSA", hash: "SHA-256" };
  const bytes = await crypto.subtle.sign(algorithm, signing.keys.privateKey, new TextEncoder().encode(input));
  return `${input}.${Buffer.from(bytes).toString("base64url")}`;
}

const attacks: Record<string, Bend> = {
  "another issuer": { claims: { iss: "https://evil.example" } },
  "an issuer with a slash more": { claims: { iss: "https://id.acme.example/" } },
  "no issuer": { claims: { iss: undefined } },
  "another audience": { claims: { aud: "another-client" } },
  "several audiences without an authorized party": { claims: { aud: ["website", "another-client"] } },
  "another authorized party": { claims: { azp: "another-client" } },
  "another nonce": { claims: { nonce: "not-the-nonce" } },
  "no nonce": { claims: { nonce: undefined } },
  "an expired token": { claims: { iat: now() - 900, exp: now() - 300 } },
  "no expiry": { claims: { exp: undefined } },
  "no time of issue": { claims: { iat: undefined } },
  "an old token that never ends": { claims: { iat: now() - 86_400, exp: now() + 86_400 * 365 } },
  "a token of the future": { claims: { iat: now() + 3600, exp: now() + 7200 } },
  "a token that is not good yet": { claims: { nbf: now() + 3600 } },
  "no subject": { claims: { sub: undefined } },
  "an empty subject": { claims: { sub: "" } },
  "a subject that is a number": { claims: { sub: 7 } },
  "a subject of 256 characters": { claims: { sub: "x".repeat(256) } },
  "the hash of another access token": { claims: { at_hash: "bm90IHRoZSByaWdodCBvbmU" } },
  "alg none": { sign: async (claims) => new UnsecuredJWT(claims).encode() },
  "HS256 with the public key": { sign: signWithPublicKey },
  "a key that the provider does not have": { sign: signByAnother },
  "a header that must be understood": { sign: signWithCritical },
  "no token but words": { sign: async () => "not.a.token" },
  "another state": { answer: { state: "another-state" } },
  "no state": { answer: { state: undefined } },
  "the answer of another provider": { answer: { iss: "https://evil.example" } },
  "an answer that does not say whose it is": { answer: { iss: undefined } },
  "a code that the provider does not know": { answer: { code: "made-up" } },
  "no code": { answer: { code: undefined } },
  "an error of the provider": { answer: { code: undefined, error: "server_error" } },
};

test.each(Object.keys(attacks))("refused, and nothing is made: %s", async (name) => {
  const provider = await makeProvider();
  const { response, to, code } = await signInByCompany(provider, attacks[name]);
  expect([response.status, to, code]).toEqual([303, "/auth", "refused"]);
  expect(Object.keys(readSetCookies(response))).toEqual(["__Host-company"]);
  expect(await countMade()).toEqual(nothing);
  expect(String(warnings.mock.calls.at(-1))).toContain("company sign-in refused");
});

test.each<[string, Bend, string]>([
  ["an address that is not verified", { claims: { email_verified: false } }, "unverified"],
  ["an address of which nothing is said", { claims: { email_verified: undefined } }, "unverified"],
  ["a verification in words", { claims: { email_verified: "true" } }, "unverified"],
  ["a denied verification beside another claim", { claims: { email_verified: false, xms_edov: true } }, "unverified"],
  ["no address", { claims: { email: undefined } }, "unverified"],
  ["an address that is none", { claims: { email: "mara" } }, "unverified"],
  ["a domain that may not sign in", { claims: { email: "mara@elsewhere.example" } }, "stranger"],
  ["a domain that ends alike", { claims: { email: "mara@notacme.example" } }, "stranger"],
  ["a domain below ours", { claims: { email: "mara@sub.acme.example" } }, "stranger"],
  ["somebody who gave up", { answer: { code: undefined, error: "access_denied" } }, "cancelled"],
  ["a browser that started nothing", { cookie: "other=1" }, "expired"],
  ["a cookie that is made up", { cookie: `__Host-company=${"x".repeat(16)}.${"y".repeat(80)}` }, "expired"],
])("refused with a reason of its own, and nothing is made: %s", async (_name, bend, reason) => {
  const { code } = await signInByCompany(await makeProvider(), bend);
  expect(code).toBe(reason);
  expect(await countMade()).toEqual(nothing);
});

test("a good answer signs in once: the same answer again does not, and neither do twenty at once", async () => {
  const provider = await makeProvider();
  const { response, comeBack } = await signInByCompany(provider);
  expect(Object.keys(readSetCookies(response)).toSorted()).toEqual(
    ["__Host-at", "__Host-company", "__Host-rt", "signed-in"].toSorted(),
  );
  expect(readOutcome(await comeBack())).toMatchObject({ to: "/auth", code: "expired" });

  const started = await start(provider);
  const path = await authorize(provider, started.query);
  const headers = { Cookie: `__Host-company=${started.cookie}` };
  const racers = await Promise.all(Array.from({ length: 20 }, () => call(path, { env: provider.env, headers })));
  expect(racers.filter((each) => readOutcome(each).code === null)).toHaveLength(1);
  expect(await countMade()).toMatchObject({ users: 1, sessions: 2 });
});

test("a code that somebody else got is of no use in this browser, and its own is of no use in theirs", async () => {
  const provider = await makeProvider();
  const [ours, theirs] = [await start(provider), await start(provider)];
  const path = await authorize(provider, theirs.query);
  const withOurs = { Cookie: `__Host-company=${ours.cookie}` };
  expect(readOutcome(await call(path, { env: provider.env, headers: withOurs })).code).toBe("refused");
  // Their code with our state: the verifier of PKCE is another.
  const mixed = path.replace(/state=[^&]*/, `state=${ours.query.get("state")}`);
  expect(readOutcome(await call(mixed, { env: provider.env, headers: withOurs })).code).toBe("refused");
  expect(await countMade()).toEqual(nothing);
});

const word = fc.oneof(fc.string({ maxLength: 60 }), fc.string({ unit: "binary", maxLength: 60 }), fc.webUrl());

test("whatever comes to the start and to the callback, nothing breaks and nothing is made", async () => {
  const provider = await makeProvider();
  const started = await start(provider);
  const sealed = await seal(
    env.AUTH_SECRET,
    { purpose: "company sign-in", about: "the browser that started it" },
    '{"state":"x"}',
  );
  const names = fc.constantFrom("code", "state", "iss", "error", "next", "from", "fresh", "response", "id_token");
  const query = fc.array(fc.tuple(names, fc.oneof(word, fc.constant(started.query.get("nonce") ?? ""))), {
    maxLength: 6,
  });
  const cookie = fc.oneof(word, fc.constant(started.cookie), fc.constant(sealed), fc.constant(`${started.cookie}x`));
  const where = fc.constantFrom("start", "callback");
  await fc.assert(
    fc.asyncProperty(where, query, cookie, async (path, pairs, value) => {
      const response = await call(`/api/auth/oidc/${path}?${new URLSearchParams(pairs)}`, {
        env: provider.env,
        headers: { Cookie: `__Host-company=${encodeURIComponent(value).slice(0, 3000)}` },
      });
      expect([303, 400]).toContain(response.status);
      const location = response.headers.get("Location") ?? "";
      expect(location.startsWith("/auth") || location.startsWith("/admin/auth") || path === "start").toBe(true);
      expect(readSetCookies(response)["__Host-at"]).toBeUndefined();
    }),
    { numRuns: countRuns(10_000) },
  );
  expect(await countMade()).toEqual(nothing);
});

test("whatever an ID token claims beside the person, nothing breaks", async () => {
  const provider = await makeProvider();
  const claims = fc.dictionary(
    fc.constantFrom("aud", "azp", "nonce", "email", "email_verified", "groups", "name", "auth_time", "at_hash", "hd"),
    fc.jsonValue(),
  );
  await fc.assert(
    fc.asyncProperty(claims, async (bent) => {
      vi.setSystemTime(Date.now() + day / 1000);
      const { response } = await signInByCompany(provider, { claims: bent });
      expect(response.status).toBe(303);
      expect(response.headers.get("Location")).not.toContain("busy");
    }),
    { numRuns: countRuns(10_000) },
  );
});
