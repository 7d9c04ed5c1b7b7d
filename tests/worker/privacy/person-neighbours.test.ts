/** Looking up and erasing one address leaves alone every address that this one is a part of. */
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { openDb } from "#worker/db/client.ts";
import type { EnquiryId } from "#worker/db/enquiries-tables.ts";
import { erasePerson } from "#worker/privacy/erase.ts";
import { exportPerson } from "#worker/privacy/export-person.ts";
import { makeEnquiry, makeMail } from "../enquiries/enquiry-rows.ts";
import { makeAccount } from "../make.ts";
import { makeWholeScope } from "../whole-scope.ts";
import { insert, makeMessage } from "./retention-make.ts";

const db = openDb(env.DB);
const email = "ada@client.example";
const others = [
  "not-ada@client.example",
  "not.ada@client.example",
  "not+ada@client.example",
  "o'ada@client.example",
  "canada@client.example",
  "ada@client.example.au",
  "ada@client.example-works.example",
  "ada@client.examples",
];

/** What is exported of the person, by kind; kinds without rows are left out. */
async function lookUp(address: string): Promise<Record<string, Record<string, unknown>[]>> {
  const { id } = await makeAccount({ roles: ["super_admin"] });
  const json = await exportPerson(db, { email: address, actor: id }, makeWholeScope());
  const { data } = JSON.parse(json) as { data: Record<string, Record<string, unknown>[]> };
  return Object.fromEntries(Object.entries(data).filter(([, rows]) => rows.length > 0));
}

async function erase(address: string) {
  const { id } = await makeAccount({ roles: ["super_admin"] });
  return erasePerson(db, { email: address, actor: id }, makeWholeScope());
}

test("a failed message whose error names somebody else's address is neither exported nor changed", async () => {
  for (const other of others) {
    await insert("failed_messages", makeMessage({ body: JSON.stringify({ to: other }) }));
    for (const error of [`550 ${other} unknown`, other, `<${other}>: unknown`, `No mailbox '${other}'.`])
      await insert("failed_messages", makeMessage({ last_error: error }));
  }
  const stored = await db.selectFrom("failed_messages").selectAll().orderBy("id").execute();
  expect(await lookUp(email)).toEqual({});
  await erase(email);
  expect(await db.selectFrom("failed_messages").selectAll().orderBy("id").execute()).toEqual(stored);
});

test("an error that names the address is exported without the message, and blanked, wherever the address stands", async () => {
  const errors = [
    `550 ${email} unknown`,
    email.toUpperCase(),
    `<${email}>: unknown`,
    `No mailbox '${email}'`,
    `Nobody reads ${email}.`,
    `Neither ${others[0]} nor ${email}, nor ${others[5]}`,
    `to=${email};`,
  ];
  for (const error of errors)
    await insert("failed_messages", makeMessage({ last_error: error, body: JSON.stringify({ secret: "of another" }) }));
  const { "Failed messages": letters = [] } = await lookUp(email);
  expect(letters.map(({ last_error }) => last_error).toSorted()).toEqual(errors.toSorted());
  expect(letters.map(({ body }) => body)).toEqual(errors.map(() => null));
  await erase(email);
  const left = await db.selectFrom("failed_messages").select(["last_error", "body"]).execute();
  expect(left).toEqual(errors.map(() => ({ last_error: null, body: JSON.stringify({ secret: "of another" }) })));
});

test("a mailbox of the site is no person: nothing is held under it, and erasing it stops no mail", async () => {
  const mailbox = "sales@site.example";
  const { id } = await makeEnquiry({ email });
  const mails = [
    { kind: "enquiry-owner", recipient: mailbox, reply_to: email },
    { kind: "enquiry-sender", recipient: email, reply_to: mailbox },
    { kind: "enquiry-digest", recipient: mailbox, reply_to: null },
  ];
  for (const mail of mails) {
    const mailId = await makeMail(id as EnquiryId, "waiting");
    await db.updateTable("outbox").set(mail).where("id", "=", mailId).execute();
  }
  expect(await lookUp(mailbox)).toEqual({});
  await erase(mailbox);
  expect(await db.selectFrom("outbox").select("id").execute()).toHaveLength(3);
  // The person is found in both mails.
  expect((await lookUp(email))["Mails of this site"]).toHaveLength(2);
});
