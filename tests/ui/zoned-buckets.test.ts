import fc from "fast-check";
import { expect, test } from "vitest";
import { day, hour } from "#shared/dates/durations.ts";
import { listBuckets, listDays } from "#shared/dates/zoned-buckets.ts";
import { countRuns } from "#tests/runs.ts";

const zones = [
  "UTC",
  "Asia/Kolkata",
  "Asia/Kathmandu",
  "America/St_Johns",
  "Pacific/Chatham",
  "Europe/Berlin",
  "Australia/Lord_Howe",
  "America/Sao_Paulo",
  "Africa/Cairo",
  "Pacific/Apia",
] as const;

/** What a clock in the zone shows: `Mon 2026-03-30 00:00`. */
function readClock(at: number, zone: string): string {
  const parts = new Intl.DateTimeFormat("en-CA", {
    timeZone: zone,
    hourCycle: "h23",
    weekday: "short",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
  }).formatToParts(at);
  const read = (type: string) => parts.find((part) => part.type === type)?.value ?? "";
  return `${read("weekday")} ${read("year")}-${read("month")}-${read("day")} ${read("hour")}:${read("minute")}`;
}

test("hours, days, weeks and months follow each other without a gap, and begin when clocks say so", () => {
  const first = Date.parse("2011-01-01");
  fc.assert(
    fc.property(
      fc.constantFrom(...zones),
      fc.integer({ min: 0, max: 16 * 365 }),
      fc.integer({ min: 1, max: 70 }),
      (zone, from, count) => {
        const days = listDays({ from: first + from * day, to: first + (from + count) * day }, zone);
        const period = { from: days[0]?.from ?? 0, to: days.at(-1)?.to ?? 0 };
        const begins = { hour: /:00$/, day: / 00:00$/, week: / Mon .* 00:00$/, month: /-01 00:00$/ };
        for (const interval of ["hour", "day", "week", "month"] as const) {
          const span =
            interval === "hour" ? { from: period.from, to: days[Math.min(2, days.length - 1)]?.to ?? 0 } : period;
          const buckets = listBuckets(span, interval, zone);
          expect([buckets[0]?.from, buckets.at(-1)?.to]).toEqual([span.from, span.to]);
          for (const [index, { start, from: begun, to }] of buckets.entries()) {
            expect(to).toBeGreaterThan(begun);
            expect(begun).toBe(buckets[index - 1]?.to ?? span.from);
            if (index > 0) expect(start).toBe(begun);
            // Where clocks skip midnight or half an hour, the next time that they show begins it.
            const before = readClock(start - 1, zone);
            const isMoved = new Set([start - hour, start + hour].map((at) => readOffset(at, zone))).size > 1;
            if (!isMoved) expect(`${zone} ${readClock(start, zone)}`).toMatch(begins[interval]);
            if (interval === "day") expect(before.slice(0, 14)).not.toBe(readClock(start, zone).slice(0, 14));
          }
        }
      },
    ),
    { numRuns: countRuns(2000) / 5 },
  );
});

function readOffset(at: number, zone: string): number {
  return Date.parse(`${readClock(at, zone).slice(4).replace(" ", "T")}Z`) - at;
}

test("days on which clocks change have as many hours as they have", () => {
  const count = (zone: string, date: string) => {
    const [found] = listDays({ from: Date.parse(`${date}T12:00Z`), to: Date.parse(`${date}T12:00Z`) + 1 }, zone);
    if (!found) throw new Error("There is no such day.");
    return [(found.to - found.from) / hour, listBuckets(found, "hour", zone).length];
  };
  expect(count("Europe/Berlin", "2026-03-29")).toEqual([23, 23]);
  expect(count("Europe/Berlin", "2026-10-25")).toEqual([25, 25]);
  expect(count("America/St_Johns", "2026-03-08")).toEqual([23, 23]);
  expect(count("Asia/Kathmandu", "2026-03-08")).toEqual([24, 24]);
  // Half an hour more: 01:30 to 02:00 comes twice.
  expect(count("Australia/Lord_Howe", "2026-04-05")).toEqual([24.5, 25]);
  // The day after 29 December 2011 was the 31st.
  expect(
    listDays({ from: Date.parse("2011-12-29T12:00Z"), to: Date.parse("2011-12-31T00:00Z") }, "Pacific/Apia"),
  ).toHaveLength(2);
});
