/** The pages that take a post from anybody: whatever arrives, they answer, and store all of it or nothing. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { action as postContact } from "#app/site/enquiries/contact.tsx";
import { action as postTestMail } from "#app/site/test-email/test-email.tsx";
import { countRuns, isDeep } from "#tests/runs.ts";
import { makeMailer, postForm, readEnquiries, readMails } from "./enquiries-make.ts";
import { makeTicket } from "./ticket-make.ts";
import { makeScope } from "../make-scope.ts";
import { muteConsole } from "../make.ts";

muteConsole("error");

const patient = { limit: async () => ({ success: true }) } as RateLimit;

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
const isForm = (type: string) => type.startsWith("application/x-www-form-urlencoded");

test("random posts to /contact are answered below 500, and each stored enquiry was confirmed", async () => {
  const tickets = await Promise.all(Array.from({ length: 40 }, () => makeTicket()));
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
        ticket: fc.oneof(fc.constantFrom(...tickets), fc.constantFrom("", "x.y.z")),
        website: fc.constantFrom("", "", "x"),
      },
      { requiredKeys: [] },
    )
    .map((fields) => new URLSearchParams(Object.entries(fields)).toString());
  const scope = makeScope({ CONTACT_LIMIT: patient });
  const confirmed = { count: 0 };
  await fc.assert(
    fc.asyncProperty(fc.oneof({ arbitrary: form, weight: 4 }, bytes), type, async (body, type) => {
      const { status } = await postForm(postContact, body, { type, scope });
      expect(isForm(type) ? [303, 400, 409] : [415]).toContain(status);
      if (status === 303) confirmed.count += 1;
    }),
    { numRuns: countRuns(5000) },
  );
  const rows = await readEnquiries();
  // Of 200 random posts not one may be whole.
  if (isDeep) expect(rows.length).toBeGreaterThan(5);
  // The same submission again is confirmed again and stored once.
  expect(rows.length).toBeLessThanOrEqual(confirmed.count);
  const inbox = rows.filter(({ folder }) => folder === "inbox").map(({ id }) => id);
  const owners = (await readMails()).filter(({ kind }) => kind === "enquiry-owner").map((mail) => mail.subject_id);
  expect(owners.toSorted()).toEqual(inbox.toSorted());
});

test("random posts to /test-email are answered below 500 and write one mail, to the configured address", async () => {
  const scope = makeScope({ EMAIL: makeMailer().binding, MAIL_FROM: "a@example.com", MAIL_TEST_TO: "b@example.com" });
  await fc.assert(
    fc.asyncProperty(fc.oneof(bytes, text), type, text, async (body, type, query) => {
      const path = `/test-email?${new URLSearchParams({ to: query, sent: query })}`;
      const { status } = await postForm(postTestMail, body, { path, type, scope });
      expect(isForm(type) ? [303, 400, 429] : [415]).toContain(status);
    }),
    { numRuns: countRuns(5000) },
  );
  const mails = await readMails();
  expect(new Set(mails.map(({ recipient }) => recipient))).toEqual(new Set(["b@example.com"]));
  // One a minute, and the test may run into the next.
  expect(mails.length).toBeLessThanOrEqual(3);
});

test("/test-email says so when mail is not configured", async () => {
  const { EMAIL: _binding, ...bare } = makeScope().env;
  const scope = { ...makeScope(), env: bare };
  expect((await postForm(postTestMail, "", { path: "/test-email", scope })).status).toBe(409);
  expect(await readMails()).toEqual([]);
});
