/** The drill: AUTH_SECRET is replaced in mid-life, the former one is accepted for a while, then it is over. */
import { env } from "cloudflare:workers";
import { beforeEach, expect, test, vi } from "vitest";
import { day, hour } from "#shared/dates/durations.ts";
import { verifyAccessToken } from "#worker/accounts/sessions/access-tokens.ts";
import { hashEmail } from "#worker/accounts/sign-in/backoff.ts";
import { writeKnownDevice } from "#worker/accounts/sessions/known-device.ts";
import { selectAttempts } from "#worker/accounts/own/person-data.ts";
import { resealRows } from "#worker/accounts/reseal.ts";
import { writeMessages } from "#worker/analytics/write-messages.ts";
import { issueTicket, readTicket } from "#worker/lib/forms/ticket.ts";
import type { AuthenticatorAppId } from "#worker/db/credentials-tables.ts";
import type { InsightId } from "#worker/db/insights-tables.ts";
import { openDb } from "#worker/db/client.ts";
import { makePreviewPath, readPreviewToken } from "#worker/insights/preview-links.ts";
import { listSecrets, parseInstant, type SecretVariables } from "#worker/lib/former-secret.ts";
import { newId } from "#worker/lib/ids.ts";
import { openSealed, seal } from "#worker/lib/secrets.ts";
import { subjects } from "#worker/subjects.ts";
import { beginWithoutKeys } from "../accounts/tokens-make.ts";
import { call } from "../ask-api.ts";
import { countScrypt, makeAccount, password, readSetCookies, runsPerHash } from "../make.ts";

const db = openDb(env.DB);

let start: number;
/** As the operator sets them: a new secret, the former one for thirty days. */
let replaced: Required<SecretVariables>;
let inOverlap: Env;
let hashes: ReturnType<typeof countScrypt>;

beforeEach(async () => {
  start = await beginWithoutKeys();
  replaced = {
    AUTH_SECRET: "the-next-secret-of-at-least-32-characters",
    AUTH_SECRET_PREVIOUS: env.AUTH_SECRET,
    AUTH_SECRET_PREVIOUS_UNTIL: new Date(start + 30 * day).toISOString(),
  };
  inOverlap = { ...env, ...replaced };
  hashes = countScrypt();
  vi.spyOn(console, "warn").mockImplementation(() => {});
});

const over = () => vi.setSystemTime(start + 31 * day);

const signIn = (email: string, overrides: Partial<Env> = {}, given = password) =>
  call("/api/auth/sign-in", { json: { email, password: given }, env: overrides });

const readCookies = (response: Response) =>
  Object.entries(readSetCookies(response))
    .map(([name, value]) => `${name}=${value.split(";")[0]}`)
    .join("; ");

test("a session goes on over the change of secrets, and over the end of the former one", async () => {
  const { email } = await makeAccount();
  const before = readCookies(await signIn(email));
  vi.setSystemTime(start + 10_000);
  const ask = (cookie: string) => call("/api/auth/session", { headers: { Cookie: cookie }, env: replaced });
  // The access token of before is still good; past it the refresh token of the former secret gets one of the new.
  expect(await (await ask(before)).json()).toMatchObject({ user: { email } });
  vi.setSystemTime(start + hour);
  const renewed = await ask(before);
  expect(await renewed.json()).toMatchObject({ user: { email } });
  const after = readCookies(renewed);
  const alone = { AUTH_SECRET: replaced.AUTH_SECRET };
  await resealRows(db, inOverlap);
  vi.setSystemTime(start + 2 * hour);
  expect(await (await call("/api/auth/session", { headers: { Cookie: after }, env: alone })).json()).toMatchObject({
    user: { email },
  });
});

test("a session that was not used in the meantime ends cleanly with the former secret", async () => {
  const { email } = await makeAccount();
  const before = readCookies(await signIn(email));
  over();
  const response = await call("/api/auth/session", { headers: { Cookie: before }, env: replaced });
  expect([response.status, await response.json()]).toEqual([200, { user: null, roles: [], expires_at: null }]);
});

