import { expect, test } from "vitest";
import { day, hour } from "#shared/dates/durations.ts";
import { writeZonedTime } from "#shared/dates/zoned-time.ts";
import { toPeriods } from "#worker/analytics/figures/periods.ts";
import { readAnalyticsState } from "#app/staff/analytics/read-state.ts";
import {
  type AnalyticsState,
  buildPagePath,
  buildPath,
  dropValue,
  filterBy,
  listShownPanels,
  writeQuery,
} from "#app/staff/analytics/state.ts";
import { wednesday } from "./analytics-figures-make.ts";

const read = (query: string) => readAnalyticsState(new URLSearchParams(query)).state;
const plain = read("");

test("an address without a query means 30 days, and defaults are not written", () => {
  expect(plain).toMatchObject({ range: "30", compare: "previous", interval: null, metric: "visitors", filters: [] });
  expect(listShownPanels(plain)).toEqual(["page", "source", "country", "device", "event", "search"]);
  expect(buildPath(plain)).toBe("/visitor-analytics?range=30");
});

test("what is written is read again, and what makes no sense counts as missing", () => {
  const state: AnalyticsState = {
    ...plain,
    range: "custom",
    from: "2026-11-01",
    to: "2026-11-09",
    compare: "year",
    interval: "hour",
    metric: "bounce",
    filters: [
      { dimension: "source", is: false, values: ["internal", ""] },
      { dimension: "country", is: true, values: ["IN", "US"] },
      { dimension: "page", is: true, values: ["/a?b=c&d", "ü"] },
    ],
    tabs: { ...plain.tabs, pages: "exit", sources: "referrer" },
    panel: "missing",
    edit: "zone",
  };
  const again = read(writeQuery(state));
  expect({ ...again, filters: [] }).toEqual({ ...state, filters: [] });
  expect(again.filters).toEqual(expect.arrayContaining([...state.filters]));
  expect(writeQuery(again)).toBe(writeQuery(read(writeQuery(again))));
  expect(listShownPanels(again)).toEqual(["missing"]);

  const nonsense = "range=8&from=2026-13-01&compare=x&by=year&metric=x&tab=x&panel=x&edit=x&planet=Mars&not-moon=1";
  expect(read(nonsense)).toEqual(plain);
  expect(read(`country=${"x".repeat(257)}`).filters).toEqual([]);
  expect(read("range=custom").range).toBe("30");
  expect(read("from=2026-11-09&to=2026-11-01")).toMatchObject({ from: "2026-11-01", to: "2026-11-09" });
  expect(read("to=2026-11-01")).toMatchObject({ range: "custom", from: "2026-11-01", to: "2026-11-01" });
  expect(read(new URL(buildPagePath("/insights/a&b"), "http://localhost").search).filters).toEqual([
    { dimension: "page", is: true, values: ["/insights/a&b"] },
  ]);
});

test("a form adds a value to the filters, and its fields do not stay in the address", () => {
  const { state, isNormal } = readAnalyticsState(
    new URLSearchParams("country=DE&add=country&how=is&value=%20FR%20&range=7"),
  );
  expect(isNormal).toBe(false);
  expect(state.filters).toEqual([{ dimension: "country", is: true, values: ["DE", "FR"] }]);
  expect(writeQuery(state)).toBe("?range=7&country=DE&country=FR");
  expect(read("add=planet&value=Mars").filters).toEqual([]);
  const filters = filterBy(state, "country", "IT");
  expect(filters).toEqual([{ dimension: "country", is: true, values: ["IT"] }]);
  expect(dropValue({ ...state, filters }, 0, "IT")).toEqual([]);
  expect(dropValue(state, 0, "DE")).toEqual([{ dimension: "country", is: true, values: ["FR"] }]);
});

/** Both periods as days of the zone, both included, and the interval. */
function span(query: string, zone: string, at = wednesday) {
  const { period, previous, interval } = toPeriods(read(query), { zone, at, first: Date.UTC(2025, 0, 1, 12) });
  // While today is not over, what it is compared with ends at the same time of its day.
  const nowOrMidnight = period.to > at ? writeZonedTime(at, zone).slice(10) : "T00:00";
  const days = ({ from, to }: { from: number; to: number }) => {
    expect(writeZonedTime(from, zone), query).toMatch(/T00:00$/);
    expect(writeZonedTime(to, zone).slice(10), query).toBe(to === period.to ? "T00:00" : nowOrMidnight);
    return `${writeZonedTime(from, zone).slice(0, 10)} ${writeZonedTime(to - 1, zone).slice(0, 10)}`;
  };
  return [days(period), previous && days(previous), interval];
}

test("each range is whole days of the zone, with what it is compared with", () => {
  const cases = {
    "": ["2026-10-20 2026-11-18", "2026-09-20 2026-10-19", "day"],
    "range=today": ["2026-11-18 2026-11-18", "2026-11-17 2026-11-17", "hour"],
    "range=7&compare=year": ["2026-11-12 2026-11-18", "2025-11-12 2025-11-18", "day"],
    "range=90&compare=none": ["2026-08-21 2026-11-18", null, "day"],
    "range=month": ["2026-11-01 2026-11-18", "2026-10-01 2026-10-18", "day"],
    "range=last-month": ["2026-10-01 2026-10-31", "2026-09-01 2026-09-30", "day"],
    "range=year": ["2026-01-01 2026-11-18", "2025-01-01 2025-11-18", "week"],
    "range=all": ["2025-01-01 2026-11-18", null, "month"],
    "from=2024-02-29&to=2024-02-29&compare=year": ["2024-02-29 2024-02-29", "2023-02-28 2023-02-28", "hour"],
    "from=2026-11-10&to=2027-05-01": ["2026-11-10 2026-11-18", "2026-11-01 2026-11-09", "day"],
    "from=2027-01-01&to=2027-05-01&by=month": ["2026-11-18 2026-11-18", "2026-11-17 2026-11-17", "hour"],
  };
  for (const zone of ["Europe/Berlin", "Asia/Kathmandu", "America/St_Johns"])
    for (const [query, expected] of Object.entries(cases))
      expect(span(query, zone), `${query} ${zone}`).toEqual(expected);
});

test("days of the zone are not days of UTC, and have 23 or 25 hours when clocks change", () => {
  const late = Date.UTC(2026, 10, 18, 23, 30);
  expect(span("range=today", "Asia/Kolkata", late)[0]).toBe("2026-11-19 2026-11-19");
  expect(span("range=today", "Pacific/Chatham", late)[0]).toBe("2026-11-19 2026-11-19");
  const length = (query: string, zone: string) => {
    const { period } = toPeriods(read(query), { zone, at: wednesday, first: null });
    return (period.to - period.from) / hour;
  };
  expect(length("from=2026-03-29&to=2026-03-29", "Europe/Berlin")).toBe(23);
  expect(length("from=2026-10-25&to=2026-10-25", "Europe/Berlin")).toBe(25);
  expect(length("from=2026-04-05&to=2026-04-05", "Australia/Lord_Howe")).toBe(24.5);
  // Clocks of Cairo skip midnight itself.
  expect(length("from=2026-04-24&to=2026-04-24", "Africa/Cairo")).toBe(23);
  expect(length("from=1990-01-01&to=2026-11-18", "UTC")).toBe(24);
  expect(length("from=2000-01-01&to=2026-11-18", "UTC") * hour).toBe(3660 * day);
});
