import { z } from "zod";
import { offer, workplaceNames } from "#shared/hiring/opening-names.ts";
import { workplaces } from "#shared/hiring/opening.ts";
import { openingStandingNames, openingStandings } from "#shared/hiring/opening-standing.ts";
import { defineList, type ListState } from "#shared/pages/list.ts";
import type { StaffOpeningFilter } from "#worker/hiring/openings/list-for-staff.ts";
import type { AccountId } from "#worker/db/accounts-tables.ts";
import { page } from "./page.ts";

/** The jobs: columns, filters and what the address may say. */
export const openingList = defineList({
  id: "jobs",
  path: page.path,
  nouns: { one: "job", many: "jobs" },
  columns: {
    title: { name: "Title", sort: "asc" },
    department: { name: "Department", hides: 2 },
    status: { name: "Status" },
    places: { name: "Places", hides: 3 },
    applications: { name: "Applications", align: "end", hides: 1 },
    open: { name: "Days open", sort: "desc", align: "end", hides: 1 },
    closes: { name: "Closes on", sort: "asc", hides: 1 },
  },
  sort: { by: "open", direction: "desc" },
  filters: {
    status: { name: "Status", values: z.enum(openingStandings) },
    department: { name: "Department", values: z.string().min(1).max(60) },
    workplace: { name: "Workplace", values: z.enum(workplaces) },
    team: { name: "Hiring team", values: z.enum(["me"]) },
    attention: { name: "Attention", values: z.enum(["closing", "ended", "quiet"]) },
  },
});

export type OpeningListState = ListState<typeof openingList>;

/** What the database is asked for. */
export function toOpeningFilter(
  { filters, words }: Pick<OpeningListState, "filters" | "words">,
  reader: AccountId,
): StaffOpeningFilter {
  const { status, department, workplace, team, attention } = filters;
  return {
    standing: status || null,
    department: department || null,
    workplace: workplace || null,
    team: team === "me" ? reader : null,
    attention: attention || null,
    words,
  };
}

/** What each filter can be set to; departments come from the database. */
export function listOpeningOptions(departments: readonly string[]) {
  return {
    status: openingStandings.map((value) => ({ value, name: openingStandingNames[value] })),
    department: departments.map((name) => ({ value: name, name })),
    workplace: offer(workplaceNames),
    team: [{ value: "me", name: "Me" }],
    attention: [
      { value: "closing", name: "closes within 7 days" },
      { value: "ended", name: "ended, still worked at" },
      { value: "quiet", name: "no application in 30 days" },
    ],
  };
}