test("a password verifies under the former secret with the work of one hash, and is hashed anew under the new one", async () => {
  const { email } = await makeAccount();
  hashes.mockClear();
  expect((await signIn(email, replaced)).status).toBe(200);
  expect(hashes.mock.calls.length).toBe(2 * runsPerHash);
  const actions = await db.selectFrom("audit_log").select("action").execute();
  expect(actions).toContainEqual({ action: "password.rehashed" });
  hashes.mockClear();
  expect((await signIn(email, { AUTH_SECRET: replaced.AUTH_SECRET })).status).toBe(200);
  expect(hashes.mock.calls.length).toBe(runsPerHash);
});

test("a wrong password, and an unknown address, cost one hash in the overlap as always", async () => {
  const { email } = await makeAccount();
  for (const who of [email, "nobody@example.com"]) {
    hashes.mockClear();
    expect((await signIn(who, replaced, "not the right password")).status).toBe(401);
    expect(hashes.mock.calls.length).toBe(runsPerHash);
  }
});

test("after the end a password of the former secret is like a wrong one; whoever signed in meanwhile notices nothing", async () => {
  const [early, late] = [await makeAccount(), await makeAccount()];
  expect((await signIn(early.email, replaced)).status).toBe(200);
  over();
  expect((await signIn(early.email, replaced)).status).toBe(200);
  const refused = await signIn(late.email, replaced);
  expect([refused.status, (await refused.json<{ detail: string }>()).detail]).toEqual([
    401,
    "The e-mail address or the password is not right.",
  ]);
});

test("signing keys stay: they open under both secrets, and are sealed anew under the new one", async () => {
  const { email } = await makeAccount();
  const { "__Host-at": cookie = "" } = readSetCookies(await signIn(email));
  const token = cookie.split(";")[0] ?? "";
  const kids = async () =>
    (await db.selectFrom("signing_keys").select("kid").orderBy("kid").execute()).map(({ kid }) => kid);
  const before = await kids();
  expect(await resealRows(db, inOverlap)).toBe(2);
  expect(await resealRows(db, inOverlap)).toBe(0);
  expect(await verifyAccessToken(inOverlap, token)).not.toBeNull();
  over();
  expect((await signIn((await makeAccount()).email, { AUTH_SECRET: replaced.AUTH_SECRET })).status).toBe(401);
  expect(await kids()).toEqual(before);
});

test("secrets of authenticator apps are sealed anew too, so that they outlive the former secret", async () => {
  const { id: user } = await makeAccount();
  const id = newId<AuthenticatorAppId>();
  const sealing = { purpose: "authenticator app", about: id } as const;
  const secret_sealed = await seal(env.AUTH_SECRET, sealing, "the app's secret");
  const app = { id, account_id: user, name: "phone", secret_sealed, created_at: 1, confirmed_at: 1, used_at: null };
  await db.insertInto("authenticator_apps").values(app).execute();
  expect(await resealRows(db, inOverlap)).toBe(1);
  const row = await db.selectFrom("authenticator_apps").select("secret_sealed").executeTakeFirstOrThrow();
  expect(await openSealed([replaced.AUTH_SECRET], sealing, row.secret_sealed)).toBe("the app's secret");
});

test("what was sealed or signed before opens in the overlap, and not after it", async () => {
  const row = { purpose: "authenticator app", about: "row 1" } as const;
  const sealed = await seal(env.AUTH_SECRET, row, "text");
  const ticket = await issueTicket(env.AUTH_SECRET);
  const post = "01890a5d-ac96-774b-bcce-b302099a8057" as InsightId;
  const path = await makePreviewPath(env.AUTH_SECRET, post, Math.floor((start + 90 * day) / 1000));
  const preview = path.split("/").at(-1) ?? "";
  const open = async () => [
    await openSealed(listSecrets(inOverlap), row, sealed),
    (await readTicket(listSecrets(inOverlap), ticket)) !== null,
    await readPreviewToken(listSecrets(inOverlap), preview),
  ];
  expect(await open()).toEqual(["text", true, post]);
  expect(await openSealed(listSecrets(inOverlap), { ...row, about: "row 2" }, sealed)).toBeNull();
  over();
  expect(await open()).toEqual([null, false, null]);
});

