import { z } from "zod";
import { contactTopics } from "#app/content/contact-topics.ts";
import { day } from "#shared/dates/durations.ts";
import { defineList, type ListState } from "#shared/pages/list.ts";
import { dayFilters, listDayOptions, spanReceived } from "#app/staff/lists/day-filters.ts";
import type { EnquiryFilter } from "#worker/enquiries/filter-enquiries.ts";
import type { AccountId } from "#worker/db/accounts-tables.ts";
import type { EnquiryStatus } from "#worker/db/enquiries-tables.ts";
import { nobody, statusNames } from "./names.ts";

export const statuses = Object.keys(statusNames) as EnquiryStatus[];

/** The inbox: its columns, its filters and what its address may say. */
export const enquiryList = defineList({
  id: "inbox",
  path: "/marketing-admin/inbox",
  nouns: { one: "enquiry", many: "enquiries" },
  columns: {
    from: { name: "From", sort: "asc" },
    subject: { name: "Enquiry", sort: "asc" },
    topic: { name: "Topic", hides: 2 },
    owner: { name: "Owner", hides: 1 },
    received: { name: "Received", sort: "desc", align: "end" },
    status: { name: "Status", sort: "asc" },
  },
  sort: { by: "received", direction: "desc" },
  filters: {
    folder: { name: "Folder", values: z.enum(["inbox", "spam"]), initial: "inbox" },
    status: { name: "Status", values: z.enum([...statuses, "unfinished"]) },
    topic: { name: "Topic", values: z.enum(contactTopics.map(({ id }) => id)) },
    owner: { name: "Owner", values: z.union([z.enum(["mine", nobody]), z.uuid()]) },
    received: { name: "Received", values: z.enum(["7", "30", "90"]) },
    age: { name: "Age", values: z.enum(["overdue"]) },
    mail: { name: "Mail", values: z.enum(["failed"]) },
    ...dayFilters,
  },
});

/** An enquiry that is still new after so many days is overdue. */
export const daysUntilOverdue = 2;

export type EnquiriesState = ListState<typeof enquiryList>;

/** What the database is asked for; `at` is now, in epoch milliseconds. */
export function toEnquiryFilter(
  { filters, words }: EnquiriesState,
  { reader, at }: { reader: AccountId; at: number },
): EnquiryFilter {
  const { folder, status, topic, owner, age, mail } = filters;
  const { since, before } = spanReceived(filters, at);
  const ends = [before, age === "overdue" ? at - daysUntilOverdue * day : null].filter((end) => end !== null);
  return {
    folder,
    status: status || null,
    topic: topic || null,
    owner: owner === "mine" ? reader : ((owner || null) as AccountId | typeof nobody | null),
    since,
    before: ends.length === 0 ? null : Math.min(...ends),
    isUnmailed: mail === "failed",
    words,
  };
}

/** What each filter can be set to; the accounts come from the database. */
export function listEnquiryOptions(
  owners: readonly { id: string; name: string }[],
  {
    reader,
    filters,
    locale,
  }: { reader: string; filters: Pick<EnquiriesState["filters"], "from" | "to">; locale: string },
) {
  const colleagues = owners.filter(({ id }) => id !== reader);
  return {
    status: [
      { value: "unfinished", name: "New or open" },
      ...statuses.map((value) => ({ value, name: statusNames[value] })),
    ],
    topic: contactTopics.map(({ id, name }) => ({ value: id, name })),
    owner: [
      { value: "mine", name: "Me" },
      { value: nobody, name: "Nobody yet" },
      ...colleagues.map(({ id, name }) => ({ value: id, name })),
    ],
    received: ["7", "30", "90"].map((value) => ({ value, name: `last ${value} days` })),
    age: [{ value: "overdue", name: `over ${daysUntilOverdue} days` }],
    mail: [{ value: "failed", name: "failed or unconfirmed" }],
    ...listDayOptions(filters, locale),
  };
}
