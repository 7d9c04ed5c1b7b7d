import type { InboxCursor } from "#worker/contact/list-enquiries.ts";
import type { InboxChoices } from "./read-filter.ts";

const inboxPath = "/marketing-admin/inbox";

/** The query string of an inbox address with these choices, "?" included; "" when there are none. */
export function writeQuery(choices: Partial<InboxChoices>, after?: InboxCursor | null): string {
  const given = Object.entries(choices).filter(([name, value]) => value && !(name === "folder" && value === "inbox"));
  const query = new URLSearchParams(given);
  if (after) query.set("after", `${after.receivedAt}.${after.id}`);
  return query.size > 0 ? `?${query}` : "";
}

/** The address of the inbox with these choices. */
export function buildInboxPath(choices: Partial<InboxChoices>, after?: InboxCursor | null): string {
  return inboxPath + writeQuery(choices, after);
}