test("a browser that is known stays known, and attempts counted under either secret are found", async () => {
  const user = await makeAccount();
  const cookie = await writeKnownDevice({ email: user.email, verifiedAt: user.verified_at ?? 0 }, env.AUTH_SECRET);
  const headers = { Cookie: cookie.split(";")[0] ?? "" };
  const json = { email: user.email, password: "not the right password" };
  await call("/api/auth/sign-in", { json, headers, env: replaced });
  const stranger = await hashEmail(user.email, replaced.AUTH_SECRET);
  const counted = await db.selectFrom("sign_in_backoff").select("email_hash").execute();
  expect(counted).toHaveLength(1);
  expect(counted[0]?.email_hash).not.toBe(stranger);
  for (const secret of [env.AUTH_SECRET, replaced.AUTH_SECRET]) {
    const row = { email_hash: await hashEmail(user.email, secret), failed_count: 1, attempted_at: 1, blocked_until: 1 };
    await db.insertInto("sign_in_backoff").values(row).execute();
  }
  expect(await (await selectAttempts(db, user.email, replaced)).execute()).toHaveLength(2);
});

test("a visitor who was erased before the change stays erased after it", async () => {
  const visitorId = crypto.randomUUID();
  const erasure = { kind: "erasure" as const, visitor_id: visitorId, erased_at: start };
  await writeMessages(db, [erasure], { env, subjects, requestId: "r" });
  const choice = {
    choice_id: crypto.randomUUID(),
    status: "accepted" as const,
    chosen_at: start,
    received_at: start,
    banner_version: null,
    banner_hash: null,
    gpc: 0 as const,
    country: null,
    device: "other" as const,
    browser: "Other",
    language: null,
    referrer_host: null,
  };
  const visitor = {
    visitor_id: visitorId,
    first_visit: start,
    user_agent: "",
    referrer: "",
    language: "",
    timezone: "",
  };
  const message = { kind: "accepted" as const, choice, visitor, views: [], network: null };
  await writeMessages(db, [message as never], { env: inOverlap, subjects, requestId: "r" });
  expect(await db.selectFrom("visitors").select("first_visit").execute()).toEqual([]);
});

test.each<[string, Partial<Env>, number, string]>([
  ["accepted", {}, 2, "ok"],
  ["not set", { AUTH_SECRET_PREVIOUS: "" }, 1, "ok"],
  ["without an end", { AUTH_SECRET_PREVIOUS_UNTIL: "" }, 1, "failing"],
  ["with an end that nobody can read", { AUTH_SECRET_PREVIOUS_UNTIL: "next week" }, 1, "failing"],
  ["over", { AUTH_SECRET_PREVIOUS_UNTIL: "2020-01-01" }, 1, "failing"],
  ["too short", { AUTH_SECRET_PREVIOUS: "short" }, 1, "failing"],
])("the health of a site whose former secret is %s", async (_name, change, accepted, status) => {
  const overrides = { ...replaced, ...change };
  expect(listSecrets(overrides)).toHaveLength(accepted);
  const { checks } = await (await call("/api/health", { env: overrides })).json<{ checks: unknown[] }>();
  expect(checks).toContainEqual({ name: "former secret", status });
});

test.each([
  ["2027-01-31", Date.UTC(2027, 0, 31)],
  ["2027-01-31T18:00Z", Date.UTC(2027, 0, 31, 18)],
  ["2027-01-31T18:00:00+01:00", Date.UTC(2027, 0, 31, 17)],
  ["2027-13-31", null],
  ["31.01.2027", null],
  ["2027-01-31T18:00", null],
  ["", null],
])("the instant of %s", (text, instant) => {
  expect(parseInstant(text)).toBe(instant);
});
