/** What the company's identity provider answers, publishes and leaves out, and where that leads. */
import { env } from "cloudflare:workers";
import { expect, test, vi } from "vitest";
import { minute } from "#shared/dates/durations.ts";
import { companySignInApi } from "#worker/api/company-sign-in.ts";
import { callParts } from "../ask-parts.ts";
import { readSetCookies, muteConsole } from "../make.ts";
import {
  authorize,
  countMade,
  db,
  hash,
  makeProvider,
  nothing,
  person,
  readOutcome,
  signInByCompany,
  start,
  type TestProvider,
} from "./oidc-make.ts";

const call = callParts(companySignInApi);

muteConsole("warn");

const now = () => Math.floor(Date.now() / 1000);

test("a start is good for ten minutes", async () => {
  vi.setSystemTime(Date.now());
  const provider = await makeProvider();
  const started = await start(provider);
  vi.setSystemTime(Date.now() + 11 * minute);
  const path = await authorize(provider, started.query);
  const headers = { Cookie: `__Host-company=${started.cookie}` };
  expect(readOutcome(await call(path, { env: provider.env, headers })).code).toBe("expired");
});

test("the start asks for a code with PKCE, and keeps what must match in a sealed cookie of ten minutes", async () => {
  const provider = await makeProvider();
  const { response, location, query, cookie } = await start(provider, { next: "/job-applications" });
  expect(location.origin + location.pathname).toBe(`${provider.issuer}/authorize`);
  expect(Object.fromEntries(query)).toEqual({
    response_type: "code",
    client_id: "website",
    redirect_uri: `${env.SITE_ORIGIN}/api/auth/oidc/callback`,
    scope: "openid email profile",
    state: expect.stringMatching(/^[\w-]{43}$/),
    nonce: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge_method: "S256",
  });
  const [set = ""] = response.headers.getSetCookie();
  expect(set).toContain("Path=/; Max-Age=600; Secure; SameSite=Lax; HttpOnly");
  expect(response.headers.get("Cache-Control")).toBe("no-store");
  for (const secret of [query.get("state"), query.get("nonce")]) expect(cookie).not.toContain(secret);
});

test.each(["//evil.example", "/\\evil.example", "https://evil.example", "javascript:alert(1)", "/%2f/evil.example"])(
  "nobody is led away to %s",
  async (next) => {
    const { to, response } = await signInByCompany(await makeProvider(), { start: { next } });
    expect(to).toBe("/talent-admin");
    expect(response.headers.get("Location")).toMatch(/^\/[a-z]/);
    const refused = await signInByCompany(await makeProvider(), { start: { next }, claims: { aud: "x" } });
    expect(refused.response.headers.get("Location")).toBe("/auth?company=refused");
  },
);

test("who was heading somewhere gets there, and a refusal keeps the way", async () => {
  const place = { next: "/job-applications?page=2", from: "/admin/auth" };
  const { response } = await signInByCompany(await makeProvider(), { start: place });
  expect(response.headers.get("Location")).toBe("/job-applications?page=2");
  const refused = await signInByCompany(await makeProvider(), { start: place, claims: { aud: "x" } });
  expect(refused.response.headers.get("Location")).toBe(
    "/admin/auth?company=refused&next=%2Fjob-applications%3Fpage%3D2",
  );
});

test("a key that is new is looked up once, and one that does not exist once and no more", async () => {
  const provider = await makeProvider();
  await signInByCompany(provider);
  provider.signing = provider.second;
  provider.published = [provider.second];
  provider.asked.length = 0;
  expect((await signInByCompany(provider)).code).toBeNull();
  expect(provider.asked).toEqual(["/token", "/keys"]);
  provider.signing = { ...provider.second, kid: "nobody" };
  provider.asked.length = 0;
  expect((await signInByCompany(provider)).code).toBe("refused");
  expect(provider.asked).toEqual(["/token", "/keys"]);
});

test("what the provider publishes is read once an hour, its keys every ten minutes", async () => {
  vi.setSystemTime(Date.now());
  const provider = await makeProvider();
  const discovery = "/.well-known/openid-configuration";
  await signInByCompany(provider);
  expect(provider.asked).toEqual([discovery, "/token", "/keys"]);
  provider.asked.length = 0;
  await signInByCompany(provider);
  expect(provider.asked).toEqual(["/token"]);
  vi.setSystemTime(Date.now() + 11 * minute);
  provider.asked.length = 0;
  await signInByCompany(provider);
  expect(provider.asked).toEqual(["/token", "/keys"]);
});

test.each<[string, (provider: TestProvider) => void]>([
  ["is not there", (provider) => (provider.instead = () => Promise.reject(new TypeError("no network")))],
  ["answers with an error", (provider) => (provider.instead = () => new Response("no", { status: 502 }))],
  ["leads elsewhere", (provider) => (provider.instead = () => Response.redirect("https://evil.example/", 302))],
  ["answers too much", (provider) => (provider.instead = () => new Response(`{"x":"${"y".repeat(300_000)}"}`))],
  ["is no JSON", (provider) => (provider.instead = () => new Response("<html>"))],
  ["names another issuer", (provider) => (provider.metadata = { issuer: "https://evil.example" })],
  ["takes codes over plain http", (provider) => (provider.metadata = { token_endpoint: "http://id.example/t" })],
  ["signs in over plain http", (provider) => (provider.metadata = { authorization_endpoint: "http://id.example/a" })],
  ["names no keys", (provider) => (provider.metadata = { jwks_uri: undefined })],
])("a provider that %s leads back to the page, which says that it did not answer", async (_name, bend) => {
  const provider = await makeProvider();
  bend(provider);
  const { response } = await start(provider, { next: "/jobs" });
  expect(response.status).toBe(303);
  expect(response.headers.get("Location")).toBe("/auth?company=unreachable&next=%2Fjobs");
});

