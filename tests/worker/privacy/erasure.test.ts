/** What erasing a person or a visitor leaves: nothing, in any table. */
import { env } from "cloudflare:workers";
import { beforeEach, expect, test, vi } from "vitest";
import type { AccountId } from "#worker/db/accounts-tables.ts";
import { openDb } from "#worker/db/client.ts";
import type { EnquiryId } from "#worker/db/enquiries-tables.ts";
import { columns } from "#worker/db/tables.ts";
import { newId } from "#worker/lib/ids.ts";
import { prepareRecord } from "#worker/analytics/prepare-record.ts";
import { writeMessages } from "#worker/analytics/write-messages.ts";
import { hashEmail } from "#worker/accounts/sign-in/backoff.ts";
import { saveView } from "#worker/lib/saved-views.ts";
import { erasePerson } from "#worker/privacy/erase.ts";
import { makeFacts, makeRecord } from "../analytics/analytics-make.ts";
import { makeEnquiry, makeMail } from "../enquiries/enquiry-rows.ts";
import { makeAccount } from "../make.ts";
import { makeWholeScope } from "../whole-scope.ts";
import { hash, insert, makeMessage } from "./retention-make.ts";

const db = openDb(env.DB);

let lines: { event: string; outcome?: { pruned: unknown[] } }[] = [];

beforeEach(() => {
  lines = [];
  vi.spyOn(console, "log").mockImplementation((line: unknown) => void lines.push(JSON.parse(String(line))));
});

/** Every text in every table, with where it stands. */
async function readTexts(): Promise<{ at: string; text: string }[]> {
  const texts = [];
  for (const table of Object.keys(columns)) {
    const { results } = await env.DB.prepare(`SELECT * FROM ${table}`).all();
    for (const row of results)
      for (const [column, value] of Object.entries(row))
        if (typeof value === "string")
          texts.push({ at: `${table}.${column}`, text: value.toLowerCase().replaceAll("%40", "@") });
  }
  return texts;
}

test("nothing of a person is left in any table once they are erased, but that it was done", async () => {
  const email = "ada.person@client.example";
  const actor = await makeAccount({ roles: ["super_admin"] });
  const colleague = await makeAccount({ email: "not-ada.person@client.example" });
  const { id } = await makeAccount({ email, name: "Ada Person" });
  await insert("sign_in_backoff", {
    email_hash: await hashEmail(email, env.AUTH_SECRET),
    failed_count: 1,
    attempted_at: Date.now(),
    blocked_until: 1,
  });
  await insert("one_time_tokens", {
    token_sha256: hash(43),
    purpose: "password_reset",
    email: email.toUpperCase(),
    account_id: null,
    created_at: 1,
    expires_at: 9e15,
    consumed_at: null,
  });
  for (const folder of ["inbox", "spam"] as const) {
    const enquiry = await makeEnquiry({
      name: "Ada Person",
      email: "Ada.Person@client.example",
      folded_email: "adaperson@client.example",
      folder,
    });
    const note = {
      id: newId(),
      enquiry_id: enquiry.id,
      author_id: actor.id,
      written_at: 1,
      note: "Ada Person called.",
    };
    await insert("enquiry_notes", note);
    await makeMail(enquiry.id as EnquiryId, "sent", { html: "<p>Ada Person</p>" });
  }
  const others = await makeEnquiry({ email: colleague.email });
  const mail = await makeMail(others.id as EnquiryId, "sent");
  const toPerson = { kind: "enquiry-sender", recipient: email, subject_id: null };
  await db.updateTable("outbox").set(toPerson).where("id", "=", mail).execute();
  await insert("failed_messages", makeMessage({ body: JSON.stringify({ to: email, name: "Ada Person" }) }));
  await insert("failed_messages", makeMessage({ last_error: `550 ${email} unknown` }));
  const query = (address: string) => `?${new URLSearchParams({ q: `from <${address}>` })}`;
  for (const [name, address] of [
    ["Ada.Person@client.example", "nobody@client.example"],
    ["By words", email],
    ["Of a colleague", colleague.email],
  ] as const)
    await saveView(db, { user: actor.id, list: "inbox", name, query: query(address) });

  const scope = makeWholeScope();
  const { rows } = await erasePerson(db, { email, actor: actor.id }, scope);
  expect(rows).toBeGreaterThan(5);
  const left = (await readTexts()).filter(({ text }) => /(?<!not-)ada\.?person|ada person/.test(text));
  expect(left).toEqual([]);
  expect((await readTexts()).filter(({ text }) => text === id)).toEqual([]);
  // Whoever has another address, though it ends alike, is left alone.
  expect(await db.selectFrom("enquiries").select("id").execute()).toEqual([{ id: others.id }]);
  expect(await db.selectFrom("accounts").select("id").where("id", "=", colleague.id).execute()).toHaveLength(1);
  expect(await db.selectFrom("saved_views").select("name").execute()).toEqual([{ name: "Of a colleague" }]);
  const [entry] = await db.selectFrom("audit_log").select(["action", "actor_id", "subject_id", "detail"]).execute();
  expect(entry).toEqual({
    action: "person.erased",
    actor_id: actor.id,
    subject_id: null,
    detail: expect.stringMatching(/^\{"rows":\d+\}$/),
  });
});

test("an account with a role is not erased along with what its holder wrote", async () => {
  const staff = await makeAccount({ email: "hr@site.example", roles: ["HR"] });
  await makeEnquiry({ email: staff.email });
  await erasePerson(db, { email: staff.email, actor: staff.id as AccountId }, makeWholeScope());
  expect(await db.selectFrom("enquiries").select("id").execute()).toEqual([]);
  expect(await db.selectFrom("accounts").select("id").execute()).toEqual([{ id: staff.id }]);
});

test("an erased visitor leaves nothing in any table, messages that could not be stored among them", async () => {
  const visitor = "visitor-number-one";
  const message = await prepareRecord(makeRecord({ visitor_id: visitor }), makeFacts());
  await writeMessages(db, [message], makeWholeScope());
  const body = JSON.stringify({ kind: "accepted", visitor: { visitor_id: visitor } });
  await insert("failed_messages", makeMessage({ queue: "fivewright-visitor-records", body }));
  await insert("failed_messages", makeMessage({ body: JSON.stringify({ visitor_id: "another" }) }));
  await writeMessages(db, [{ kind: "erasure", visitor_id: visitor, erased_at: Date.now() }], makeWholeScope());
  expect((await readTexts()).filter(({ text }) => text.includes(visitor))).toEqual([]);
  expect(await db.selectFrom("failed_messages").select("id").execute()).toHaveLength(1);
});
