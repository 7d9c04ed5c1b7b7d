/** The pages of links under whatever is sent to them, through the built Worker. */
import { env } from "cloudflare:workers";
import fc from "fast-check";
import { beforeEach, expect, test } from "vitest";
import { countRuns } from "#tests/runs.ts";
import { openDb } from "#worker/db/client.ts";
import { authApi } from "#worker/api/auth.ts";
import { signUpApi } from "#worker/api/sign-up.ts";
import { callParts } from "../ask-parts.ts";
import { makeAccount } from "../make.ts";
import { siteOrigin } from "../make-scope.ts";
import { countHashes, makeInvite, readAccounts, readLinkPath } from "./links-make.ts";
import { visit } from "../visit.ts";
import { xssVectors } from "../xss-vectors.ts";

const call = callParts(authApi, signUpApi);

const db = openDb(env.DB);

let hashes: Awaited<ReturnType<typeof countHashes>>;

beforeEach(async () => {
  hashes = await countHashes();
});

const pages = ["reset", "verify", "invite", "email"];
const unlimited = { limit: async () => ({ success: true }) } as RateLimit;

/** One open link of each page. */
async function makeLinks() {
  const inviter = await makeAccount({ roles: ["super_admin"] });
  const user = await makeAccount();
  const waiting = await makeAccount({ isVerified: false });
  for (const { email } of [user, waiting]) await visit("/auth/forgot", { form: { email } });
  return [
    await readLinkPath(user.email, "password-reset"),
    await readLinkPath(waiting.email, "email-verification"),
    (await makeInvite({ email: "anna@example.com", roles: ["HR"], invitedBy: inviter.id })).path,
  ];
}

test("no page of a link is cached, indexed or named in a Referer, open or over, read or posted to", async () => {
  const open = await makeLinks();
  const over = pages.map((page) => `/auth/${page}/-?link=${"A".repeat(43)}`);
  for (const path of [...open, ...over, ...over.map((each) => each.replace("?", ".data?"))])
    for (const form of [undefined, { password: "short", account: "new", name: "A" }]) {
      const { status, headers } = await visit(path, form && { form });
      const what = `${form ? "POST" : "GET"} ${path}: ${status}`;
      expect([200, 400], what).toContain(status);
      expect(headers.get("Cache-Control"), what).toBe("no-store");
      expect(headers.get("Referrer-Policy"), what).toBe("no-referrer");
      if (headers.get("Content-Type")?.startsWith("text/html"))
        expect(headers.get("X-Robots-Tag"), what).toBe("noindex");
    }
});

test("a link by mail has its token in the query, out of the platform's logs, and nowhere else", async () => {
  for (const path of await makeLinks()) {
    const { pathname, searchParams } = new URL(path, env.SITE_ORIGIN);
    expect(pathname).toMatch(/^\/auth\/(reset|verify|invite)\/-$/);
    const token = searchParams.get("link") ?? "";
    expect(token).toMatch(/^[\w-]{43}$/);
    expect((await visit(path)).status).toBe(200);
    expect((await visit(pathname.replace(/-$/, token))).status).toBe(404);
    for (const over of [pathname, `${pathname}?link=`, `${pathname}?link=-`, `${pathname}?link=${"A".repeat(43)}`])
      expect((await visit(over)).status, over).toBe(400);
  }
});

test("a page without referrer posts with an Origin of null, and is taken; another site's is not", async () => {
  const [path = ""] = await makeLinks();
  const form = { password: "short" };
  const here = await visit(path, { form, headers: { Origin: "null" } });
  expect([here.status, (await here.text()).includes("at least 15")]).toEqual([400, true]);
  for (const headers of [
    { Origin: "null", "Sec-Fetch-Site": "cross-site" },
    { Origin: "https://evil.example", "Sec-Fetch-Site": "cross-site" },
  ])
    for (const address of [path, "/auth/forgot"]) expect((await visit(address, { form, headers })).status).toBe(403);
});

const anyText = fc.oneof(
  fc.string({ unit: "binary", maxLength: 60 }),
  fc.constantFrom(
    "",
    " ",
    "\u0000",
    "\u202Egnp",
    "' OR 1=1 --",
    "%00",
    "../..",
    "__proto__",
    ...xssVectors.slice(0, 20),
  ),
);
const anyToken = fc.oneof(fc.base64String({ maxLength: 60 }), fc.stringMatching(/^[\w-]{43}$/), anyText);
const anyForm = fc.dictionary(
  fc.constantFrom("email", "password", "name", "account", "roles", "token", "email[]", "password.x", "__proto__"),
  fc.oneof(anyText, fc.constantFrom("new", "passwordpassword", "not@an", "x".repeat(1100))),
  { maxKeys: 5 },
);

test.each(pages)(
  "whatever is posted to /auth/%s that it does not take is refused, and changes nothing",
  async (page) => {
    const open = (await makeLinks()).filter((path) => path.includes(`/${page}/`));
    const before = await readAccounts();
    const unknown = anyToken.map((token) => `/auth/${page}/-?link=${encodeURIComponent(token)}`);
    const address = open.length === 0 ? unknown : fc.oneof(unknown, fc.constantFrom(...open));
    // Data as script asks for it is the same without the work of a page.
    // A password that passes is no refusal.
    const refused = anyForm.filter(({ password = "" }) => password.length < 15 || password.length > 1024);
    const suffix = fc.constantFrom("", ".data", ".data", ".data");
    await fc.assert(
      fc.asyncProperty(address, suffix, refused, async (path, end, form) => {
        const { status } = await visit(path.replace("?", `${end}?`), { form, env: { SIGN_IN_LIMIT: unlimited } });
        expect([400, 404, 405, 413]).toContain(status);
      }),
      { numRuns: countRuns(10_000) },
    );
    expect(hashes).not.toHaveBeenCalled();
    expect(await readAccounts()).toBe(before);
  },
);

test.each(["/auth/forgot", "/api/auth/sign-up"])(
  "whatever is posted to %s is answered, and changes nothing when it is refused",
  async (path) => {
    let before = await readAccounts();
    const sent = fc.tuple(anyForm, fc.option(fc.emailAddress(), { nil: undefined, freq: 2 }));
    await fc.assert(
      fc.asyncProperty(sent, async ([form, email]) => {
        const fields = email === undefined ? form : { ...form, email };
        const limits = { SIGN_IN_LIMIT: unlimited };
        const isPage = path === "/auth/forgot";
        const answer = isPage ? visit(path, { form: fields, env: limits }) : call(path, { json: fields, env: limits });
        const { status } = await answer;
        expect([202, 303, 400, 413]).toContain(status);
        const after = await readAccounts();
        if (status >= 400) expect(after).toBe(before);
        before = after;
      }),
      { numRuns: countRuns(10_000) },
    );
  },
);

test("mails name nobody but the site, and what a colleague wrote stays text", async () => {
  const inviter = await makeAccount({ roles: ["super_admin"] });
  const note = '<img src=x onerror=alert(1)>\n"quoted" & done';
  await makeInvite({ email: "anna@example.com", roles: ["HR"], invitedBy: inviter.id, note });
  await call("/api/auth/sign-up", { json: { email: "eve@example.com", password: "seven calm lanterns" } });
  const mails = await db.selectFrom("outbox").select(["subject", "text", "html"]).execute();
  expect(mails).toHaveLength(2);
  for (const { html, text } of mails) {
    expect(html).not.toContain("<img");
    for (const [, address = ""] of text.matchAll(/(https?:\/\/[^\s/]+)/g)) expect(address).toBe(siteOrigin);
  }
});
