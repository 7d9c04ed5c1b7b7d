import { usualStages } from "#shared/hiring/hiring-stages.ts";
import { usualCriteria } from "#shared/hiring/scorecard.ts";
import type { AccountId } from "#worker/db/accounts-tables.ts";
import type { OpeningId } from "#worker/db/openings-tables.ts";
import { now } from "#worker/lib/clock.ts";
import type { WorkingOpening } from "./read-working.ts";

/** The job `id` before anybody has written in it: untitled, version 0, hired for by `beginner`. Nothing is stored. */
export function beginOpening(id: OpeningId, beginner: AccountId): WorkingOpening {
  const slug = `untitled-${id.slice(-8)}`;
  const unset = { publishAt: null, closesAt: null, closedAt: null, editedBy: null, applications: 0, usedStages: [] };
  return {
    ...unset,
    id,
    version: 0,
    status: "draft",
    editedAt: now(),
    isShown: true,
    shownSlug: slug,
    draft: {
      slug,
      requisitionId: makeNumber(id),
      title: "",
      department: "",
      summary: "",
      markdown: "",
      workplace: "hybrid",
      employment: "full-time",
      openings: 1,
      pay: { min: null, max: null, currency: "EUR", period: "year" },
      places: [],
      remoteCountries: [],
      closesAt: null,
      questions: [],
      stages: usualStages.map(({ key, name }) => ({ key, name })),
      criteria: [...usualCriteria],
      team: [beginner],
    },
  };
}

/** A requisition id made of another id. */
export function makeNumber(id: string): string {
  return `R-${id.slice(-8).toUpperCase()}`;
}
