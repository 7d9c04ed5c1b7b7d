/**
 * The drill: each secret that the Worker reads is replaced while somebody is signed in. Their session goes on, their password is
 * still theirs, and from then on the new secret is the one that is used. docs/rotation.md says how an operator does each.
 */
import { env } from "cloudflare:workers";
import { beforeEach, expect, test, vi } from "vitest";
import { day, hour, minute } from "#shared/dates/durations.ts";
import { resealRows } from "#worker/accounts/reseal.ts";
import { scanFile } from "#worker/hiring/applications/text/scan.ts";
import { openDb } from "#worker/db/client.ts";
import { writeRotationSql } from "../../../scripts/lib/keys-sql.ts";
import declarations from "#worker/env.d.ts?raw";
import { makeFields, readEnquiries, receive } from "../enquiries/enquiries-make.ts";
import { call } from "../ask-api.ts";
import { countScrypt, makeAccount, password, readSetCookies } from "../make.ts";
import { makeScope } from "../make-scope.ts";
import { authorize, makeProvider, readOutcome, start as startSignIn } from "../accounts/oidc-make.ts";

const db = openDb(env.DB);
/** An isolate remembers keys for a while: each drill starts well past that. */
let begun = Date.now();

beforeEach(async () => {
  await db.deleteFrom("signing_keys").execute();
  vi.setSystemTime((begun += 300 * day));
  countScrypt();
  vi.spyOn(console, "warn").mockImplementation(() => {});
});

type Change = Partial<Env>;

/** Somebody who is signed in, and what must hold for them with the secrets of `change`. */
async function makePerson() {
  const { email } = await makeAccount();
  const signIn = (change: Change) => call("/api/auth/sign-in", { json: { email, password }, env: change });
  const keep = (response: Response) => {
    const set = Object.entries(readSetCookies(response)).filter(([, value]) => value !== "");
    cookies = { ...cookies, ...Object.fromEntries(set) };
  };
  let cookies: Record<string, string> = {};
  keep(await signIn({}));
  return {
    email,
    /** Their browser asks who is signed in, and keeps the cookies that it is sent. */
    async goesOn(change: Change = {}) {
      const Cookie = Object.entries(cookies)
        .map(([name, value]) => `${name}=${value}`)
        .join("; ");
      const response = await call("/api/auth/session", { headers: { Cookie }, env: change });
      keep(response);
      expect(await response.json()).toMatchObject({ user: { email } });
    },
    async mayComeBack(change: Change = {}) {
      expect((await signIn(change)).status).toBe(200);
    },
  };
}

type Person = Awaited<ReturnType<typeof makePerson>>;

const nextSecret = "the-next-secret-of-at-least-32-characters";
const lastSecret = "and-the-one-after-that-of-32-characters";

/** As `npm run secrets:rotate` sets them, in one version. */
const replace = (from: string, to: string) => ({
  AUTH_SECRET: to,
  AUTH_SECRET_PREVIOUS: from,
  AUTH_SECRET_PREVIOUS_UNTIL: new Date(Date.now() + 60 * day).toISOString().slice(0, 10),
});

