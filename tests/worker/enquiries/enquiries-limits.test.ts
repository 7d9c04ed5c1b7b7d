/** What one form, one address, one network and all of them together may set off. */
import fc from "fast-check";
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { action as postContact } from "#app/site/enquiries/contact.tsx";
import { countRuns } from "#tests/runs.ts";
import { openDb } from "#worker/db/client.ts";
import { mostMails } from "#worker/enquiries/limits.ts";
import { FormUsedError } from "#worker/lib/errors.ts";
import { foldAddress } from "#worker/lib/text/fold-address.ts";
import { runJobs } from "#worker/jobs.ts";
import {
  countMails,
  hourly,
  makeFields,
  postForm,
  readEnquiries,
  readMails,
  receive,
  receiveMany,
} from "./enquiries-make.ts";
import { makeTicket } from "./ticket-make.ts";
import { fillEnquiry, makeEnquiry } from "./enquiry-rows.ts";
import { postChange } from "./enquiries-staff-make.ts";
import { makeScope, siteOrigin } from "../make-scope.ts";
import { makeWholeScope } from "../whole-scope.ts";

const db = openDb(env.DB);

test("of ten who send different words from one form one is stored, and nine are told", async () => {
  const ticket = await makeTicket();
  const forms = await Promise.all(Array.from({ length: 10 }, () => makeFields({ ticket })));
  const outcomes = await Promise.all(forms.map((fields) => receive(fields).catch((error: unknown) => error)));
  expect(outcomes.filter((outcome) => outcome instanceof FormUsedError)).toHaveLength(9);
  expect(await readEnquiries()).toHaveLength(1);
  expect(await readMails()).toHaveLength(2);
});

test("other words from a form that was used come back whole with a form that is good, and are stored with that", async () => {
  const ticket = await makeTicket();
  const first = await makeFields({ ticket });
  expect((await postForm(postContact, first)).status).toBe(303);
  expect((await postForm(postContact, first)).status).toBe(303);
  const second = await makeFields({ ticket, company: "Client & Sons", message: "A second thought, not to be lost." });
  const { status, data } = await postForm(postContact, second);
  const { ticket: fresh = "", ...answers } = (data as { answers: Record<string, string> }).answers;
  const { ticket: used, ...typed } = second;
  expect([status, answers]).toEqual([409, typed]);
  expect(fresh).not.toBe(used);
  expect(await readEnquiries()).toHaveLength(1);
  expect((await postForm(postContact, { ...second, ticket: fresh })).status).toBe(303);
  expect((await readEnquiries()).map(({ folder, message }) => [folder, message])).toEqual([
    ["inbox", first["message"]],
    ["inbox", second["message"]],
  ]);
  // A mistake after that keeps the good form.
  const wrong = await postForm(postContact, { ...second, email: "ada@", ticket: fresh });
  expect(wrong).toMatchObject({ status: 400, data: { answers: { ticket: fresh } } });
});

test("variants of one address count as one: three confirmations, and every enquiry is stored", async () => {
  const variants = ["target@gmail.com", "TARGET@gmail.com", "t.arget@gmail.com", "target+1@gmail.com"];
  variants.push(
    "t.a.r.g.e.t+2@GoogleMail.com",
    ...Array.from({ length: 10 }, (_, index) => `target+n${index}@gmail.com`),
  );
  const outcomes = [];
  for (const email of variants) outcomes.push(await receive(await makeFields({ email })));
  expect(await countMails("enquiry-sender")).toBe(3);
  expect(await countMails("enquiry-owner")).toBe(variants.length);
  expect(outcomes.map(({ isPastLimit }) => isPastLimit)).toEqual(variants.map((_, index) => index >= 3));
});

test("whatever dots, tags, case and quotes are put into an address, it folds to the same, and folding again changes nothing", () => {
  const letters = fc.string({ unit: fc.constantFrom(..."abcxyz019_-".split("")), minLength: 1, maxLength: 12 });
  const domain = fc.constantFrom(
    "example.com",
    "mail.example.co.uk",
    "bücher.example",
    "gmail.com",
    "xn--bcher-kva.example",
  );
  fc.assert(
    fc.property(
      letters,
      domain,
      fc.array(fc.nat(11)),
      fc.option(fc.string({ maxLength: 8 })),
      fc.boolean(),
      (...given) => {
        const [name, host, dots, tag, isQuoted] = given;
        const dotted = Array.from(name, (letter, index) => (dots.includes(index) ? `${letter}.` : letter)).join("");
        const tagged = tag === null ? dotted : `${dotted}+${tag.replace(/["\\@]/g, "")}`;
        const mailbox = (isQuoted ? `"${tagged}"` : tagged).toUpperCase();
        const folded = foldAddress(`${mailbox}@${host.toUpperCase()}`);
        expect(folded).toBe(foldAddress(`${name}@${host}`));
        expect(foldAddress(folded)).toBe(folded);
      },
    ),
    { numRuns: countRuns(1000) },
  );
  expect(foldAddress("Ada@BÜCHER.example.")).toBe("ada@xn--bcher-kva.example");
  expect(foldAddress("a.da+x@googlemail.com")).toBe("ada@gmail.com");
  expect(foldAddress('"ada"@example.com')).toBe("ada@example.com");
  expect(foldAddress("+only@example.com")).toBe("+only@example.com");
  expect(foldAddress("bo@example.com")).not.toBe(foldAddress("ada@example.com"));
});

