/** What a password may be, and how it is stored. */
import { env } from "cloudflare:workers";
import fc from "fast-check";
import { beforeEach, expect, test, vi } from "vitest";
import { brand } from "#app/content/brand.ts";
import { countRuns } from "#tests/runs.ts";
import { judgePassword, listOwnWords } from "#shared/accounts/password-strength.ts";
import { hashPassword, verifyPassword } from "#worker/accounts/passwords/passwords.ts";
import { openDb } from "#worker/db/client.ts";
import { company as siteCompany } from "#worker/site/company.ts";
import { company } from "../make-scope.ts";
import { countFurtherScrypt, hashOnce, makeAccount, password, runsPerHash } from "../make.ts";
import { signIn } from "./sign-in-make.ts";
import { signUp } from "./sign-up-make.ts";

const db = openDb(env.DB);

let hashes: Awaited<ReturnType<typeof countFurtherScrypt>>;

const wrong = "not the right password";
const own = listOwnWords(["x@example.com"]);

beforeEach(async () => {
  hashes = await countFurtherScrypt();
  vi.spyOn(console, "warn").mockImplementation(() => {});
});

test.each([
  ["14 characters", "fourteen chars", "at least 15"],
  ["one letter that NFKC spells out in 18", "\ufdfa", "at least 15"],
  ["14 letters that NFKC spells out in 15", `lantern kite \ufb01`, "at least 15"],
  ["16 code points that NFKC makes 14 of", "lantern kit e\u0301e\u0301", "at least 15"],
  ["a common one", "correct horse battery staple", "easy to guess"],
  ["a repetition", "abcabcabcabcabcabc", "easy to guess"],
  ["the address", "some.body-else@example.com", "your address"],
  ["the company and a year", `${company.name}-2026-${company.name}-2026!`, "words of this company"],
  ["the tagline", company.words.slice(1).join(" "), "words of this company"],
  ["1,025 bytes", "é".repeat(512) + "x", "at most 1,024 bytes"],
])("sign-up refuses a password of %s", async (_name, given, message) => {
  const response = await signUp("some.body-else@example.com", given);
  expect(response.status).toBe(400);
  const { errors } = await response.json<{ errors: Record<string, string[]> }>();
  expect(errors["password"]?.join()).toContain(message);
});

test("the words of this company are its name and its tagline", () => {
  expect(siteCompany.words).toEqual([brand.name, ...brand.tagline]);
});

test("a password of 1,024 bytes is taken, and every one of them counts", async () => {
  const long = `violet otter ${"é".repeat(505)}x`;
  expect(new TextEncoder().encode(long)).toHaveLength(1024);
  expect((await signUp("long@example.com", long)).status).toBe(202);
  await db.updateTable("accounts").set({ verified_at: 1 }).execute();
  expect((await signIn("long@example.com", `${long.slice(0, -1)}y`)).status).toBe(401);
  expect((await signIn("long@example.com", long)).status).toBe(200);
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
  expect(judgePassword(given, own).level).toBe("guessable");
});

test.each([password, "correct zebra battery window", "пароль медведь синий", "k8#Lq!vZ2$wR9@tY"])(
  "%s is not easy to guess",
  (given) => {
    expect(judgePassword(given, own).level).not.toBe("guessable");
  },
);

test.each([
  ["Ada Lovelace 1815!", "own"],
  ["lovelace.at.engines", "own"],
  ["correct horse battery staple", "common"],
  ["dragon monkey shadow", "fair"],
  ["k8#Lq!vZ2$wR9@tY", "good"],
  ["violet otter climbs gently", "strong"],
])("the strength of %j is %s", (given, expected) => {
  const strength = judgePassword(given, listOwnWords(["ada@engines.example", "Ada Lovelace"]));
  expect(strength.level === "guessable" ? strength.because : strength.level).toBe(expected);
});

