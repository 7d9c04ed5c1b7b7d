import { expect, test, vi } from "vitest";
import { checkChallenge } from "#worker/lib/forms/turnstile.ts";
import { documentPolicy } from "#worker/lib/http/security-headers.ts";
import { makeFields, readEnquiries, receive } from "./enquiries-make.ts";
import { makeScope } from "../make-scope.ts";

const address = "192.0.2.7";

function answer(body: unknown, status = 200) {
  return vi.fn<typeof fetch>(async () => Response.json(body, { status }));
}

test("without a secret nobody is asked", async () => {
  const ask = answer({ success: true });
  expect(await checkChallenge(undefined, { token: "t", address }, ask)).toBe("skipped");
  expect(ask).not.toHaveBeenCalled();
});

test("the service is asked with secret, token and address, and its word counts", async () => {
  const ask = answer({ success: true });
  expect(await checkChallenge("secret", { token: "token", address }, ask)).toBe("passed");
  expect(String(ask.mock.calls[0]?.[1]?.body)).toBe("secret=secret&response=token&remoteip=192.0.2.7");
  expect(await checkChallenge("secret", { token: "token", address }, answer({ success: false }))).toBe("failed");
});

test("a form without a token fails; a service that is away or talks nonsense is nobody's fault", async () => {
  expect(await checkChallenge("secret", { token: "", address }, answer({ success: true }))).toBe("failed");
  expect(await checkChallenge("secret", { token: "t", address }, answer("what", 500))).toBe("skipped");
  const unwell = answer({ success: false, "error-codes": ["internal-error"] });
  expect(await checkChallenge("secret", { token: "t", address }, unwell)).toBe("skipped");
  const used = answer({ success: false, "error-codes": ["timeout-or-duplicate"] });
  expect(await checkChallenge("secret", { token: "t", address }, used)).toBe("failed");
  const away = vi.fn<typeof fetch>(async () => Promise.reject(new TypeError("network")));
  expect(await checkChallenge("secret", { token: "t", address }, away)).toBe("skipped");
});

test("an enquiry that fails the challenge is stored, in the spam folder", async () => {
  const configured = { TURNSTILE_SITE_KEY: "key", TURNSTILE_SECRET: "secret" };
  await receive(await makeFields(), { scope: makeScope(configured) });
  expect(await readEnquiries()).toMatchObject([{ folder: "spam", spam_reasons: '["challenge"]' }]);
});

test("a secret without the site key that shows the challenge makes nobody fail", async () => {
  await receive(await makeFields(), { scope: makeScope({ TURNSTILE_SECRET: "secret" }) });
  expect(await readEnquiries()).toMatchObject([{ folder: "inbox" }]);
});

test("the policy lets the challenge in only where it is configured", () => {
  expect(documentPolicy([])).not.toContain("challenges.cloudflare.com");
  const policy = documentPolicy(["'sha256-x'"], { TURNSTILE_SITE_KEY: "key" });
  expect(policy).toContain("script-src 'self' https://challenges.cloudflare.com 'sha256-x'");
  expect(policy).toContain("frame-src https://challenges.cloudflare.com");
});
