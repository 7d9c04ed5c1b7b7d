import { z } from "zod";
import { defineList, type ListState } from "#shared/pages/list.ts";
import type { MessageFilter } from "#worker/failed-messages/read.ts";
import { page } from "./page.ts";

/** The failed messages: columns, filters and what the address may say. */
export const messageList = defineList({
  id: "failed-messages",
  path: page.path,
  nouns: { one: "failed message", many: "failed messages" },
  columns: {
    message: { name: "What failed" },
    error: { name: "Why" },
    queue: { name: "Queue", sort: "asc", hides: 1 },
    tries: { name: "Tries", sort: "desc", align: "end", hides: 3 },
    queued: { name: "Sent", sort: "desc", align: "end", hides: 2 },
    received: { name: "Given up", sort: "asc", align: "end" },
  },
  sort: { by: "received", direction: "asc" },
  filters: {
    queue: { name: "Queue", values: z.string().regex(/^[\w-]{1,64}$/) },
    body: { name: "Body", values: z.enum(["kept", "dropped"]) },
  },
});

export type MessageState = ListState<typeof messageList>;

/** What each filter can be set to; the queues come from the database. */
export function listMessageOptions(queues: readonly string[]) {
  return {
    queue: queues.map((queue) => ({ value: queue, name: queue })),
    body: [
      { value: "kept", name: "kept" },
      { value: "dropped", name: "too long to keep" },
    ],
  };
}

/** What the database is asked for. */
export function toMessageFilter({ filters, words }: MessageState): MessageFilter {
  return { queue: filters.queue || null, hasBody: filters.body === "" ? null : filters.body === "kept", words };
}