/** What replaces a secret, and proves that the new one is used and the old one is not. */
const drills: Readonly<Record<string, (person: Person) => Promise<Change>>> = {
  async AUTH_SECRET(person) {
    const change = replace(env.AUTH_SECRET, nextSecret);
    await person.goesOn(change);
    vi.setSystemTime(Date.now() + hour);
    await resealRows(db, { ...env, ...change });
    await person.mayComeBack(change);
    await person.goesOn(change);
    return { AUTH_SECRET: nextSecret };
  },

  async AUTH_SECRET_PREVIOUS(person) {
    const first = replace(env.AUTH_SECRET, nextSecret);
    await person.goesOn(first);
    vi.setSystemTime(Date.now() + hour);
    await person.goesOn(first);
    await person.mayComeBack(first);
    await resealRows(db, { ...env, ...first });
    // The day is over, both lines are deleted, and the secret is replaced once more.
    const second = replace(nextSecret, lastSecret);
    vi.setSystemTime(Date.now() + hour);
    await person.goesOn(second);
    await person.mayComeBack(second);
    vi.setSystemTime(Date.now() + hour);
    await resealRows(db, { ...env, ...second });
    await person.goesOn(second);
    return { AUTH_SECRET: lastSecret };
  },

  async OIDC_CLIENT_SECRET() {
    const provider = await makeProvider();
    const started = await startSignIn(provider);
    const path = await authorize(provider, started.query);
    // Replaced while somebody is at the provider: they come back, and the new secret is the one that is shown there.
    const change = { ...provider.env, OIDC_CLIENT_SECRET: "another client secret" };
    const seen: string[] = [];
    const real = globalThis.fetch;
    vi.stubGlobal("fetch", (input: RequestInfo | URL, init?: RequestInit) => {
      const request = new Request(input as RequestInfo, init as RequestInit<RequestInitCfProperties>);
      const [, basic = ""] = (request.headers.get("Authorization") ?? "").split("Basic ");
      if (basic !== "") seen.push(decodeURIComponent(atob(basic).split(":")[1] ?? "").replaceAll("+", " "));
      return real(input as RequestInfo, init as RequestInit<RequestInitCfProperties>);
    });
    const response = await call(path, { env: change, headers: { Cookie: `__Host-company=${started.cookie}` } });
    expect([readOutcome(response).code, seen]).toEqual([null, ["another client secret"]]);
    return {};
  },

  async TURNSTILE_SECRET() {
    const asked: string[] = [];
    vi.stubGlobal("fetch", async (_url: URL, { body }: { body: URLSearchParams }) => {
      asked.push(body.get("secret") ?? "");
      return Response.json({ success: body.get("secret") === "new" });
    });
    const fields = await makeFields({ "cf-turnstile-response": "token" });
    // The form was rendered before the change.
    await receive(fields, { scope: makeScope({ TURNSTILE_SITE_KEY: "key", TURNSTILE_SECRET: "new" }) });
    expect([asked, (await readEnquiries()).map(({ folder }) => folder)]).toEqual([["new"], ["inbox"]]);
    return { TURNSTILE_SITE_KEY: "key", TURNSTILE_SECRET: "new" };
  },

  async DOCUMENT_SCAN_SECRET() {
    const change = { DOCUMENT_SCAN_URL: "https://scanner.example/scan", DOCUMENT_SCAN_SECRET: "new" };
    const asked: (string | undefined)[] = [];
    vi.stubGlobal("fetch", async (_url: URL, { headers }: { headers: Record<string, string> }) => {
      asked.push(headers["Authorization"]);
      return Response.json({ status: "clean" });
    });
    expect(await scanFile(new Uint8Array([1]), change)).toMatchObject({ status: "clean" });
    expect(asked).toEqual(["Bearer new"]);
    return change;
  },

  async BOOTSTRAP_SECRET() {
    const json = (secret: string) => ({ email: "first@example.com", password: "seven calm lanterns", secret });
    const post = (secret: string, change: Change) => call("/api/auth/bootstrap", { json: json(secret), env: change });
    const change = { BOOTSTRAP_SECRET: "the new one" };
    expect((await post("the former one", change)).status).toBe(403);
    expect((await post("the new one", change)).status).toBe(201);
    // Then it is deleted: the door is shut.
    expect((await post("the new one", {})).status).toBe(404);
    return {};
  },

  SMTP_PASSWORD: () => readAnew("SMTP_PASSWORD"),
  MAIL_API_KEY: () => readAnew("MAIL_API_KEY"),
  BACKUP_KEY: () => readAnew("BACKUP_KEY"),

  async "signing keys"(person) {
    const { kid } = await db
      .selectFrom("signing_keys")
      .select("kid")
      .where("state", "=", "current")
      .executeTakeFirstOrThrow();
    expect(await readKeys()).toContain(kid);
    // As `npm run keys:rotate -- --remote --retire` does it.
    const statements = await writeRotationSql(env.AUTH_SECRET, { atOnce: true });
    await env.DB.batch(statements.map((sql) => env.DB.prepare(sql)));
    vi.setSystemTime(Date.now() + 5 * minute);
    await person.goesOn();
    expect(await readKeys()).not.toContain(kid);
    return {};
  },
};

/** What is read each time that it is used, and that nothing of a person derives from. The tests of its subject show its use. */
function readAnew(name: string): Promise<Change> {
  return Promise.resolve({ [name]: "a new one of at least 32 characters" } as object);
}

async function readKeys(): Promise<string[]> {
  const { keys } = await (await call("/.well-known/jwks.json")).json<{ keys: { kid: string }[] }>();
  return keys.map(({ kid }) => kid);
}

/** Names in env.d.ts that are secrets by their word; these two are shown to everybody. */
const shown = new Set(["INDEXNOW_KEY", "TURNSTILE_SITE_KEY"]);
const secrets = Array.from(declarations.matchAll(/^ {4}(\w+)\??: string;/gm), ([, name = ""]) => name)
  .filter((name) => /(SECRET|PASSWORD|TOKEN|KEY)(_PREVIOUS)?$/.test(name))
  .filter((name) => !shown.has(name));

test("every secret that the Worker reads has its drill", () => {
  expect(Object.keys(drills).filter((name) => name !== "signing keys")).toEqual(expect.arrayContaining(secrets));
  expect(secrets.length).toBeGreaterThanOrEqual(6);
});

test.each(Object.entries(drills))("%s is replaced, nobody is signed out and no password is lost", async (_, drill) => {
  const person = await makePerson();
  vi.setSystemTime(Date.now() + minute);
  await person.goesOn();
  const after = await drill(person);
  vi.unstubAllGlobals();
  await person.goesOn(after);
  await person.mayComeBack(after);
  await person.goesOn(after);
});
