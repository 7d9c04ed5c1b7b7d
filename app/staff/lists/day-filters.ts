/** Days by which a list can be narrowed down, so that a figure leads to just what it counts. */
import { z } from "zod";
import { day } from "#shared/dates/durations.ts";
import { formatDayIn } from "#shared/dates/format-day.ts";
import { spanDays } from "#shared/dates/zoned-days.ts";
import { isZone } from "#shared/dates/zoned-time.ts";

const date = z.iso.date();

/** They have a chip only while they are set. */
export const dayFilters = {
  from: { name: "From", values: date },
  to: { name: "To", values: date },
  zone: { name: "Zone", values: z.string().min(1).max(64).refine(isZone) },
};

type Filters = Readonly<Record<"received" | keyof typeof dayFilters, string>>;

/** When what is asked for was received: within the last days, or on days of a zone. */
export function spanReceived({ received, from, to, zone }: Filters, at: number) {
  const { since, before } = spanDays({ from, to }, zone || "UTC");
  const starts = [received === "" ? null : at - Number(received) * day, since].filter((start) => start !== null);
  return { since: starts.length === 0 ? null : Math.max(...starts), before };
}

/** The chips of those that are set, in the language of `locale` (BCP 47). */
export function listDayOptions({ from, to }: Pick<Filters, "from" | "to">, locale: string) {
  const toOption = (value: string) => ({ value, name: formatDayIn(Date.parse(value), locale) });
  return {
    ...(from !== "" && { from: [toOption(from)] }),
    ...(to !== "" && { to: [toOption(to)] }),
  };
}
