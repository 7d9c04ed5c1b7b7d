/**
 * Every endpoint of accounts under generated input: it never fails, and what it refuses changes nothing. Which endpoints
 * there are is read from the OpenAPI document and from the router of the built Worker, so that a new one is tried by being
 * there. Some have a test of their own, which knows better what they take: those are named in `ownTests`.
 */
import fc from "fast-check";
import { beforeEach, expect, test, vi } from "vitest";
import { xssVectors } from "#tests/worker/xss-vectors.ts";
import { countRuns } from "#tests/runs.ts";
import { formCookie } from "#worker/lib/forms/form-cookie.ts";
import { ask, makeCaller } from "../accounts/account-make.ts";
import { operations, routes, watchTables } from "./endpoints.ts";
import { call } from "../ask-api.ts";
import { countScrypt, makeSession, makeAccount, password, readSetCookies, writeCookies, muteConsole } from "../make.ts";

/** The file of an endpoint's own test, and the words by which that file names the endpoint. */
const ownTests: Record<string, [file: string, words: string]> = {
  "post /api/auth/sign-up": ["accounts/link-doors", '"/api/auth/sign-up"'],
  "post /api/auth/second-step": ["accounts/second-factor-doors", '"/api/auth/second-step"'],
  "post /api/auth/confirm": ["accounts/second-factor-doors", '"/api/auth/confirm"'],
  "post /api/auth/passkeys/sign-in": ["accounts/second-factor-doors", '"/api/auth/passkeys/sign-in"'],
  "post /api/auth/passkeys/registration/options": ["accounts/second-factor-doors", "passkeys/registration/options"],
  "post /api/auth/passkeys/registration": ["accounts/second-factor-doors", '"/api/auth/passkeys/registration"'],
  "get /api/auth/oidc/start": ["accounts/oidc-attacks", '"start", "callback"'],
  "get /api/auth/oidc/callback": ["accounts/oidc-attacks", '"start", "callback"'],
  "/auth/forgot": ["accounts/link-doors", '"/auth/forgot"'],
  "/auth/reset/-": ["accounts/link-doors", '"reset"'],
  "/auth/verify/-": ["accounts/link-doors", '"verify"'],
  "/auth/invite/-": ["accounts/link-doors", '"invite"'],
  "/auth/email/-": ["accounts/link-doors", '"email"'],
  "/account": ["accounts/account-page", "/account.data?form="],
  "/user-management": ["accounts/accounts-forms", "accounts/accounts.tsx"],
  "/user-management/:id": ["accounts/accounts-forms", "accounts/account.tsx"],
  "/user-management/invite": ["accounts/accounts-forms", "accounts/invite.tsx"],
  "/user-management/import": ["accounts/accounts-forms", "accounts/import.tsx"],
};

const doors = operations.filter(({ path }) => /^\/api\/(auth\/|roles$)/.test(path));
/** Where accounts take posts, and the files whose making is recorded. */
const pages = routes.filter(
  ({ id, takesPosts }) => /^(auth|staff\/(accounts|audit))\//.test(id) && (takesPosts || id.endsWith("/export")),
);

muteConsole("warn", "error");
beforeEach(() => void countScrypt());

const made = "0198f1de-0000-7000-8000-000000000000";

/** What reads nothing of a request needs few. */
const withoutInput = new Set(["/account/data.json"]);

const texts = fc.oneof(
  fc.string({ maxLength: 60 }),
  fc.string({ unit: "binary", maxLength: 60 }),
  fc.constantFrom("", " ", "\u0000", "' OR 1=1 --", "../..", "__proto__", "x".repeat(1100), ...xssVectors.slice(0, 9)),
);
const someNames = fc.constantFrom("role", "status", "user_id", "__proto__", "email[]", "a.b", "x[9]");

/** A form without script is refused by a redirect, with what was wrong in a cookie. */
function isRefusal(answer: Response): boolean {
  return answer.status >= 400 || Boolean(readSetCookies(answer)[formCookie.name]);
}

test("every endpoint has generated input: here, or in the file that is named for it", () => {
  const known = [...doors, ...pages].map(({ name }) => name);
  expect(known.length).toBeGreaterThan(25);
  const files = import.meta.glob<string>("../*/*.test.ts", { query: "?raw", import: "default", eager: true });
  for (const [name, [file, words]] of Object.entries(ownTests)) {
    expect(known, "an endpoint that there is no longer").toContain(name);
    expect(files[`../${file}.test.ts`], name).toContain(words);
    expect(files[`../${file}.test.ts`], name).toContain("countRuns(10_000)");
  }
});

