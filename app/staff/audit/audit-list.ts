import { z } from "zod";
import { day } from "#shared/dates/durations.ts";
import { defineList, type ListState } from "#shared/pages/list.ts";
import { spanDays } from "#shared/dates/zoned-days.ts";
import { isZone } from "#shared/dates/zoned-time.ts";
import type { AuditFilter } from "#worker/audit/list-audit.ts";
import type { AccountId } from "#worker/db/accounts-tables.ts";
import { type ActionGroup, groupNames, listActions } from "./action-words.ts";
import { page } from "./page.ts";

const groups = Object.keys(groupNames) as ActionGroup[];
const date = z.iso.date();

/** The audit log: columns, filters and what the address may say. The last three filters have a form of their own. */
export const auditList = defineList({
  id: "audit-log",
  path: page.path,
  nouns: { one: "entry", many: "entries" },
  columns: {
    at: { name: "Time", sort: "desc" },
    person: { name: "Person" },
    what: { name: "What happened" },
    subject: { name: "To what" },
    where: { name: "Where", hides: 1 },
  },
  sort: { by: "at", direction: "desc" },
  filters: {
    person: { name: "Person", values: z.union([z.uuid(), z.literal("nobody")]) },
    group: { name: "Kind", values: z.enum(groups) },
    days: { name: "Time", values: z.enum(["1", "7", "30"]) },
    unusual: { name: "Unusual", values: z.literal("yes") },
    from: { name: "From", values: date },
    to: { name: "To", values: date },
    zone: { name: "Zone", values: z.string().min(1).max(64).refine(isZone) },
  },
});

export type AuditState = ListState<typeof auditList>;

interface Person {
  id: AccountId;
  name: string | null;
  email: string;
}

/** What each chip can be set to; the people come from the database. */
export function listAuditOptions(people: readonly Person[]) {
  return {
    person: [
      ...people.map(({ id, name, email }) => ({ value: id as string, name: name ?? email })),
      { value: "nobody", name: "nobody signed in" },
    ],
    group: groups.map((value) => ({ value: value as string, name: groupNames[value] })),
    days: [
      { value: "1", name: "last 24 hours" },
      { value: "7", name: "last 7 days" },
      { value: "30", name: "last 30 days" },
    ],
    unusual: [{ value: "yes", name: "only" }],
  };
}

/** What the database is asked for. `at` is now; days begin and end in the zone of the address, or else in `timeZone`. */
export function toAuditFilter(
  { filters, words }: AuditState,
  { at, timeZone }: { at: number; timeZone: string | null },
): AuditFilter {
  const { since, before } = spanDays(filters, filters.zone || timeZone || "UTC");
  const starts = [filters.days && at - Number(filters.days) * day, since];
  const known = starts.filter((start) => typeof start === "number");
  return {
    actor: (filters.person || null) as AuditFilter["actor"],
    actions: filters.group === "" ? null : listActions(filters.group),
    since: known.length === 0 ? null : Math.max(...known),
    before,
    unusual: filters.unusual === "yes",
    words,
  };
}
