import { judgeStanding, openingStandingNames } from "#shared/hiring/opening-standing.ts";
import { foundAtMost, type RecordSource } from "#app/staff/palette/record-source.ts";
import { findStaffOpenings } from "#worker/hiring/openings/list-for-staff.ts";
import { now } from "#worker/lib/clock.ts";
import { page } from "./page.ts";

export const recordSource = {
  name: "Jobs",
  order: 4,
  permission: page.permission,
  find: async (db, words) => {
    const at = now();
    const jobs = await findStaffOpenings(db, { words, limit: foundAtMost, now: at });
    return jobs.map(({ id, title, status, publish_at, closes_at }) => ({
      to: `${page.path}/${id}`,
      name: title || "Untitled role",
      note: openingStandingNames[judgeStanding({ status, publishAt: publish_at, closesAt: closes_at }, at)],
    }));
  },
} satisfies RecordSource;
