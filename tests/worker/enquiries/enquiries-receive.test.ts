import fc from "fast-check";
import { env } from "cloudflare:workers";
import { expect, test, vi } from "vitest";
import { countRuns, isDeep } from "#tests/runs.ts";
import { InvalidInputError, TooManyAttemptsError, UnavailableError } from "#worker/lib/errors.ts";
import { readTicket } from "#worker/lib/forms/ticket.ts";
import { makeFields, readEnquiries, readMails, receive } from "./enquiries-make.ts";
import { makeTicket } from "./ticket-make.ts";
import { breakDatabase, replaceCalls } from "../faulty-bindings.ts";
import { makeAddress, makeScope } from "../make-scope.ts";

const silence = () => vi.spyOn(console, "error").mockImplementation(() => {});

test("an enquiry is stored with its answers, and one mail for its topic's mailbox and one for the sender", async () => {
  const scope = makeScope();
  const fields = await makeFields({ topic: "careers", job: "cloud-engineer" });
  const { id, topic } = await receive(fields, { scope });
  expect(topic.name).toBe("Careers");
  const [row, ...others] = await readEnquiries();
  expect(others).toEqual([]);
  const { name, email, company, subject, message } = fields;
  expect(row).toMatchObject({
    id,
    name,
    email,
    company,
    subject,
    message,
    topic: "careers",
    opening: "cloud-engineer",
  });
  expect(row).toMatchObject({ folder: "inbox", status: "new", spam_reasons: "[]", request_id: scope.requestId });
  const [toOwner, toSender] = await readMails();
  expect(toOwner).toMatchObject({ kind: "enquiry-owner", recipient: "careers@example.com", reply_to: email });
  expect(toOwner?.text).toContain(message);
  expect(toSender).toMatchObject({ kind: "enquiry-sender", recipient: email, state: "waiting" });
  expect(toSender?.reply_to).toBe("careers@example.com");
});

test("the confirmation holds nothing that the sender typed", async () => {
  const typed = { name: "Buy Now", company: "Cheap Pills", subject: "Win a prize", message: "Visit our casino today" };
  await receive(await makeFields(typed));
  const mail = (await readMails()).find(({ kind }) => kind === "enquiry-sender");
  for (const text of Object.values(typed)) {
    expect(mail?.text).not.toContain(text);
    expect(mail?.html).not.toContain(text);
    expect(mail?.subject).not.toContain(text);
  }
});

test("ten copies of one submission at once store one enquiry and two mails, and all name that one", async () => {
  const fields = await makeFields();
  const outcomes = await Promise.all(Array.from({ length: 10 }, () => receive(fields)));
  const rows = await readEnquiries();
  expect(rows).toHaveLength(1);
  expect(await readMails()).toHaveLength(2);
  expect(new Set(outcomes.map(({ id }) => id))).toEqual(new Set([rows[0]?.id]));
});

test.each([
  ["the trap is filled", { website: "https://x.example" }, "trap"],
  ["there is no ticket", { ticket: "" }, "no-ticket"],
  ["a link stands in the name", { name: "See www.x.example" }, "links-in-name"],
  ["the message is full of links", { message: "http://a http://b http://c http://d" }, "many-links"],
])("when %s the enquiry goes to the spam folder, with the reason and without mail", async (_case, changes, reason) => {
  await receive(await makeFields(changes));
  const [row] = await readEnquiries();
  expect(row?.folder).toBe("spam");
  expect(JSON.parse(row?.spam_reasons ?? "[]")).toEqual([reason]);
  expect(await readMails()).toEqual([]);
});

test.each([
  [1000, ["too-fast"]],
  [23 * 3_600_000, []],
  [25 * 3_600_000, ["too-old"]],
  [4000, []],
])("a form that was rendered %i ms ago has the signs %j", async (age, signs) => {
  await receive(await makeFields({ ticket: await makeTicket(age) }));
  expect(JSON.parse((await readEnquiries())[0]?.spam_reasons ?? "")).toEqual(signs);
});

test("the same words from the same address on another form within a day are flagged, not dropped", async () => {
  const fields = await makeFields();
  await receive(fields);
  await receive({ ...fields, ticket: await makeTicket() });
  expect((await readEnquiries()).map(({ spam_reasons }) => spam_reasons)).toEqual(["[]", '["repeated"]']);
});

test("a forged or altered ticket is not accepted", async () => {
  const ticket = await makeTicket();
  expect(await readTicket([env.AUTH_SECRET], ticket)).not.toBeNull();
  expect(await readTicket(["another secret of thirty-two letters"], ticket)).toBeNull();
  await fc.assert(
    fc.asyncProperty(fc.nat(ticket.length - 1), fc.constantFrom("0", "A", "-", "."), async (at, letter) => {
      fc.pre(ticket[at] !== letter && at < ticket.length - 1);
      const altered = ticket.slice(0, at) + letter + ticket.slice(at + 1);
      expect(await readTicket([env.AUTH_SECRET], altered)).toBeNull();
    }),
    { numRuns: countRuns(500) },
  );
});

test("of 50 submissions from one address in a minute the limit's number is stored, all of them, and the rest refused", async () => {
  const address = makeAddress();
  const outcomes = [];
  for (let index = 0; index < 50; index += 1)
    outcomes.push(await receive(await makeFields(), { address }).catch((error: unknown) => error));
  const refused = outcomes.filter((outcome) => outcome instanceof TooManyAttemptsError);
  const stored = await readEnquiries();
  expect(stored.length).toBe(50 - refused.length);
  expect(stored.length).toBeGreaterThanOrEqual(10);
  expect(refused.length).toBeGreaterThanOrEqual(30);
});

