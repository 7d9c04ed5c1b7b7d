/** Passkeys through the API, made and used by a device of the test's own. */
import { env } from "cloudflare:workers";
import { beforeEach, expect, test, vi } from "vitest";
import { minute } from "#shared/dates/durations.ts";
import { freshFor } from "#worker/accounts/sessions/fresh-sign-in.ts";
import { openDb } from "#worker/db/client.ts";
import { makeApp, makePasskey } from "./factors-make.ts";
import { visit } from "../visit.ts";
import { passkeysApi } from "#worker/api/passkeys.ts";
import { authApi } from "#worker/api/auth.ts";
import { tokensApi } from "#worker/api/tokens.ts";
import { callParts } from "../ask-parts.ts";
import { countScrypt, makeSession, makeAccount, password, readSetCookies, writeCookies, muteConsole } from "../make.ts";
import { makeAddress } from "../make-scope.ts";
import { makeAuthenticator } from "./software-authenticator.ts";

const call = callParts(passkeysApi, authApi, tokensApi);

const db = openDb(env.DB);

muteConsole("warn");
beforeEach(() => void countScrypt());

interface Offer {
  challenge: string;
  rpId: string;
  userVerification: string;
  allowCredentials?: unknown[];
}

const offer = async () => (await call("/api/auth/passkeys/sign-in/options", { method: "POST" })).json<Offer>();

const signIn = (json: object, headers: Record<string, string> = {}) =>
  call("/api/auth/passkeys/sign-in", { json, headers });

async function countRows(table: "sessions" | "passkeys" | "webauthn_challenges"): Promise<number> {
  return (await db.selectFrom(table).selectAll().execute()).length;
}

test("a passkey signs in alone, and clears nothing but starts a session that knows it", async () => {
  const user = await makeAccount({ roles: ["HR"] });
  const { device } = await makePasskey(user);
  const response = await signIn(await device.sign(await offer(), { userHandle: user.id }));
  expect(response.status).toBe(200);
  expect(await response.json()).toMatchObject({ user: { id: user.id }, roles: ["HR"] });
  expect(Object.keys(readSetCookies(response))).toEqual(
    expect.arrayContaining(["__Host-at", "__Host-rt", "signed-in", "__Host-known"]),
  );
  const session = await db.selectFrom("sessions").select(["proofs", "account_id"]).executeTakeFirstOrThrow();
  expect(session).toEqual({ proofs: '["passkey"]', account_id: user.id });
  const stored = await db.selectFrom("passkeys").select(["used_at", "sign_count"]).executeTakeFirstOrThrow();
  expect(stored).toEqual({ used_at: expect.any(Number), sign_count: 2 });
});

test("what a browser is offered is the same for everybody, and names nobody", async () => {
  const before = await offer();
  const user = await makeAccount();
  await makePasskey(user);
  const cookie = writeCookies(await makeSession(user.id));
  const signedIn = await call("/api/auth/passkeys/sign-in/options", {
    method: "POST",
    json: { email: user.email },
    headers: { Cookie: cookie },
  });
  const after = await signedIn.json<Offer>();
  expect({ ...after, challenge: "" }).toEqual({ ...before, challenge: "" });
  expect(after).toMatchObject({ rpId: "localhost", userVerification: "required" });
  expect(after.allowCredentials ?? []).toEqual([]);
  expect(after.challenge).not.toBe(before.challenge);
});

test("an unknown passkey and a wrong signature are answered alike", async () => {
  const { device } = await makePasskey(await makeAccount());
  const stranger = await makeAuthenticator();
  const unknown = await signIn(await stranger.sign(await offer()));
  const forged = await stranger.sign(await offer());
  const wrong = await signIn({ ...forged, id: device.id, rawId: device.id });
  const read = async (response: Response) => {
    const { instance: _, ...rest } = await response.json<Record<string, unknown>>();
    return { status: response.status, ...rest, cookies: response.headers.getSetCookie() };
  };
  expect(await read(unknown)).toEqual(await read(wrong));
  expect(unknown.status).toBe(401);
  expect(await countRows("sessions")).toBe(0);
});

test("a challenge is good once, for five minutes, and only its hash is stored", async () => {
  const { device } = await makePasskey(await makeAccount());
  const offered = await offer();
  expect(JSON.stringify(await db.selectFrom("webauthn_challenges").selectAll().execute())).not.toContain(
    offered.challenge,
  );
  const assertion = await device.sign(offered);
  expect((await signIn(assertion)).status).toBe(200);
  expect((await signIn(assertion)).status).toBe(401);
  expect((await signIn(await device.sign(offered))).status).toBe(401);
  const late = await offer();
  vi.setSystemTime(Date.now() + 5 * minute + 1000);
  expect((await signIn(await device.sign(late))).status).toBe(401);
  expect(await countRows("sessions")).toBe(1);
});

