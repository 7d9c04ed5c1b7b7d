import { z } from "zod";
import type { Stage } from "#shared/hiring/hiring-stages.ts";
import { dayFilters, listDayOptions } from "#app/staff/lists/day-filters.ts";
import type { StagePath } from "#worker/hiring/applications/figures/paths.ts";

/**
 * Further filters of lists of applications, so that each figure leads to what it counts. They have a chip
 * only while they are set.
 */
export const figureFilters = {
  ...dayFilters,
  referrer: { name: "Site before", values: z.string().min(1).max(200) },
  way: { name: "Way", values: z.string().regex(/^(reached|left|in):[a-z0-9-]{1,40}$/) },
};

type Filters = Readonly<Record<keyof typeof figureFilters, string>>;

const pathWords: Record<StagePath["how"], (stage: string) => string> = {
  reached: (stage: string) => `came to ${stage} or further`,
  left: (stage: string) => `were in ${stage}`,
  in: (stage: string) => `are in ${stage}`,
};

/** The path as the database is asked for it; null where none is set. */
export function toStagePath(text: string): StagePath | null {
  const [how = "", stage = ""] = text.split(":");
  return Object.hasOwn(pathWords, how) ? { how: how as StagePath["how"], stage } : null;
}

/** The chips of those filters that are set; `stages` are those of the job that is shown, or the usual ones. */
export function listFigureOptions(
  { from, to, referrer, way }: Omit<Filters, "zone">,
  { stages, locale }: { stages: readonly Stage[]; locale: string },
) {
  const asked = toStagePath(way);
  const stage = stages.find(({ key }) => key === asked?.stage)?.name ?? asked?.stage ?? "";
  return {
    ...listDayOptions({ from, to }, locale),
    ...(referrer !== "" && { referrer: [{ value: referrer, name: referrer }] }),
    ...(asked !== null && { way: [{ value: way, name: pathWords[asked.how](stage) }] }),
  };
}