test("what is wrong is told by field", async () => {
  const fields = await makeFields({ name: " ", email: "ada@", topic: "none", message: "Hi", consent: "" });
  const error = await receive(fields).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(InvalidInputError);
  expect(Object.keys((error as InvalidInputError).fields).toSorted()).toEqual([
    "consent",
    "email",
    "message",
    "name",
    "topic",
  ]);
  expect(await readEnquiries()).toEqual([]);
});

test("an address that no mail can go to is told as a mistake, the longest that can is stored", async () => {
  const write = async (length: number) => receive(await makeFields({ email: `${"a".repeat(length)}@example.com` }));
  await expect(write(65)).rejects.toBeInstanceOf(InvalidInputError);
  await write(64);
  expect(await readMails()).toHaveLength(2);
});

test("line breaks and hidden marks cannot stay in a field of one line", async () => {
  await receive(await makeFields({ name: "Ada\r\nBcc: x@example.com", subject: "A\u202Eb\u0000c" }));
  const [row] = await readEnquiries();
  expect(row).toMatchObject({ name: "Ada Bcc: x@example.com", subject: "A b c" });
});

test("a message keeps its lines and tabs and loses what nobody sees", async () => {
  await receive(await makeFields({ message: "One\u0000 line\r\n\tand\u001B another\rand a last" }));
  expect((await readEnquiries())[0]?.message).toBe("One line\n\tand another\nand a last");
  const unseen = await receive(await makeFields({ message: "\u0007".repeat(20) })).catch((error: unknown) => error);
  expect((unseen as InvalidInputError).fields).toHaveProperty("message");
});

test("random forms end as stored, refused or limited, and leave no mail without its enquiry", async () => {
  silence();
  const text = fc.string({ unit: "binary", maxLength: 40 });
  const form = fc.record({
    name: text,
    email: fc.oneof(text, { arbitrary: fc.constantFrom("ada@example.com", "bo@example.org"), weight: 3 }),
    company: text,
    topic: fc.oneof(text, { arbitrary: fc.constant("general"), weight: 3 }),
    subject: text,
    message: fc.string({ unit: "binary", minLength: 8, maxLength: 200 }),
    consent: fc.constantFrom("", "on", "on", "on"),
    ticket: text,
    website: text,
  });
  const scope = makeScope({ CONTACT_LIMIT: { limit: async () => ({ success: true }) } as RateLimit });
  await fc.assert(
    fc.asyncProperty(form, async (fields) => {
      const outcome = await receive(fields, { scope }).catch((error: unknown) => error);
      if (outcome instanceof Error) expect(outcome).toBeInstanceOf(InvalidInputError);
    }),
    { numRuns: countRuns(5000) },
  );
  const rows = await readEnquiries();
  expect(rows.length).toBeGreaterThan(isDeep ? 200 : 5);
  expect(rows.every(({ folder }) => folder === "spam")).toBe(true);
  expect(await readMails()).toEqual([]);
});

test.each([1, 2])(
  "when D1 fails at call %i nothing is stored, and the same form again stores it once",
  async (broken) => {
    silence();
    const fields = await makeFields();
    const scope = makeScope({ DB: breakDatabase(broken) });
    await expect(receive(fields, { scope })).rejects.toBeInstanceOf(UnavailableError);
    expect(await readEnquiries()).toEqual([]);
    expect(await readMails()).toEqual([]);
    await receive(fields);
    await receive(fields);
    expect(await readEnquiries()).toHaveLength(1);
    expect(await readMails()).toHaveLength(2);
  },
);

test("there is no third call to fail: the two above are all", async () => {
  await receive(await makeFields(), { scope: makeScope({ DB: breakDatabase(3) }) });
  expect(await readEnquiries()).toHaveLength(1);
});

test("an answer that got lost after the writing is found again by the next try", async () => {
  silence();
  const fields = await makeFields();
  const lost = replaceCalls(env.DB, {
    async batch(statements) {
      await env.DB.batch(statements);
      throw new Error("Network connection lost.");
    },
  });
  await expect(receive(fields, { scope: makeScope({ DB: lost }) })).rejects.toBeInstanceOf(UnavailableError);
  const { id } = await receive(fields);
  expect((await readEnquiries()).map((row) => row.id)).toEqual([id]);
  expect(await readMails()).toHaveLength(2);
});

test("a stranger's mailbox gets at most three confirmations an hour; the enquiries are stored all the same", async () => {
  for (const name of ["victim", "victim", "Victim", "VICTIM", "vIctim"])
    await receive(await makeFields({ email: `${name}@example.com` }));
  expect(await readEnquiries()).toHaveLength(5);
  const kinds = (await readMails()).map(({ kind }) => kind);
  expect(kinds.filter((kind) => kind === "enquiry-sender")).toHaveLength(3);
  expect(kinds.filter((kind) => kind === "enquiry-owner")).toHaveLength(5);
});

test("ten enquiries at one moment in a stranger's name bring three confirmations all the same", async () => {
  const forms = await Promise.all(Array.from({ length: 10 }, () => makeFields({ email: "victim@example.com" })));
  await Promise.all(forms.map((fields) => receive(fields)));
  const kinds = (await readMails()).map(({ kind }) => kind);
  expect(kinds.filter((kind) => kind === "enquiry-sender")).toHaveLength(3);
  expect(kinds.filter((kind) => kind === "enquiry-owner")).toHaveLength(10);
});