test("more of the same makes no password strong, and one more letter none weaker by a level", () => {
  for (const piece of ["a", "ab1", "otter", "пароль", "🦊"])
    for (const times of [20, 60, 300]) expect(judgePassword(piece.repeat(times), own).level).toBe("guessable");
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", minLength: 15, maxLength: 60 }), (given) => {
      const levels = ["guessable", "fair", "good", "strong"];
      const [before, after] = [given, `${given}w`].map((text) => levels.indexOf(judgePassword(text, own).level));
      expect(after ?? 0).toBeGreaterThanOrEqual((before ?? 0) - 1);
    }),
    { numRuns: countRuns(20_000) },
  );
});

test("a password is taken whole: NUL, spaces and every byte of Unicode count", async () => {
  const given = " naïve\u0000 🦊 пароль end";
  const hash = await hashPassword(given, env.AUTH_SECRET);
  expect(hash).toMatch(/^\$scrypt\$ln=14,r=8,l=5,k=[\w-]{6}\$[\w+/]{22}\$[\w+/]{43}$/);
  expect(await verifyPassword(given, hash, [env.AUTH_SECRET])).toEqual({ matches: true, outdated: false });
  expect((await verifyPassword(given.normalize("NFD"), hash, [env.AUTH_SECRET])).matches).toBe(true);
  for (const other of [given.trim(), given.split("\u0000")[0] ?? "", `${given}!`]) {
    expect((await verifyPassword(other, hash, [env.AUTH_SECRET])).matches).toBe(false);
  }
});

test("a stolen hash is worth nothing without the pepper", async () => {
  const hash = await hashOnce();
  expect((await verifyPassword(password, hash, ["another-secret-of-at-least-32-characters"])).matches).toBe(false);
});

test("a password over 1,024 bytes is a 400 and is never hashed", async () => {
  const user = await makeAccount();
  for (const given of ["x".repeat(1025), "é".repeat(513)]) expect((await signIn(user.email, given)).status).toBe(400);
  expect((await signIn(user.email, "x".repeat(1024))).status).toBe(401);
  expect((await signIn(user.email, "x".repeat(1_000_000))).status).toBe(413);
  expect(hashes).toHaveBeenCalledTimes(runsPerHash);
});

test("a hash of another cost still opens and is replaced at the next sign-in", async () => {
  const user = await makeAccount();
  const hash = await hashPassword(password, env.AUTH_SECRET);
  await db
    .updateTable("accounts")
    .set({ password_hash: hash.replace("ln=14", "ln=15") })
    .execute();
  hashes.mockClear();
  expect((await signIn(user.email, wrong)).status).toBe(401);
  expect(hashes).toHaveBeenCalledTimes(runsPerHash);
  // A hash names its own cost: under the counting double its cost is that of the present ones.
  const cheap = hashes.getMockImplementation();
  hashes.mockImplementation((secret, bytes, length, cost, done) =>
    cheap?.(secret, bytes, length, { ...cost, N: 2 ** 14 }, done),
  );
  hashes.mockClear();
  expect((await signIn(user.email, password)).status).toBe(200);
  expect(hashes).toHaveBeenCalledTimes(runsPerHash + runsPerHash);
  const { password_hash } = await db.selectFrom("accounts").select("password_hash").executeTakeFirstOrThrow();
  expect(password_hash).toContain("$scrypt$ln=14,r=8,l=5,k=");
  hashes.mockClear();
  expect((await signIn(user.email, password)).status).toBe(200);
  expect(hashes).toHaveBeenCalledTimes(runsPerHash);
  const audit = await db.selectFrom("audit_log").select("action").where("action", "=", "password.rehashed").execute();
  expect(audit).toHaveLength(1);
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
    expect((await verifyPassword(password, hash, [env.AUTH_SECRET])).matches).toBe(false);
  }
});

test("a real scrypt run at full cost is what stands behind a stored hash", async () => {
  hashes.mockRestore();
  const hash = await hashPassword(password, env.AUTH_SECRET);
  expect((await verifyPassword(password, hash, [env.AUTH_SECRET])).matches).toBe(true);
  expect((await verifyPassword(wrong, hash, [env.AUTH_SECRET])).matches).toBe(false);
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
