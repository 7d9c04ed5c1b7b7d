import { env } from "cloudflare:workers";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { isCommonPassword } from "#worker/accounts/common-passwords.ts";
import { hashPassword, verifyPassword } from "#worker/accounts/passwords.ts";
import { runScrypt } from "#worker/accounts/scrypt.ts";
import { mac } from "#worker/lib/secrets.ts";
import { openDb } from "#worker/db/client.ts";
import {
  call,
  countScrypt,
  runsPerHash,
  hashOnce,
  makeAddress,
  makeSession,
  makeUser,
  password,
  readSetCookies,
  siteOrigin,
} from "./make.ts";

const db = openDb(env.DB);
let hashes: ReturnType<typeof countScrypt>;
const wrong = "not the right password";

beforeEach(async () => {
  hashes = countScrypt();
  await hashOnce();
  hashes.mockClear();
  vi.spyOn(console, "warn").mockImplementation(() => {});
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

function signIn(email: string, given: string, headers: Record<string, string> = {}) {
  return call("/api/auth/sign-in", { json: { email, password: given }, headers });
}

function signUp(email: string, given: string, overrides: Partial<Env> = {}) {
  return call("/api/auth/sign-up", { json: { email, password: given }, env: overrides });
}

/** What a stranger can compare: everything but the request id. */
async function describeAnswer(response: Response) {
  const body = await response.json<Record<string, unknown>>();
  return { status: response.status, headers: [...response.headers.keys()], body: { ...body, instance: "" } };
}

test("a right password starts a session in HttpOnly host cookies", async () => {
  vi.setSystemTime(Date.now());
  const user = await makeUser({ roles: ["marketing_admin"] });
  const response = await signIn(user.email.toUpperCase(), password);
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual({
    user: { id: user.id, email: user.email },
    roles: ["marketing_admin"],
    expires_at: expect.any(Number),
  });
  expect(response.headers.get("Cache-Control")).toBe("no-store");
  const [access, refresh, hint] = response.headers.getSetCookie();
  expect(access).toMatch(/^__Host-at=ey[\w.-]+; Path=\/; Max-Age=300; Secure; SameSite=Lax; HttpOnly$/);
  expect(refresh).toMatch(/^__Host-rt=[\w.-]+; Path=\/; Max-Age=28800; Secure; SameSite=Lax; HttpOnly$/);
  expect(hint).toBe("signed-in=1; Path=/; Max-Age=28800; Secure; SameSite=Lax");
});

test("a sign-in is recorded in the audit log, with no address and no secret", async () => {
  const user = await makeUser();
  await signIn(user.email, password);
  const rows = await db.selectFrom("audit_log").selectAll().execute();
  expect(rows).toHaveLength(1);
  expect(rows[0]).toMatchObject({ action: "session.started", actor_id: user.id });
  expect(JSON.stringify(rows)).not.toMatch(/@|violet/);
});

test("an unknown address, a wrong password and a disabled account get the same answer for the same work", async () => {
  const known = await makeUser();
  const disabled = await makeUser({ status: "disabled" });
  const withoutPassword = await makeUser();
  await db.updateTable("users").set({ password_hash: null }).where("id", "=", withoutPassword.id).execute();
  const attempts: [string, string][] = [
    ["nobody@example.com", password],
    [known.email, wrong],
    [disabled.email, password],
    [withoutPassword.email, password],
  ];
  const answers = [];
  const work = [];
  for (const [email, given] of attempts) {
    hashes.mockClear();
    const prepared = vi.spyOn(env.DB, "prepare");
    const batches = vi.spyOn(env.DB, "batch");
    answers.push(
      await describeAnswer(await call("/api/auth/sign-in", { json: { email, password: given }, env: { DB: env.DB } })),
    );
    work.push([
      hashes.mock.calls.length,
      hashes.mock.calls[0]?.[3],
      prepared.mock.calls.length,
      batches.mock.calls.length,
    ]);
    prepared.mockRestore();
    batches.mockRestore();
  }
  expect(answers[0]).toMatchObject({ status: 401, body: { detail: expect.stringContaining("not right") } });
  expect(work[0]).toEqual([runsPerHash, { N: 16384, r: 8, p: 1, maxmem: 33554432 }, 3, 1]);
  for (const answer of answers) expect(answer).toEqual(answers[0]);
  for (const counts of work) expect(counts).toEqual(work[0]);
});

test("sign-up answers and works alike for a new and a taken address, and leaves the taken one alone", async () => {
  const taken = await makeUser();
  const answers = [];
  const work = [];
  for (const email of ["new@example.com", taken.email, taken.email.toUpperCase()]) {
    hashes.mockClear();
    const batches = vi.spyOn(env.DB, "batch");
    answers.push(
      await describeAnswer(
        await call("/api/auth/sign-up", { json: { email, password: "seven calm lanterns" }, env: { DB: env.DB } }),
      ),
    );
    work.push([hashes.mock.calls.length, batches.mock.calls.map(([statements]) => statements.length)]);
    batches.mockRestore();
  }
  expect(answers[0]).toMatchObject({ status: 202, body: { status: "accepted" } });
  for (const answer of answers) expect(answer).toEqual(answers[0]);
  for (const counts of work) expect(counts).toEqual([runsPerHash, [2]]);
  expect((await signIn(taken.email, password)).status).toBe(200);
  expect((await signIn(taken.email, "seven calm lanterns")).status).toBe(401);
  const audit = await db.selectFrom("audit_log").select("action").where("action", "=", "user.signed_up").execute();
  expect(audit).toHaveLength(1);
});

test("signing up may name a way back to this site and to no other", async () => {
  const json = { email: "new@example.com", password: "seven calm lanterns" };
  for (const email_redirect_to of [siteOrigin, `${siteOrigin}/`, `${siteOrigin}/auth?next=%2F`])
    expect((await call("/api/auth/sign-up", { json: { ...json, email_redirect_to } })).status).toBe(202);
  const elsewhere = [
    "https://evil.example/",
    `${siteOrigin}.evil.example/`,
    `${siteOrigin.replace("://", "://a@")}:99`,
    `//${new URL(siteOrigin).host}/`,
    "/auth",
    "javascript:alert(1)",
    `blob:${siteOrigin}/x`,
    "",
    "x".repeat(3000),
  ];
  hashes.mockClear();
  for (const email_redirect_to of elsewhere) {
    const response = await call("/api/auth/sign-up", { json: { ...json, email_redirect_to } });
    expect([email_redirect_to, response.status]).toEqual([email_redirect_to, 400]);
    const { errors } = await response.json<{ errors: Record<string, string[]> }>();
    expect(Object.keys(errors)).toEqual(["email_redirect_to"]);
  }
  expect(hashes).not.toHaveBeenCalled();
  const document = await (await call("/api/openapi.json")).json<{ components: { schemas: Record<string, object> } }>();
  expect(document.components.schemas["SignUp"]).toMatchObject({
    properties: { email_redirect_to: { type: "string", description: expect.stringContaining("on this site") } },
    required: ["email", "password"],
  });
});

test("a new account signs in with no role, whatever else its sign-up said", async () => {
  const json = {
    email: "eve@example.com",
    password: "seven calm lanterns",
    role: "super_admin",
    roles: ["HR"],
    status: "x",
    id: "1",
  };
  await call("/api/auth/sign-up", { json });
  const response = await signIn("eve@example.com", "seven calm lanterns");
  expect(await response.json()).toMatchObject({ user: { email: "eve@example.com" }, roles: [] });
});

test.each([
  ["14 characters", "fourteen chars", "at least 15"],
  ["one letter that NFKC spells out in 18", "\ufdfa", "at least 15"],
  ["14 letters that NFKC spells out in 15", `lantern kite \ufb01`, "at least 15"],
  ["16 code points that NFKC makes 14 of", "lantern kit e\u0301e\u0301", "at least 15"],
  ["a common one", "correct horse battery staple", "easy to guess"],
  ["a repetition", "abcabcabcabcabcabc", "easy to guess"],
  ["the address", "some.body-else@example.com", "easy to guess"],
  ["129 characters", "long enough ".repeat(11).slice(0, 129), "at most 128"],
])("sign-up refuses a password of %s", async (_name, given, message) => {
  const response = await signUp("some.body-else@example.com", given);
  expect(response.status).toBe(400);
  const { errors } = await response.json<{ errors: Record<string, string[]> }>();
  expect(errors["password"]?.join()).toContain(message);
});

test("a password of exactly 15 characters, typed and composed alike, is taken", async () => {
  for (const given of ["lantern kite ab", "lantern kite 🦊🐙"])
    expect((await signUp("n@example.com", given)).status).toBe(202);
});

test.each([
  "passwordpassword",
  "Password123456789",
  "p4ssw0rd-p4ssw0rd",
  "1234567890123456",
  "qwertyuiopasdfgh",
  "zyxwvutsrqponmlkj",
  "aaaaaaaaaaaaaaaa",
  "demo-only-password",
  "!!!!!!!!!!!!!!!!",
  "letmein 2026 2026 2026",
])("%s is easy to guess", (given) => {
  expect(isCommonPassword(given, "x@example.com")).toBe(true);
});

test.each([password, "correct zebra battery window", "пароль медведь синий", "k8#Lq!vZ2$wR9@tY"])(
  "%s is not easy to guess",
  (given) => {
    expect(isCommonPassword(given, "x@example.com")).toBe(false);
  },
);

test("a password is taken whole: NUL, spaces and every byte of Unicode count", async () => {
  const given = " naïve\u0000 🦊 пароль end";
  const hash = await hashPassword(given, env.AUTH_SECRET);
  expect(hash).toMatch(/^\$scrypt\$ln=14,r=8,l=5\$[\w+/]{22}\$[\w+/]{43}$/);
  expect(await verifyPassword(given, hash, env.AUTH_SECRET)).toEqual({ matches: true, outdated: false });
  expect((await verifyPassword(given.normalize("NFD"), hash, env.AUTH_SECRET)).matches).toBe(true);
  for (const other of [given.trim(), given.split("\u0000")[0] ?? "", `${given}!`]) {
    expect((await verifyPassword(other, hash, env.AUTH_SECRET)).matches).toBe(false);
  }
});

test("a stolen hash is worth nothing without the pepper", async () => {
  const hash = await hashOnce();
  expect((await verifyPassword(password, hash, "another-secret-of-at-least-32-characters")).matches).toBe(false);
});

test("a password over 1,024 bytes is a 400 and is never hashed", async () => {
  const user = await makeUser();
  for (const given of ["x".repeat(1025), "é".repeat(513)]) expect((await signIn(user.email, given)).status).toBe(400);
  expect((await signIn(user.email, "x".repeat(1024))).status).toBe(401);
  expect((await signIn(user.email, "x".repeat(1_000_000))).status).toBe(413);
  expect(hashes).toHaveBeenCalledTimes(runsPerHash);
});

test("a hash of the form before lanes, or of another cost, still opens and is replaced at the next sign-in", async () => {
  const user = await makeUser();
  const salt = new TextEncoder().encode("sixteen salty bs");
  const key = new Uint8Array(await mac(env.AUTH_SECRET, "password pepper", password));
  const old = await runScrypt(key, salt, { ln: 14, r: 8, p: 5 });
  const [oldSalt, oldKey] = [salt, old].map((bytes) => Buffer.from(bytes).toString("base64").replace(/=+$/, ""));
  const hash = await hashPassword(password, env.AUTH_SECRET);
  const outdated = {
    [`$scrypt$ln=14,r=8,p=5$${oldSalt}$${oldKey}`]: 1,
    [hash.replace("ln=14", "ln=15")]: runsPerHash,
  };
  const cheap = hashes.getMockImplementation();
  for (const [stored, runs] of Object.entries(outdated)) {
    await db.updateTable("users").set({ password_hash: stored }).execute();
    hashes.mockClear();
    expect((await signIn(user.email, wrong)).status).toBe(401);
    expect(hashes).toHaveBeenCalledTimes(runs);
    // The second is told apart by what it says of itself: under the counting double its cost is that of the first.
    if (runs > 1) {
      hashes.mockImplementation((secret, bytes, length, cost, done) =>
        cheap?.(secret, bytes, length, { ...cost, N: 2 ** 14 }, done),
      );
    }
    hashes.mockClear();
    expect((await signIn(user.email, password)).status).toBe(200);
    expect(hashes).toHaveBeenCalledTimes(runs + runsPerHash);
    const { password_hash } = await db.selectFrom("users").select("password_hash").executeTakeFirstOrThrow();
    expect(password_hash).toContain("$scrypt$ln=14,r=8,l=5$");
    hashes.mockClear();
    expect((await signIn(user.email, password)).status).toBe(200);
    expect(hashes).toHaveBeenCalledTimes(runsPerHash);
  }
  const audit = await db.selectFrom("audit_log").select("action").where("action", "=", "password.rehashed").execute();
  expect(audit).toHaveLength(2);
});

test("the lanes of a hash differ, and every one is needed", async () => {
  const hash = await hashPassword(password, env.AUTH_SECRET);
  const salts = hashes.mock.calls.map(([, salt]) => Buffer.from(salt as Uint8Array).toString("hex"));
  expect(new Set(salts).size).toBe(runsPerHash);
  const cheap = hashes.getMockImplementation();
  for (let broken = 0; broken < runsPerHash; broken += 1) {
    let lane = 0;
    hashes.mockImplementation((key, salt, length, cost, done) => {
      const isBroken = lane === broken;
      lane += 1;
      if (isBroken) done(null, Buffer.alloc(length));
      else cheap?.(key, salt, length, cost, done);
    });
    expect((await verifyPassword(password, hash, env.AUTH_SECRET)).matches).toBe(false);
  }
});

test("a real scrypt run at full cost is what stands behind a stored hash", async () => {
  hashes.mockRestore();
  const hash = await hashPassword(password, env.AUTH_SECRET);
  expect((await verifyPassword(password, hash, env.AUTH_SECRET)).matches).toBe(true);
  expect((await verifyPassword(wrong, hash, env.AUTH_SECRET)).matches).toBe(false);
});

test("demo accounts sign in on localhost and nowhere else", async () => {
  const demo = await makeUser({ isDemo: true });
  const json = { email: demo.email, password };
  expect((await call("/api/auth/sign-in", { json })).status).toBe(200);
  for (const SITE_ORIGIN of [
    "https://www.example.com",
    "https://localhost.example.com",
    "http://localhost@evil.test",
  ]) {
    const away = await call("/api/auth/sign-in", { json, headers: { Origin: SITE_ORIGIN }, env: { SITE_ORIGIN } });
    expect(away.status, SITE_ORIGIN).toBe(401);
    expect(away.headers.getSetCookie()).toEqual([]);
  }
});

test.each(["known", "unknown"])("guessing at a %s address is slowed down after five attempts", async (kind) => {
  const email = kind === "known" ? (await makeUser()).email : "nobody@example.com";
  for (let attempt = 0; attempt < 6; attempt += 1) expect((await signIn(email, wrong)).status).toBe(401);
  const refused = await signIn(email, password);
  expect(refused.status).toBe(429);
  expect(refused.headers.get("Retry-After")).toBe("1");
  expect(hashes).toHaveBeenCalledTimes(6 * runsPerHash);
  vi.setSystemTime(Date.now() + 1100);
  expect((await signIn(email, wrong)).status).toBe(401);
  expect((await signIn(email, wrong)).headers.get("Retry-After")).toBe("2");
});

test("the delay ends at five minutes, and a right password clears it", async () => {
  const user = await makeUser();
  await signIn(user.email, wrong);
  await db.updateTable("sign_in_backoff").set({ failed_count: 5000 }).execute();
  await signIn(user.email, wrong);
  const refused = await signIn(user.email, password);
  expect(Number(refused.headers.get("Retry-After"))).toBeLessThanOrEqual(300);
  vi.setSystemTime(Date.now() + 301_000);
  expect((await signIn(user.email, password)).status).toBe(200);
  expect(await db.selectFrom("sign_in_backoff").selectAll().execute()).toEqual([]);
});

test("guesses that race count one by one", async () => {
  const user = await makeUser();
  await signIn(user.email, wrong);
  await db.updateTable("sign_in_backoff").set({ failed_count: 5 }).execute();
  hashes.mockClear();
  const responses = await Promise.all(Array.from({ length: 4 }, () => signIn(user.email, wrong)));
  expect(responses.map(({ status }) => status).toSorted()).toEqual([401, 429, 429, 429]);
  expect(hashes).toHaveBeenCalledTimes(runsPerHash);
});

test("addresses are counted under a keyed hash", async () => {
  await signIn("nobody@example.com", wrong);
  const rows = await db.selectFrom("sign_in_backoff").selectAll().execute();
  expect(rows[0]?.email_hash).toMatch(/^[\w-]{43}$/);
  expect(JSON.stringify(rows)).not.toContain("nobody");
});

test("one client that tries many addresses is stopped, and so is its whole /64", async () => {
  const network = `2001:db8:${makeAddress().split(".").slice(1, 3).join(":")}`;
  const statuses: number[] = [];
  // The limit counts by the clock's minutes: a run that crosses one may have twice as many.
  for (let attempt = 0; attempt < 41 && !statuses.includes(429); attempt += 1) {
    const headers = { "CF-Connecting-IP": `${network}:1:${attempt.toString(16)}::1` };
    const response = await signIn(`user${attempt}@example.com`, wrong, headers);
    statuses.push(response.status);
    if (response.status === 429) expect(response.headers.get("Retry-After")).toBe("60");
  }
  expect(statuses.slice(0, 20)).toEqual(Array(20).fill(401));
  expect(statuses.at(-1)).toBe(429);
});

test("the breach list is asked with five digits, and refuses what it knows", async () => {
  const asked: string[] = [];
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-1", new TextEncoder().encode(password)));
  const hex = Array.from(digest, (byte) => byte.toString(16).padStart(2, "0"))
    .join("")
    .toUpperCase();
  vi.stubGlobal("fetch", async (url: string) => {
    asked.push(url);
    return new Response(`${"0".repeat(35)}:0\r\n${hex.slice(5)}:42\r\n`);
  });
  const response = await signUp("new@example.com", password, { BREACHED_PASSWORD_CHECK: "hibp" });
  expect(response.status).toBe(400);
  expect(asked).toEqual([`https://api.pwnedpasswords.com/range/${hex.slice(0, 5)}`]);
  vi.unstubAllGlobals();
});

test("a breach list that fails holds nobody up", async () => {
  vi.stubGlobal("fetch", () => Promise.reject(new Error("down")));
  expect((await signUp("new@example.com", password, { BREACHED_PASSWORD_CHECK: "hibp" })).status).toBe(202);
  vi.unstubAllGlobals();
});

test("bootstrap makes one super admin, once, for whoever knows the secret", async () => {
  const BOOTSTRAP_SECRET = "first-light";
  const json = (email: string, secret: string) => ({ email, password: "seven calm lanterns", secret });
  const post = (email: string, secret: string, overrides: Partial<Env>) =>
    call("/api/auth/bootstrap", { json: json(email, secret), env: overrides });
  expect((await post("a@example.com", "", { BOOTSTRAP_SECRET })).status).toBe(400);
  expect((await post("a@example.com", "guess", { BOOTSTRAP_SECRET })).status).toBe(403);
  expect((await post("a@example.com", BOOTSTRAP_SECRET, {})).status).toBe(404);
  const racers = Array.from({ length: 4 }, (_, index) =>
    post(`a${index}@example.com`, BOOTSTRAP_SECRET, { BOOTSTRAP_SECRET }),
  );
  const statuses = (await Promise.all(racers)).map(({ status }) => status).toSorted();
  expect(statuses).toEqual([201, 409, 409, 409]);
  expect((await post("z@example.com", BOOTSTRAP_SECRET, { BOOTSTRAP_SECRET })).status).toBe(409);
  expect(await db.selectFrom("user_roles").select("role").execute()).toEqual([{ role: "super_admin" }]);
  expect(await db.selectFrom("users").select("id").execute()).toHaveLength(1);
  const audit = await db.selectFrom("audit_log").select("action").execute();
  expect(audit).toEqual([{ action: "user.bootstrapped" }]);
});

test("bootstrap takes an address over from whoever signed up under it without proof", async () => {
  const stranger = { email: "ceo@example.com", password: "the squatter's own words" };
  await signUp(stranger.email, stranger.password);
  const { "__Host-rt": token = "" } = readSetCookies(await signIn(stranger.email, stranger.password));
  const json = { email: "CEO@example.com", password: "seven calm lanterns", secret: "s" };
  expect((await call("/api/auth/bootstrap", { json, env: { BOOTSTRAP_SECRET: "s" } })).status).toBe(201);
  const headers = { Cookie: `__Host-rt=${token}` };
  expect((await call("/api/auth/refresh", { method: "POST", headers })).status).toBe(401);
  expect((await signIn(stranger.email, stranger.password)).status).toBe(401);
  const owner = await signIn(json.email, json.password);
  expect(await owner.json()).toMatchObject({ user: { email: stranger.email }, roles: ["super_admin"] });
  const actions = (await db.selectFrom("audit_log").select("action").execute()).map(({ action }) => action);
  expect(actions).toEqual(expect.arrayContaining(["user.signed_up", "user.taken_over", "user.bootstrapped"]));
});

test("a role for an account that has only signed up is a named conflict", async () => {
  await signUp("ceo@example.com", "the squatter's own words");
  const { id } = await db.selectFrom("users").select("id").executeTakeFirstOrThrow();
  const grant = db.insertInto("user_roles").values({ user_id: id, role: "HR", granted_by: null, granted_at: 1 });
  const batch = () => env.DB.batch([env.DB.prepare(grant.compile().sql).bind(...grant.compile().parameters)]);
  const DB = new Proxy(env.DB, {
    get(target, name) {
      const value: unknown = name === "batch" ? batch : Reflect.get(target, name);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
  const json = { email: "b@example.com", password: "seven calm lanterns", secret: "s" };
  const response = await call("/api/auth/bootstrap", { json, env: { BOOTSTRAP_SECRET: "s", DB } });
  expect(response.status).toBe(409);
  expect((await response.json<{ detail: string }>()).detail).toContain("Nobody has proven yet");
  expect(await db.selectFrom("user_roles").selectAll().execute()).toEqual([]);
});

test("bootstrap takes over nobody's account", async () => {
  const user = await makeUser();
  const json = { email: user.email, password: "seven calm lanterns", secret: "s" };
  expect((await call("/api/auth/bootstrap", { json, env: { BOOTSTRAP_SECRET: "s" } })).status).toBe(409);
  expect((await signIn(user.email, password)).status).toBe(200);
  expect(await db.selectFrom("user_roles").selectAll().execute()).toEqual([]);
});

test("the password grant gives an API client the whole session and no cookie", async () => {
  const user = await makeUser({ roles: ["HR"] });
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
  const user = await makeUser();
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
