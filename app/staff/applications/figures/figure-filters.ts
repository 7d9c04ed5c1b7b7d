import { z } from "zod";
import { day } from "#app/shared/durations.ts";
import { formatDay } from "#app/shared/format-day.ts";
import type { Stage } from "#app/shared/hiring-stages.ts";
import { spanDays } from "#app/shared/zoned-days.ts";
import { isZone } from "#app/shared/zoned-time.ts";
import type { Way } from "#worker/applications/figures/paths.ts";

const date = z.iso.date();

/**
 * What lists of applications can be narrowed down to besides, so that each figure leads to what it counts. They have a chip
 * only while they are set.
 */
export const figureFilters = {
  from: { name: "From", values: date },
  to: { name: "To", values: date },
  zone: { name: "Zone", values: z.string().min(1).max(64).refine(isZone) },
  referrer: { name: "Site before", values: z.string().min(1).max(200) },
  way: { name: "Way", values: z.string().regex(/^(reached|left|in):[a-z0-9-]{1,40}$/) },
};

type Filters = Readonly<Record<"received" | keyof typeof figureFilters, string>>;

/** When the applications were received that are asked for: the last days, or days of a zone. */
export function spanReceived({ received, from, to, zone }: Omit<Filters, "referrer" | "way">, at: number) {
  const { since, before } = spanDays({ from, to }, zone || "UTC");
  const starts = [received === "" ? null : at - Number(received) * day, since].filter((start) => start !== null);
  return { since: starts.length === 0 ? null : Math.max(...starts), before };
}

const wayWords: Record<Way["how"], (stage: string) => string> = {
  reached: (stage: string) => `came to ${stage} or further`,
  left: (stage: string) => `were in ${stage}`,
  in: (stage: string) => `are in ${stage}`,
};

/** The way as the database is asked for it; null where none is set. */
export function toWay(text: string): Way | null {
  const [how = "", stage = ""] = text.split(":");
  return Object.hasOwn(wayWords, how) ? { how: how as Way["how"], stage } : null;
}

/** The chips of those filters that are set; `stages` are those of the job that is shown, or the usual ones. */
export function listFigureOptions(
  { from, to, referrer, way }: Omit<Filters, "received" | "zone">,
  stages: readonly Stage[],
) {
  const asked = toWay(way);
  const stage = stages.find(({ key }) => key === asked?.stage)?.name ?? asked?.stage ?? "";
  return {
    ...(from !== "" && { from: [{ value: from, name: formatDay(from) }] }),
    ...(to !== "" && { to: [{ value: to, name: formatDay(to) }] }),
    ...(referrer !== "" && { referrer: [{ value: referrer, name: referrer }] }),
    ...(asked !== null && { way: [{ value: way, name: wayWords[asked.how](stage) }] }),
  };
}