test.each([
  ["/24", (index: number) => `203.0.113.${index}`, () => "203.0.114.1"],
  ["/48", (index: number) => `2001:db8:7:${index.toString(16)}::1`, () => "2001:db8:8::1"],
])(
  "a network (%s) brings at most forty confirmations an hour, and its neighbour is not meant",
  async (_name, inside, next) => {
    const outcomes = await receiveMany(42, inside);
    expect(outcomes.map(({ isPastLimit }) => isPastLimit)).toEqual([...Array(40).fill(false), true, true]);
    // Whoever gets no confirmation reaches our mailbox, too, within the limit of a topic.
    expect([await countMails("enquiry-sender"), await countMails("enquiry-owner")]).toEqual([40, mostMails.aTopic]);
    expect(await receiveMany(1, next)).toMatchObject([{ isPastLimit: false }]);
  },
);

test("the site writes at most four hundred confirmations an hour, also to many at one moment; the page says that none comes", async () => {
  const confirmed = (confirmed_at: number) => fillEnquiry({ confirmed_at, message: "m" });
  const rows = Array.from({ length: 398 }, () => confirmed(Date.now() - 60_000));
  rows.push(confirmed(Date.now() - 3_700_000));
  for (const row of rows) await db.insertInto("enquiries").values(row).execute();
  const forms = await Promise.all(Array.from({ length: 5 }, () => makeFields()));
  const answers = await Promise.all(forms.map((fields) => postForm(postContact, fields)));
  expect(answers.filter(({ location }) => !location.includes("mail=none"))).toHaveLength(2);
  expect(await countMails("enquiry-sender")).toBe(2);
  // The same again says the same.
  for (const [index, fields] of forms.entries())
    expect((await postForm(postContact, fields)).location).toBe(answers[index]?.location);
});

test("the answer to spam is that to a clean enquiry, also when it comes again", async () => {
  const mailed = { MAIL_FROM: "website@example.com" };
  const shape = async (fields: Record<string, string>) => {
    const { status, location } = await postForm(postContact, fields, { scope: makeScope(mailed) });
    return [status, [...new URL(location, siteOrigin).searchParams.keys()]];
  };
  const clean = await makeFields();
  const trapped = await makeFields({ website: "https://x.example" });
  for (const fields of [clean, trapped, clean, trapped]) expect(await shape(fields)).toEqual([303, ["id", "topic"]]);
  expect((await readEnquiries()).map(({ folder }) => folder)).toEqual(["inbox", "spam"]);
});

test("what is stored of a network is a keyed hash, for a day, and nothing for spam", async () => {
  const address = "203.0.113.77";
  await receive(await makeFields(), { address });
  await receive(await makeFields({ website: "x" }), { address });
  const hashes = (await readEnquiries()).map(({ network_hash }) => network_hash);
  expect(hashes).toEqual([expect.stringMatching(/^[\w-]{43}$/), null]);
  expect(JSON.stringify(await readEnquiries())).not.toContain("203.0.113");
  // Nor of what staff take for spam.
  const found = await makeEnquiry({ network_hash: hashes[0] ?? null });
  await postChange(found.id, { intent: "spam", version: "1" });
  expect((await readEnquiries()).find(({ id }) => id === found.id)).toMatchObject({
    folder: "spam",
    network_hash: null,
  });
  await runJobs(hourly, makeWholeScope());
  expect((await readEnquiries())[0]?.network_hash).toBe(hashes[0]);
  await db
    .updateTable("enquiries")
    .set({ received_at: Date.now() - 25 * 3_600_000 })
    .execute();
  await runJobs(hourly, makeWholeScope());
  expect((await readEnquiries())[0]?.network_hash).toBeNull();
});