test("keys that are too many or none of this kind sign nobody in", async () => {
  const provider = await makeProvider();
  provider.instead = (url) => (url.pathname === "/keys" ? Response.json({ keys: "none" }) : null);
  expect((await signInByCompany(provider)).code).toBe("unreachable");
  provider.instead = (url) => (url.pathname === "/keys" ? Response.json({ keys: [] }) : null);
  expect((await signInByCompany(provider)).code).toBe("refused");
  expect(await countMade()).toEqual(nothing);
});

test("an access token that matches its hash in the ID token passes", async () => {
  const provider = await makeProvider();
  const started = await start(provider);
  const code = "the-code";
  const half = Buffer.from(await hash(`access ${code}`), "base64url")
    .subarray(0, 16)
    .toString("base64url");
  vi.spyOn(crypto, "randomUUID").mockReturnValueOnce(code as ReturnType<typeof crypto.randomUUID>);
  const path = await authorize(provider, started.query, { claims: { at_hash: half } });
  const headers = { Cookie: `__Host-company=${started.cookie}` };
  expect(readOutcome(await call(path, { env: provider.env, headers })).code).toBeNull();
});

test("what the ID token leaves out is asked for, about the same person only", async () => {
  const bare = { email: undefined, email_verified: undefined, groups: undefined, name: undefined };
  const provider = await makeProvider();
  provider.userInfo = { ...person, groups: ["writers"] };
  expect(await signInByCompany(provider, { claims: bare })).toMatchObject({ to: "/marketing-admin", code: null });
  provider.userInfo = { ...person, sub: "somebody else" };
  expect((await signInByCompany(provider, { claims: bare })).code).toBe("refused");
  provider.userInfo = { ...person, sub: "another", email_verified: false };
  expect((await signInByCompany(provider, { claims: { ...bare, sub: "another" } })).code).toBe("unverified");
});

test("a proof of one address is none of another", async () => {
  const provider = await makeProvider();
  provider.userInfo = { sub: person.sub, email: "owner@acme.example", email_verified: true };
  const unproven = { email: person.email, email_verified: false, groups: undefined };
  expect((await signInByCompany(provider, { claims: unproven })).code).toBe("unverified");
});

test("Entra ID's word for a verified address counts where there is no other", async () => {
  const claims = { email_verified: undefined, xms_edov: true };
  expect((await signInByCompany(await makeProvider(), { claims })).code).toBeNull();
});

test("of Google's accounts only those that the company runs", async () => {
  const settings = { OIDC_ISSUER: "https://accounts.google.com", OIDC_ALLOWED_DOMAINS: "acme.example" };
  const provider = await makeProvider(settings);
  expect((await signInByCompany(provider)).code).toBe("stranger");
  expect((await signInByCompany(provider, { claims: { hd: "evil.example" } })).code).toBe("stranger");
  expect((await signInByCompany(provider, { claims: { hd: "acme.example" } })).code).toBeNull();
});

test("a session that began at the provider yesterday is not a fresh one here", async () => {
  const yesterday = now() - 86_400;
  await signInByCompany(await makeProvider(), { claims: { auth_time: yesterday } });
  const session = await db.selectFrom("sessions").select(["auth_time", "proofs"]).executeTakeFirstOrThrow();
  expect(session).toEqual({ auth_time: yesterday * 1000, proofs: '["oidc"]' });
});

test("signing in ends the session that the browser had", async () => {
  const provider = await makeProvider();
  const { response } = await signInByCompany(provider);
  const [refresh = ""] = (readSetCookies(response)["__Host-rt"] ?? "").split(";");
  const started = await start(provider);
  const path = await authorize(provider, started.query);
  const headers = { Cookie: `__Host-company=${started.cookie}; __Host-rt=${refresh}` };
  await call(path, { env: provider.env, headers });
  const sessions = await db.selectFrom("sessions").select("revoked_reason").orderBy("created_at").execute();
  expect(sessions.map(({ revoked_reason }) => revoked_reason)).toEqual(expect.arrayContaining(["replaced", null]));
});

test("where no provider is configured its addresses do not exist, and nobody is asked anything", async () => {
  const asked = vi.fn();
  vi.stubGlobal("fetch", asked);
  for (const path of ["/api/auth/oidc/start", "/api/auth/oidc/callback?code=x&state=y"])
    expect((await call(path)).status).toBe(404);
  expect(asked).not.toHaveBeenCalled();
});

test("a stranger's many tries are held off, and lead back to the page", async () => {
  const provider = await makeProvider();
  const headers = { "CF-Connecting-IP": "10.9.8.7" };
  const codes = new Set<string | null>();
  for (let tries = 0; tries < 25; tries += 1)
    codes.add(readOutcome(await call("/api/auth/oidc/callback?state=x", { env: provider.env, headers })).code);
  expect(codes).toEqual(new Set(["expired", "hurry"]));
});

test("D1 that is away leads back to the page too, and says nothing of it", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const provider = await makeProvider();
  const started = await start(provider);
  const path = await authorize(provider, started.query);
  const away = {
    prepare: () => {
      throw new Error("D1_ERROR: away");
    },
    batch: () => Promise.reject(new Error("away")),
  };
  const response = await call(path, {
    env: { ...provider.env, DB: away as unknown as D1Database },
    headers: { Cookie: `__Host-company=${started.cookie}` },
  });
  expect(response.headers.get("Location")).toBe("/auth?company=busy");
});
