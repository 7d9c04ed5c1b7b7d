/** Enquiries that staff move between the inbox and the spam folder, with their mails. */
import { brand } from "#app/content/brand.ts";
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { openDb } from "#worker/db/client.ts";
import { countRows, makeEnquiry, makeMail, readRow } from "./enquiry-rows.ts";
import { makeReader, openEnquiry, postChange } from "./enquiries-staff-make.ts";

const db = openDb(env.DB);

test("not spam moves an enquiry to the inbox and writes exactly two mails, once", async () => {
  const { id } = await makeEnquiry({ folder: "spam", spam_reasons: '["too-fast"]' });
  const { visit } = await makeReader();
  expect((await openEnquiry(id, visit))?.reasons).toEqual(["The form was sent within three seconds of being shown."]);
  const clearing = Array.from({ length: 5 }, () => postChange(id, { intent: "not-spam", version: "1" }, visit));
  const statuses = (await Promise.all(clearing)).map(({ status }) => status).toSorted();
  expect(statuses).toEqual([303, 409, 409, 409, 409]);
  expect(await readRow(id)).toMatchObject({ folder: "inbox", version: 2 });
  await postChange(id, { intent: "spam", version: "2" }, visit);
  expect(await readRow(id)).toMatchObject({ folder: "spam", version: 3 });
  await postChange(id, { intent: "not-spam", version: "3" }, visit);
  const mails = await db.selectFrom("outbox").select(["dedupe_key", "recipient"]).orderBy("dedupe_key").execute();
  expect(mails).toEqual([
    { dedupe_key: `enquiry:${id}:owner`, recipient: brand.salesEmail },
    { dedupe_key: `enquiry:${id}:sender`, recipient: "ada@client.example" },
  ]);
  const { actions } = await db
    .selectFrom("audit_log")
    .select(({ fn }) => fn.agg<string>("group_concat", ["action"]).as("actions"))
    .where("action", "!=", "enquiry.read")
    .executeTakeFirstOrThrow();
  expect(actions.split(",")).toHaveLength(3);
});

test("spam withdraws what has not left of its mails; not spam restores it and writes what is missing", async () => {
  const { id } = await makeEnquiry();
  const { visit } = await makeReader();
  const waiting = await makeMail(id, "waiting");
  const failed = await makeMail(id, "failed");
  const sent = await makeMail(id, "sent");
  const other = await makeMail((await makeEnquiry()).id, "waiting");
  const readWithdrawn = async () =>
    (await db.selectFrom("outbox").select("id").where("withdrawn_at", "is not", null).execute()).map((mail) => mail.id);
  await postChange(id, { intent: "spam", version: "1" }, visit);
  expect((await readWithdrawn()).toSorted()).toEqual([waiting, failed].toSorted());
  expect((await postChange(id, { intent: "send-again", mail: failed }, visit)).status).toBe(409);
  await postChange(id, { intent: "not-spam", version: "2" }, visit);
  expect(await readWithdrawn()).toEqual([]);
  const mails = (await openEnquiry(id, visit))?.mails.map((mail) => mail.id) ?? [];
  expect(mails).toEqual(expect.arrayContaining([waiting, failed, sent]));
  expect(mails).not.toContain(other);
  expect(mails).toHaveLength(5);
});

test("a stale not spam writes no mail", async () => {
  const { id } = await makeEnquiry({ folder: "spam", version: 4 });
  const { visit } = await makeReader();
  expect((await postChange(id, { intent: "not-spam", version: "3" }, visit)).status).toBe(409);
  expect([await countRows("outbox"), await countRows("audit_log")]).toEqual([0, 0]);
});

test("an enquiry whose address no mail can have stays in the spam folder, and the reader is told", async () => {
  const { id } = await makeEnquiry({ folder: "spam", email: `${"a".repeat(80)}@client.example` });
  const { visit } = await makeReader();
  const answer = await postChange(id, { intent: "not-spam", version: "1" }, visit);
  expect(answer).toMatchObject({ status: 400, refused: { title: expect.stringContaining("no mail can be written") } });
  expect((await readRow(id))?.folder).toBe("spam");
});
