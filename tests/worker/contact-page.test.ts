/** The pages that take a post from anybody: whatever arrives, they answer, and store all of it or nothing. */
import { waitOnExecutionContext } from "cloudflare:test";
import fc from "fast-check";
import { RouterContextProvider } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { action as postContact } from "#app/site/contact/contact.tsx";
import { action as postTestMail } from "#app/site/test-email/test-email.tsx";
import { requestScope, type RequestScope } from "#worker/lib/scope.ts";
import { makeMailer, makeTicket, readEnquiries, readMails } from "./contact-make.ts";
import { makeScope, siteOrigin } from "./make.ts";

beforeEach(() => {
  vi.spyOn(console, "log").mockImplementation(() => {});
  vi.spyOn(console, "error").mockImplementation(() => {});
});

afterEach(() => {
  vi.restoreAllMocks();
});

const patient = { limit: async () => ({ success: true }) } as RateLimit;

/** The status that an action answers with, by itself or as a redirect. */
async function post(
  action: typeof postContact | typeof postTestMail,
  { path, body, type, scope }: { path: string; body: BodyInit; type: string; scope: RequestScope },
): Promise<number> {
  const context = new RouterContextProvider();
  context.set(requestScope, scope);
  const url = new URL(path, siteOrigin);
  const request = new Request(url, { method: "POST", body, headers: { "Content-Type": type } });
  const answer: unknown = await action({ request, context, params: {}, url, pattern: path } as never);
  await waitOnExecutionContext(scope.ctx);
  if (answer instanceof Response) return answer.status;
  return (answer as { init: { status: number } }).init.status;
}

const type = fc.constantFrom(
  "application/x-www-form-urlencoded",
  "application/x-www-form-urlencoded;charset=utf-8",
  "multipart/form-data",
  "application/json",
  "text/plain",
  "x",
);
const bytes = fc.uint8Array({ maxLength: 300 });
const text = fc.string({ unit: "binary", maxLength: 60 });

test("5,000 random posts to /contact are answered below 500, and each stored enquiry was confirmed", async () => {
  const ticket = await makeTicket();
  const form = fc
    .record(
      {
        name: text,
        email: fc.constantFrom("ada@example.com", "ADA@example.com", "ada@", "a\r\nb@example.com"),
        topic: fc.constantFrom("general", "project", "__proto__", ""),
        subject: text,
        message: fc.string({ unit: "binary", minLength: 5, maxLength: 200 }),
        consent: fc.constantFrom("on", "off"),
        job: text,
        ticket: fc.constantFrom(ticket, "", "x.y.z"),
        website: fc.constantFrom("", "", "x"),
      },
      { requiredKeys: [] },
    )
    .map((fields) => new URLSearchParams(Object.entries(fields)).toString());
  const scope = makeScope({ CONTACT_LIMIT: patient });
  const confirmed = { count: 0 };
  await fc.assert(
    fc.asyncProperty(fc.oneof({ arbitrary: form, weight: 4 }, bytes), type, async (body, type) => {
      const status = await post(postContact, { path: "/contact", body, type, scope });
      expect([303, 413, 422]).toContain(status);
      if (status === 303) confirmed.count += 1;
    }),
    { numRuns: 5000 },
  );
  const rows = await readEnquiries();
  expect(rows.length).toBeGreaterThan(5);
  // The same submission again is confirmed again and stored once.
  expect(rows.length).toBeLessThanOrEqual(confirmed.count);
  const inbox = rows.filter(({ folder }) => folder === "inbox").map(({ id }) => id);
  const owners = (await readMails()).filter(({ kind }) => kind === "enquiry-owner").map((mail) => mail.enquiry_id);
  expect(owners.toSorted()).toEqual(inbox.toSorted());
});

test("5,000 random posts to /test-email are answered below 500 and write one mail, to the configured address", async () => {
  const scope = makeScope({ EMAIL: makeMailer().binding, MAIL_FROM: "a@example.com", MAIL_TEST_TO: "b@example.com" });
  await fc.assert(
    fc.asyncProperty(fc.oneof(bytes, text), type, text, async (body, type, query) => {
      const path = `/test-email?${new URLSearchParams({ to: query, sent: query })}`;
      expect([303, 429]).toContain(await post(postTestMail, { path, body, type, scope }));
    }),
    { numRuns: 5000 },
  );
  const mails = await readMails();
  expect(new Set(mails.map(({ recipient }) => recipient))).toEqual(new Set(["b@example.com"]));
  // One a minute, and the test may run into the next.
  expect(mails.length).toBeLessThanOrEqual(3);
});

test("/test-email says so when mail is not configured", async () => {
  const { EMAIL: _binding, ...bare } = makeScope().env;
  const scope = { ...makeScope(), env: bare };
  const type = "application/x-www-form-urlencoded";
  expect(await post(postTestMail, { path: "/test-email", body: "", type, scope })).toBe(409);
  expect(await readMails()).toEqual([]);
});
