import { foundAtMost, type RecordSource } from "#app/staff/palette/record-source.ts";
import { findStaffInsights } from "#worker/insights/list-for-staff.ts";
import { now } from "#worker/lib/clock.ts";
import { page } from "./page.ts";
import { standingNames } from "./insight-list.ts";

export const recordSource = {
  name: "Articles",
  order: 2,
  permission: page.permission,
  find: async (db, words) =>
    (await findStaffInsights(db, { words, limit: foundAtMost, now: now() })).map(({ id, title, standing }) => ({
      to: `${page.path}/${id}`,
      name: title,
      note: standingNames[standing],
    })),
} satisfies RecordSource;
