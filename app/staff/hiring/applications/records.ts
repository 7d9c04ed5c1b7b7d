import { foundAtMost, type RecordSource } from "#app/staff/palette/record-source.ts";
import { searchApplications } from "#worker/hiring/applications/text/search.ts";
import { applicationsList, nameStageOf } from "./applications-list.ts";
import { page } from "./page.ts";

export const recordSource = {
  name: "Applications",
  order: 1,
  permission: page.permission,
  find: async (db, words) =>
    (await searchApplications(db, { words, limit: foundAtMost })).rows.map(({ id, name, job, stage, stages }) => ({
      to: `${applicationsList.path}/${id}`,
      name,
      note: `${job ?? "No role"}, ${nameStageOf(stages, stage)}`,
    })),
} satisfies RecordSource;
