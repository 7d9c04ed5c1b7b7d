/** The list of failed messages: which are shown, in what order and on which page. */
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { type ListCursor, readListState } from "#shared/pages/list.ts";
import { messageList, toMessageFilter } from "#app/staff/failed-messages/message-list.ts";
import type { AccountId } from "#worker/db/accounts-tables.ts";
import { openDb } from "#worker/db/client.ts";
import { messagesPerPage, listFailedMessages } from "#worker/failed-messages/read.ts";
import { deliver } from "./failed-messages-make.ts";
import { makeWholeScope } from "../whole-scope.ts";
import { muteConsole } from "../make.ts";

const db = openDb(env.DB);

muteConsole("warn", "error");

test("the list is narrowed down by queue, body and words, sorted, and comes in pages that leave none out", async () => {
  const many = Array.from({ length: messagesPerPage }, (_, index) => ({ mailId: `mail-${index}` }));
  await deliver("fivewright-mail-dead", [...many, "x".repeat(131_072)]);
  await deliver("fivewright-visitor-records-dead", [{ kind: "100% odd_case" }]);
  const reader = "019a0000-0000-7000-8000-000000000001" as AccountId;
  const list = (search: string, page: ListCursor | null = null) => {
    const state = readListState(messageList, new URLSearchParams(search));
    const asked = { filter: toMessageFilter(state), sort: state.sort, cursor: page };
    return listFailedMessages(db, { ...asked, reader, list: messageList.id, scope: makeWholeScope() });
  };
  const first = await list("");
  const second = await list("", first.next);
  expect(new Set([...first.rows, ...second.rows].map(({ id }) => id)).size).toBe(messagesPerPage + 2);
  expect([first.previous, second.next]).toEqual([null, null]);
  expect(first.figures).toMatchObject({ everything: messagesPerPage + 2, unsendable: 1 });
  expect(first.queues).toEqual(["fivewright-mail", "fivewright-visitor-records"]);
  expect((await list("body=dropped")).rows.map(({ body }) => body)).toEqual([null]);
  expect((await list("queue=fivewright-visitor-records")).counts.total).toBe(1);
  expect((await list("q=100%25 ODD_case")).rows.map(({ queue }) => queue)).toEqual(["fivewright-visitor-records"]);
  expect((await list("sort=-queue")).rows[0]?.queue).toBe("fivewright-visitor-records");
  expect((await list("queue=<b>&body=x&sort=x&after=x")).counts.total).toBe(messagesPerPage + 2);
});
