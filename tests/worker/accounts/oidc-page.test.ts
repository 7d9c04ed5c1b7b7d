/** The sign-in page with a provider, with nothing but a provider, and without one. */
import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { worker } from "../built-worker.ts";
import { makeAddress } from "../make-scope.ts";

const provider = { OIDC_ISSUER: "https://id.acme.example", OIDC_CLIENT_ID: "website", OIDC_NAME: "Acme <ID>" };

async function readPage(path: string, variables: Partial<Env>): Promise<string> {
  const request = new Request(`${env.SITE_ORIGIN}${path}`, { headers: { "CF-Connecting-IP": makeAddress() } });
  const bindings = { ...env, ...variables };
  const response = await worker.fetch(
    request as Parameters<typeof worker.fetch>[0],
    bindings,
    createExecutionContext(),
  );
  expect(response.status).toBe(200);
  return response.text();
}

test("without a provider the page shows nothing of one, whatever its address says", async () => {
  const page = await readPage("/auth?company=refused", {});
  expect(page).not.toMatch(/Continue with|oidc|did not pass/);
});

test("with a provider its link stands above the form, and leads back to where somebody was heading", async () => {
  const page = await readPage("/admin/auth?next=/job-applications", provider);
  expect(page).toContain('href="/api/auth/oidc/start?from=%2Fadmin%2Fauth&amp;next=%2Fjob-applications"');
  expect(page.indexOf("Continue with")).toBeLessThan(page.indexOf('name="password"'));
  expect(page).toContain("Acme &lt;ID&gt;");
  const elsewhere = await readPage("/auth?next=//evil.example", provider);
  expect(elsewhere).not.toContain("evil");
});

test("a refusal is a sentence on the page; a code that does not exist is none", async () => {
  expect(await readPage("/auth?company=cancelled", provider)).toContain("You did not finish signing in with");
  for (const code of ["nonsense", "toString", "__proto__", "<script>"]) {
    const page = await readPage(`/auth?company=${encodeURIComponent(code)}`, provider);
    expect(page).not.toContain("form-note");
  }
});

test.each(["/auth", "/admin/auth", "/auth?mode=sign-up"])(
  "where the provider is the only way in %s has no form for passwords",
  async (path) => {
    const page = await readPage(path, { ...provider, OIDC_ONLY: "on" });
    expect(page).toContain("Continue with");
    expect(page).not.toMatch(/type="password"|sign-up|<form/);
  },
);

test("a mistake in the settings of the only way in is said, and opens nothing", async () => {
  const page = await readPage("/auth", { ...provider, OIDC_CLIENT_ID: "", OIDC_ONLY: "on" });
  expect(page).toContain("Signing in is not set up completely yet");
  expect(page).not.toMatch(/type="password"|Continue with/);
});