test.for(doors.filter(({ name }) => !(name in ownTests)).map((operation) => [operation.name, operation] as const))(
  "%s never fails on generated input, and changes nothing where it refuses",
  async ([, { method, path, fields }]) => {
    // An old refresh token is meant to end its session once the grace is over: here no time passes.
    vi.setSystemTime(Date.now());
    const user = await makeAccount({ email: "known@example.com", roles: ["HR"] });
    const session = await makeSession(user.id);
    const readState = await watchTables();
    const right = fc.constantFrom(
      user.email,
      password,
      session.refreshToken,
      "refresh_token",
      "password",
      "first-light",
    );
    const names = fields.length > 0 ? fc.oneof(fc.constantFrom(...fields), someNames) : someNames;
    const given: fc.Arbitrary<{ json?: unknown; form?: Record<string, string>; body?: string }> = fc.oneof(
      fc.dictionary(names, fc.oneof(right, texts, fc.jsonValue()), { maxKeys: 5 }).map((json) => ({ json })),
      fc.dictionary(names, fc.oneof(right, texts), { maxKeys: 5 }).map((form) => ({ form })),
      fc.jsonValue().map((json) => ({ json })),
      texts.map((body) => ({ body })),
    );
    const token = fc.oneof(
      fc.constant(session.refreshToken),
      fc.base64String(),
      fc.constant(`${session.refreshToken}x`),
    );
    const headers = fc.oneof(
      fc.constant({}),
      fc.constant({ Cookie: writeCookies(session) }),
      token.map((refreshToken) => ({ Cookie: writeCookies({ refreshToken }) })),
      fc.base64String().map((text) => ({ Authorization: `Bearer ${text}` })),
    );
    const query = fc.dictionary(fc.constantFrom("from", "next", "fresh", "x"), texts, { maxKeys: 2 });
    const unlimited = { limit: async () => ({ success: true }) } as RateLimit;
    let before = await readState();
    await fc.assert(
      fc.asyncProperty(given, headers, query, async (sent, who, asked) => {
        const address = `${path}?${new URLSearchParams(asked)}`;
        const answer = await call(address, {
          ...(method !== "get" && sent),
          method: method.toUpperCase(),
          headers: { ...("body" in sent && { "Content-Type": "application/json" }), ...who },
          env: { SIGN_IN_LIMIT: unlimited, BOOTSTRAP_SECRET: "first-light" },
        });
        expect(answer.status).toBeLessThan(500);
        const after = await readState();
        if (isRefusal(answer)) expect(after).toBe(before);
        before = after;
      }),
      { numRuns: countRuns(10_000) },
    );
  },
);

test.for(pages.filter(({ name }) => !(name in ownTests)).map((page) => [page.name, page] as const))(
  "%s never fails on a generated form or address, and changes nothing where it refuses",
  async ([path, { isPage, takesPosts }]) => {
    const caller = await makeCaller({ roles: ["super_admin"] });
    const readState = await watchTables();
    const names = fc.oneof(
      fc.constantFrom("do", "name", "query", "view", "density", "kind", "id", "code", "version", "row"),
      someNames,
    );
    const orders = fc.constantFrom(
      "view-save",
      "view-rename",
      "density",
      "begin-app",
      "confirm-app",
      "rename",
      "remove",
    );
    const values = fc.oneof(orders, texts, fc.constantFrom("compact", "passkey", "app", "000000", made));
    const form = fc.dictionary(names, values, { maxKeys: 5 });
    const filters = fc.constantFrom(
      "q",
      "group",
      "days",
      "from",
      "to",
      "zone",
      "page",
      "sort",
      "role",
      "status",
      "next",
    );
    const query = fc.dictionary(filters, fc.oneof(texts, fc.constantFrom("7", "yes", "UTC", "-1")), { maxKeys: 4 });
    // What script asks a page for, without the work of rendering it; a file has an address alone.
    const address = isPage ? `${path}.data` : path;
    let before = await readState();
    await fc.assert(
      fc.asyncProperty(form, query, async (fields, asked) => {
        const answer = await ask(`${address}?${new URLSearchParams(asked)}`, {
          ...caller,
          ...(takesPosts && { form: fields }),
        });
        await answer.text();
        expect(answer.status).toBeLessThan(500);
        const after = await readState();
        if (isRefusal(answer)) expect(after).toBe(before);
        before = after;
      }),
      { numRuns: withoutInput.has(path) ? 10 : countRuns(10_000) },
    );
  },
);
