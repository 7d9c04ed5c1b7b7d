import { z } from "zod";
import { contactTopics } from "#app/content/contact-topics.ts";
import { cleanLine } from "#app/shared/clean-line.ts";
import type { InboxCursor, InboxFilter } from "#worker/contact/list-enquiries.ts";
import type { UserId } from "#worker/db/accounts-tables.ts";
import type { EnquiryId } from "#worker/db/contact-tables.ts";
import { nobody, statusNames } from "./names.ts";

const statuses = Object.keys(statusNames) as (keyof typeof statusNames)[];

/** The query parameters of the inbox. An invalid value counts as no filter. */
const choicesSchema = z.object({
  folder: z.enum(["inbox", "spam"]).catch("inbox"),
  status: z.enum(["", ...statuses]).catch(""),
  topic: z.enum(["", ...contactTopics.map(({ id }) => id)]).catch(""),
  owner: z.enum(["", "mine", nobody]).catch(""),
  q: z
    .string()
    .transform((text) => cleanLine(text, 100))
    .catch(""),
});

export type InboxChoices = z.infer<typeof choicesSchema>;

/** The choices in the address, as the forms show them. */
export function readChoices(query: URLSearchParams): InboxChoices {
  return choicesSchema.parse(Object.fromEntries(query));
}

/** The choices as a filter for the database query. */
export function toFilter({ folder, status, topic, owner, q }: InboxChoices, reader: string): InboxFilter {
  return {
    folder,
    status: status || null,
    topic: topic || null,
    owner: owner === "mine" ? (reader as UserId) : owner || null,
    words: q,
  };
}

/** The cursor at which a page of the list begins. An invalid one means the newest enquiry. */
export function readCursor(text: string | null): InboxCursor | null {
  const [, receivedAt, id] = /^(\d{1,15})\.([0-9a-f-]{36})$/.exec(text ?? "") ?? [];
  return receivedAt && id ? { receivedAt: Number(receivedAt), id: id as EnquiryId } : null;
}
