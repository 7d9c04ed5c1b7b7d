/** Recovery codes when AUTH_SECRET is replaced: they work as long as the former secret does, and the page says when they do not. */
import { env } from "cloudflare:workers";
import { beforeEach, expect, test, vi } from "vitest";
import { day } from "#shared/dates/durations.ts";
import { readFactors } from "#worker/accounts/second-factors/read-factors.ts";
import { listFactorKinds } from "#worker/accounts/second-factors/second-factors.ts";
import { openDb } from "#worker/db/client.ts";
import { ask } from "./account-make.ts";
import { makeApp, makeRecoveryCodes } from "./factors-make.ts";
import { authApi } from "#worker/api/auth.ts";
import { secondStepApi } from "#worker/api/second-step.ts";
import { callParts } from "../ask-parts.ts";
import { countScrypt, makeSession, makeAccount, password, readSetCookies, writeCookies } from "../make.ts";

const call = callParts(authApi, secondStepApi);

const db = openDb(env.DB);

/** As the operator sets them: a new secret, the former one for thirty days. */
let replaced: Env;

beforeEach(() => {
  countScrypt();
  vi.spyOn(console, "warn").mockImplementation(() => {});
  replaced = {
    ...env,
    AUTH_SECRET: "the-next-secret-of-at-least-32-characters",
    AUTH_SECRET_PREVIOUS: env.AUTH_SECRET,
    AUTH_SECRET_PREVIOUS_UNTIL: new Date(Date.now() + 30 * day).toISOString(),
  };
});

const over = () => ({ ...replaced, AUTH_SECRET_PREVIOUS: "" });

/** Password, then a recovery code. */
async function signInWith(code: string, email: string, vars: Partial<Env>): Promise<number> {
  const first = await call("/api/auth/sign-in", { json: { email, password }, env: vars });
  const [pending = ""] = (readSetCookies(first)["__Host-pending"] ?? "").split(";");
  const headers = { Cookie: `__Host-pending=${pending}` };
  return (await call("/api/auth/second-step", { json: { code }, headers, env: vars })).status;
}

test("a code of the former secret signs in while that is accepted, is used up by it, and not offered afterwards", async () => {
  const user = await makeAccount();
  const { codes } = await makeApp(user);
  expect(await signInWith(codes[0] ?? "", user.email, replaced)).toBe(200);
  expect(await signInWith(codes[0] ?? "", user.email, replaced)).toBe(401);
  expect((await readFactors(db, user.id, replaced)).codes).toEqual({ left: 9, all: 10, secret: "ending" });
  expect(await listFactorKinds(db, user.id, { env: replaced })).toEqual(["totp", "recovery_code"]);
  expect((await readFactors(db, user.id, over())).codes).toEqual({ left: 0, all: 10, secret: "over" });
  expect(await listFactorKinds(db, user.id, { env: over() })).toEqual(["totp"]);
  expect(await signInWith(codes[1] ?? "", user.email, over())).toBe(401);
});

test("the page counts codes that work, warns of those that soon do not, and says when they no longer do", async () => {
  const user = await makeAccount();
  await makeApp(user);
  const Cookie = writeCookies(await makeSession(user.id));
  const read = async (vars: Env) => {
    const html = await (
      await ask("/account/security", { Cookie, env: { ...vars, AUTH_SECRET: vars.AUTH_SECRET } })
    ).text();
    return /<h2 id="factors-codes">Recovery codes<\/h2><p[^>]*>([^<]*)/.exec(html)?.[1] ?? "";
  };
  expect(await read(env)).toMatch(/^10 codes of 10 left\..*without passkey or app\.$/);
  expect(await read(replaced)).toContain("They stop working soon");
  // The access token outlives its secret: its key is stored, sealed under the former one.
  const codes = db.updateTable("recovery_codes").set({ secret_name: "nobody" });
  await codes.execute();
  expect(await read(env)).toContain("Your recovery codes no longer work; make new ones.");
  await makeRecoveryCodes(user.id);
  expect(await read(env)).toMatch(/^10 codes of 10 left\./);
});

test("codes stop working with the secret that made them", async () => {
  const user = await makeAccount();
  const { codes } = await makeApp(user);
  expect((await readFactors(db, user.id, env)).codes).toEqual({ left: 10, all: 10, secret: "current" });
  expect(await signInWith(codes[0] ?? "", user.email, env)).toBe(200);
  expect((await readFactors(db, user.id, replaced)).codes).toEqual({ left: 9, all: 10, secret: "ending" });
  expect(await listFactorKinds(db, user.id, { env: replaced })).toEqual(["totp", "recovery_code"]);
  expect(await signInWith(codes[1] ?? "", user.email, replaced)).toBe(200);
  const ended = { ...replaced, AUTH_SECRET_PREVIOUS_UNTIL: new Date(Date.now() - day).toISOString() };
  expect((await readFactors(db, user.id, ended)).codes).toEqual({ left: 0, all: 10, secret: "over" });
  expect(await listFactorKinds(db, user.id, { env: ended })).toEqual(["totp"]);
});
