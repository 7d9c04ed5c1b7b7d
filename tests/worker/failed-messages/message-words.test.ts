/** Failed messages in words: what failed, and why, with the answer of the mail server. */
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { readListState } from "#shared/pages/list.ts";
import { messageList, toMessageFilter } from "#app/staff/failed-messages/message-list.ts";
import { toMessageRows } from "#app/staff/failed-messages/message-rows.tsx";
import { subject as email } from "#worker/email/subject.ts";
import type { AccountId } from "#worker/db/accounts-tables.ts";
import { openDb } from "#worker/db/client.ts";
import { listFailedMessages } from "#worker/failed-messages/read.ts";
import { deliver } from "./failed-messages-make.ts";
import { makeEnquiry, makeMail } from "../enquiries/enquiry-rows.ts";
import { makeScope } from "../make-scope.ts";
import { muteConsole } from "../make.ts";

const db = openDb(env.DB);

muteConsole("warn", "error");

async function readRows() {
  const state = readListState(messageList, new URLSearchParams());
  const asked = { filter: toMessageFilter(state), sort: state.sort, cursor: null, reader: "r" as AccountId };
  const { rows } = await listFailedMessages(db, { ...asked, list: messageList.id, scope: makeScope({}, [email]) });
  return toMessageRows(rows, "en-GB");
}

test("a mail that failed says which one it was and what the server answered, without the address it went to", async () => {
  const mail = await makeMail((await makeEnquiry()).id, "waiting");
  const said = "The mail server refused RCPT TO. 550 5.1.1 <Sales@Site.example>: no such mailbox";
  await db.updateTable("outbox").set({ last_error: said }).where("id", "=", mail).execute();
  await deliver("fivewright-mail-dead", [{ mailId: mail }]);
  expect(await readRows()).toMatchObject([
    {
      what: "The mailbox's mail about an enquiry",
      why: "The mail server refused RCPT TO. 550 5.1.1 <the recipient>: no such mailbox",
    },
  ]);
});

test("a message about nothing that is stored, of a form that is not known, or too long, says so in words", async () => {
  await deliver("fivewright-mail-dead", [{ mailId: crypto.randomUUID() }]);
  await deliver("fivewright-documents-dead", [{ file: 1 }]);
  await deliver("fivewright-visitor-records-dead", ["x".repeat(131_072)]);
  await db
    .updateTable("failed_messages")
    .set({ last_error: '[{"code":"invalid_type","path":["file"],"message":"Invalid input: expected string"}]' })
    .where("queue", "=", "fivewright-documents")
    .execute();
  const rows = (await readRows()).toSorted((a, b) => a.queue.localeCompare(b.queue));
  expect(rows.map(({ what, why }) => [what, why])).toEqual([
    [
      "The text of a document",
      "This version of the site does not know the form of the message: Invalid input: expected string.",
    ],
    ["A mail", "The mail it was about is not stored any longer: this message can be deleted."],
    ["A record of a visit", "The message was too long to keep."],
  ]);
});
