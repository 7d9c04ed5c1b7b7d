/** Contact, test page and the staff's pages about enquiries, asked through the built Worker. */
import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import type { Role } from "#shared/permissions.ts";
import { openDb } from "#worker/db/client.ts";
import { makeEnquiry } from "./enquiry-rows.ts";
import { breakBinding } from "../faulty-bindings.ts";
import { makeSession, makeAccount, writeCookies, muteConsole } from "../make.ts";
import { makeAddress } from "../make-scope.ts";
import { worker } from "../built-worker.ts";

muteConsole("error");

async function ask(path: string, init: RequestInit = {}, overrides: Partial<Env> = {}): Promise<Response> {
  const headers = new Headers({ "CF-Connecting-IP": makeAddress(), "Sec-Fetch-Site": "same-origin" });
  for (const [name, value] of new Headers(init.headers)) headers.set(name, value);
  const request = new Request(`${env.SITE_ORIGIN}${path}`, { redirect: "manual", ...init, headers });
  const ctx = createExecutionContext();
  const response = await worker.fetch(
    request as Parameters<typeof worker.fetch>[0],
    { ...env, EMAIL: { send: async () => ({ messageId: "1" }) } as unknown as SendEmail, ...overrides },
    ctx,
  );
  await waitOnExecutionContext(ctx);
  return response;
}

async function signIn(roles: Role[]): Promise<{ Cookie: string }> {
  const { id } = await makeAccount({ roles });
  return { Cookie: writeCookies(await makeSession(id)) };
}

/** D1 that fails wherever a statement names what `broken` does. */
function breakTable(broken: RegExp): D1Database {
  return breakBinding("DB", { hits: (_call, sql) => broken.test(sql) }).DB;
}

test.each(["/contact", "/contact.data", "/test-email"])(
  "%s says of other formats that it does not read them",
  async (path) => {
    const multipart = new FormData();
    multipart.set("message", "Hello there, all of you.");
    expect((await ask(path, { method: "POST", body: multipart })).status).toBe(415);
    const json = { method: "POST", body: "{}", headers: { "Content-Type": "application/json" } };
    expect((await ask(path, json)).status).toBe(415);
    if (path === "/contact") {
      const long = new URLSearchParams({ message: "x".repeat(70_000) });
      expect((await ask(path, { method: "POST", body: long })).status).toBe(413);
    }
  },
);

test("the head of the file of the inbox is answered and authorised like the file, and recorded by nobody", async () => {
  await makeEnquiry();
  const path = "/marketing-admin/inbox.csv";
  const headers = await signIn(["marketing_admin"]);
  const head = await ask(path, { method: "HEAD", headers });
  expect([head.status, await head.text()]).toEqual([200, ""]);
  const exports = () =>
    openDb(env.DB).selectFrom("audit_log").where("action", "=", "enquiry.exported").selectAll().execute();
  expect(await exports()).toEqual([]);
  const file = await ask(path, { headers });
  for (const name of ["Content-Type", "Content-Disposition", "Cache-Control"])
    expect(head.headers.get(name), name).toBe(file.headers.get(name));
  expect((await file.text()).split("\r\n")).toHaveLength(3);
  expect(await exports()).toHaveLength(1);
  expect((await ask(path, { method: "HEAD", headers: await signIn(["HR"]) })).status).toBe(403);
  expect((await ask(path, { method: "HEAD" })).status).toBe(302);
});

test("while D1 does not give enquiries away, inbox, enquiry and hub answer 503 and offer to try again", async () => {
  const { id } = await makeEnquiry();
  const headers = await signIn(["marketing_admin"]);
  const away = { DB: breakTable(/from "enquiries"/) };
  for (const page of ["/marketing-admin", "/marketing-admin/inbox", `/marketing-admin/inbox/${id}`]) {
    for (const address of [page, `${page}.data`]) {
      expect((await ask(address, { headers }, away)).status, address).toBe(503);
      expect((await ask(address, { headers })).status, address).toBe(200);
    }
    const html = await (await ask(page, { headers }, away)).text();
    expect(html.includes("could not be read just now"), page).toBe(true);
    expect(new RegExp(`<a [^>]*href="${page}"[^>]*>Try again</a>`).test(html), page).toBe(true);
  }
  const counting = { DB: breakTable(/from "applications"/) };
  expect((await ask("/talent-admin", { headers: await signIn(["super_admin"]) }, counting)).status).toBe(503);
});

test("a note that could not be stored is on the page that says so", async () => {
  const { id } = await makeEnquiry();
  const headers = await signIn(["marketing_admin"]);
  const form = { intent: "save", version: "1", status: "open", owner: "nobody", note: "Keep me, please." };
  const init = { method: "POST", body: new URLSearchParams(form), headers };
  const response = await ask(`/marketing-admin/inbox/${id}`, init, { DB: breakTable(/"enquiries"/) });
  expect(response.status).toBe(503);
  expect(await response.text()).toContain("Keep me, please.");
});