test("of twenty who send the same answer at once, one gets a session", async () => {
  const { device } = await makePasskey(await makeAccount());
  const assertion = await device.sign(await offer());
  const answers = await Promise.all(Array.from({ length: 20 }, () => signIn(assertion)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(await countRows("sessions")).toBe(1);
});

test.each([
  ["for another site", { origin: "https://evil.example" }],
  ["for another host", { rpId: "evil.example" }],
  ["of another kind", { type: "webauthn.create" }],
  ["without a check of its owner", { isVerified: false }],
  ["with somebody else's handle", { userHandle: "0198f1de-0000-7000-8000-000000000000" }],
] as const)("an answer %s signs nobody in", async (_, behaviour) => {
  const { device } = await makePasskey(await makeAccount());
  expect((await signIn(await device.sign(await offer(), behaviour))).status).toBe(401);
  expect(await countRows("sessions")).toBe(0);
});

test("a count of signatures that goes back, or stands still, is refused: the passkey was copied", async () => {
  const { device } = await makePasskey(await makeAccount());
  expect((await signIn(await device.sign(await offer(), { count: 7 }))).status).toBe(200);
  for (const count of [7, 3, 0]) expect((await signIn(await device.sign(await offer(), { count }))).status).toBe(401);
  expect((await signIn(await device.sign(await offer(), { count: 8 }))).status).toBe(200);
});

test("a device that does not count signs in again and again", async () => {
  const { device } = await makePasskey(await makeAccount(), { counts: false });
  for (let turn = 0; turn < 3; turn += 1) expect((await signIn(await device.sign(await offer()))).status).toBe(200);
});

test("a disabled account and a demo account elsewhere are not signed in by a passkey", async () => {
  const disabled = await makeAccount();
  const off = await makePasskey(disabled);
  await db.updateTable("accounts").set({ status: "disabled" }).where("id", "=", disabled.id).execute();
  expect((await signIn(await off.device.sign(await offer()))).status).toBe(401);
});

test("a passkey completes the sign-in that waits after a password, and takes its cookie", async () => {
  const user = await makeAccount();
  const { device } = await makePasskey(user);
  const first = await call("/api/auth/sign-in", { json: { email: user.email, password } });
  expect([first.status, (await first.json<{ reason: string }>()).reason]).toEqual([401, "proof-missing"]);
  const Cookie = `__Host-pending=${readSetCookies(first)["__Host-pending"]}`;
  const done = await signIn(await device.sign(await offer()), { Cookie });
  expect(done.status).toBe(200);
  expect(readSetCookies(done)["__Host-pending"]).toBe("");
});

test("an API client with a second factor gets no token by its password", async () => {
  const user = await makeAccount();
  await makePasskey(user);
  const json = { grant_type: "password", email: user.email, password };
  const response = await call("/api/auth/token", { json });
  expect([response.status, response.headers.getSetCookie()]).toEqual([401, []]);
  expect(await countRows("sessions")).toBe(0);
});

async function signedInHeaders(user: Awaited<ReturnType<typeof makeAccount>>, { isStale = false } = {}) {
  const tokens = await makeSession(user.id);
  if (isStale)
    await db
      .updateTable("sessions")
      .set({ auth_time: Date.now() - freshFor * 1000 - 5000 })
      .where("id", "=", tokens.sessionId)
      .execute();
  return { Cookie: writeCookies(tokens), "CF-Connecting-IP": makeAddress() };
}

const options = "/api/auth/passkeys/registration/options";
const registration = "/api/auth/passkeys/registration";

test("who signed in of late adds a passkey, gets recovery codes with the first one, and a mail", async () => {
  const user = await makeAccount();
  const headers = await signedInHeaders(user);
  const other = await makeSession(user.id);
  const device = await makeAuthenticator();
  const offered = await (await call(options, { method: "POST", headers })).json<Offer>();
  expect(offered).toMatchObject({
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
    attestation: "none",
    excludeCredentials: [],
  });
  const added = await call(registration, {
    json: { name: " Laptop ", passkey: await device.register(offered) },
    headers,
  });
  expect(added.status).toBe(201);
  const { recovery_codes: codes } = await added.json<{ recovery_codes: string[] }>();
  expect(new Set(codes).size).toBe(10);
  const row = await db.selectFrom("passkeys").select(["name", "account_id", "transports"]).executeTakeFirstOrThrow();
  expect(row).toEqual({ name: "Laptop", account_id: user.id, transports: '["internal"]' });
  // Somebody who only knows the password may have been signed in, too.
  const ended = await db
    .selectFrom("sessions")
    .select("revoked_at")
    .where("id", "=", other.sessionId)
    .executeTakeFirst();
  expect(ended?.revoked_at).toEqual(expect.any(Number));
  const mails = await db.selectFrom("outbox").select(["recipient", "kind"]).execute();
  expect(mails).toEqual([{ recipient: user.email, kind: "second-factor" }]);
  const again = await (
    await call(options, { method: "POST", headers })
  ).json<{ excludeCredentials: { id: string }[] }>();
  expect(again.excludeCredentials.map(({ id }) => id)).toEqual([device.id]);
  const second = await makeAuthenticator();
  const next = await call(registration, {
    json: { name: "Key", passkey: await second.register(again as unknown as Offer) },
    headers,
  });
  expect(await next.json()).toEqual({ recovery_codes: null });
});

test("a sign-in of more than 15 minutes ago makes no passkey, and says why in a word for programs", async () => {
  const user = await makeAccount();
  const headers = await signedInHeaders(user, { isStale: true });
  const device = await makeAuthenticator();
  for (const [path, json] of [
    [options, {}],
    [registration, { name: "Laptop", passkey: await device.register(await offer()) }],
  ] as const) {
    const response = await call(path, { json, headers });
    expect([response.status, (await response.json<{ reason: string }>()).reason]).toEqual([403, "stale-sign-in"]);
  }
  expect((await call(options, { method: "POST" })).status).toBe(401);
  expect(await countRows("passkeys")).toBe(0);
});

test("a passkey is made of a challenge for that account and that purpose alone", async () => {
  const [ada, eve] = [await makeAccount(), await makeAccount()];
  const adas = await signedInHeaders(ada);
  const eves = await signedInHeaders(eve);
  const device = await makeAuthenticator();
  const forAda = await (await call(options, { method: "POST", headers: adas })).json<Offer>();
  const passkey = await device.register(forAda);
  expect((await call(registration, { json: { name: "Key", passkey }, headers: eves })).status).toBe(400);
  const forSignIn = await device.register(await offer());
  expect((await call(registration, { json: { name: "Key", passkey: forSignIn }, headers: adas })).status).toBe(400);
  const unverified = await device.register(forAda, { isVerified: false });
  expect((await call(registration, { json: { name: "Key", passkey: unverified }, headers: adas })).status).toBe(400);
  expect(await countRows("passkeys")).toBe(0);
});

test("the built site takes a passkey without a certificate, and refuses one with", async () => {
  const user = await makeAccount();
  const headers = { ...(await signedInHeaders(user)), "Content-Type": "application/json" };
  const register = async (format: string) => {
    const offered = await (await call(options, { method: "POST", headers })).json<Offer>();
    const passkey = await (await makeAuthenticator()).register(offered, { format });
    const { status } = await visit(registration, { body: JSON.stringify({ name: format, passkey }), headers });
    return [format, status];
  };
  for (const format of ["none", "self"]) expect(await register(format)).toEqual([format, 201]);
  for (const format of ["packed", "fido-u2f", "tpm", "apple", "android-key", "android-safetynet"])
    expect(await register(format)).toEqual([format, 400]);
  expect(await countRows("passkeys")).toBe(2);
});

test("one passkey belongs to one account", async () => {
  const { device } = await makePasskey(await makeAccount());
  const headers = await signedInHeaders(await makeAccount());
  const offered = await (await call(options, { method: "POST", headers })).json<Offer>();
  const response = await call(registration, {
    json: { name: "Key", passkey: await device.register(offered) },
    headers,
  });
  expect(response.status).toBe(409);
});

test("options are limited per address", async () => {
  const headers = { "CF-Connecting-IP": makeAddress() };
  const statuses = new Set<number>();
  for (let asked = 0; asked < 60 && !statuses.has(429); asked += 1)
    statuses.add((await call("/api/auth/passkeys/sign-in/options", { method: "POST", headers })).status);
  expect([...statuses]).toEqual([200, 429]);
  expect((await call("/api/auth/sign-in", { json: { email: "a@example.com", password }, headers })).status).toBe(401);
});

test("an account with an app and a passkey may use either", async () => {
  const user = await makeAccount();
  await makeApp(user);
  const { device } = await makePasskey(user);
  expect((await signIn(await device.sign(await offer()))).status).toBe(200);
});
