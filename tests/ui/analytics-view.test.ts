import { expect, test } from "vitest";
import { day, hour } from "#shared/dates/durations.ts";
import { findLocale } from "#shared/dates/find-locale.ts";
import type { Happening } from "#worker/analytics/figures/happenings.ts";
import { computeTicks, nameLetter, plotHeight } from "#app/staff/analytics/chart-view.ts";
import { toFile } from "#app/staff/analytics/file-rows.ts";
import { readAnalyticsState } from "#app/staff/analytics/read-state.ts";
import { toAnalyticsView, toFiguresQuery, toFrame } from "#app/staff/analytics/to-view.ts";
import { type Figures, metrics } from "#worker/analytics/figures/types.ts";
import {
  makeFigures,
  makePanelRow,
  makeSettings,
  makeTotals,
  someRealtime,
  wednesday,
} from "./analytics-figures-make.ts";

const at = wednesday;

function view(
  query: string,
  {
    locale = "en-GB",
    zone = "Europe/Berlin",
    ...overrides
  }: Partial<Figures> & { locale?: string; zone?: string } = {},
) {
  const { state } = readAnalyticsState(new URLSearchParams(query));
  const settings = makeSettings({ zone });
  const figures = makeFigures(toFiguresQuery(state, { ...settings, at }), overrides);
  return toAnalyticsView({ settings, figures, realtime: someRealtime }, { state, locale, user: "me", at });
}

/** A key figure as the page writes it. */
function figure(key: string, ...args: Parameters<typeof view>) {
  const found = view(...args).keyFigures.find((each) => each.key === key);
  return `${found?.value} ${found?.change?.text} from ${found?.change?.from} ${found?.change?.tone}`;
}

test("key figures stand in the reader's language, each with its change and whether that is good", () => {
  expect(figure("visitors", "")).toBe("4,000 +25% from 3,200 better");
  expect(figure("coverage", "")).toBe("68.2% −2.1 pts from 70.3% worse");
  expect(figure("viewsPerVisit", "")).toBe("2.50 0.00 from 2.50 even");
  expect(figure("engaged", "")).toBe("1m 2s 0s from 1m 2s even");
  const slower = { before: { ...makeTotals(4000), engagedMs: 4000 * 55_000, bounces: 1000 } };
  expect(figure("engaged", "", slower)).toBe("1m 2s +7s from 55s better");
  expect(figure("bounce", "", slower)).toBe("40% +15 pts from 25% worse");
  expect(figure("visitors", "", { before: makeTotals(0) })).toBe("4,000 new from 0 better");
  expect(figure("views", "", { locale: "de-DE" })).toMatch(/^12\.500 \+25\s%/);
  expect(figure("bounce", "", { totals: makeTotals(0) })).toBe("– undefined from undefined undefined");
  expect(view("compare=none").keyFigures.every(({ change }) => change === null)).toBe(true);
});

test("the chart names its points in days of the zone, and what is not over is neither hidden nor finished", () => {
  const { chart, interval } = view("range=7");
  expect(interval).toBe("day");
  expect(chart.points.map(({ name }) => name).slice(-2)).toEqual(["Tue 17 Nov", "Wed 18 Nov"]);
  expect(chart.points.map(({ isOpen }) => isOpen)).toEqual([false, false, false, false, false, false, true]);
  expect(chart.legend).toEqual({ now: "12 Nov to 18 Nov", before: "5 Nov to 11 Nov" });
  expect(chart.points[0]?.before).toEqual({ name: "Thu 5 Nov", value: "64" });
  expect(chart.finding).toBe("Visitors by day, 12 Nov to 18 Nov: the most on Wed 18 Nov, 128.");

  const today = view("range=today").chart.points;
  expect(today).toHaveLength(24);
  expect(today.findIndex(({ isOpen }) => isOpen)).toBe(14);
  expect(today[14]).toMatchObject({ name: "Wed 18 Nov, 14:00", isOpen: true });
  expect(today.slice(15).every(({ y, beforeY }) => y === null && beforeY !== null)).toBe(true);
});

test("each metric can be drawn: within the plot, with a gap where there is no visit to divide by", () => {
  for (const metric of metrics) {
    const { points, ticks, peak } = view(`range=7&metric=${metric}`).chart;
    for (const { y, beforeY } of points)
      for (const place of [y, beforeY])
        expect(place === null || (place >= 0 && place <= plotHeight), metric).toBe(true);
    expect(ticks.length, metric).toBeLessThanOrEqual(6);
    expect(peak, metric).not.toBeNull();
  }
  const start = at - 6 * day;
  const makeSeries = (...visits: number[]) =>
    visits.map((each, place) => Object.assign(makeTotals(each), { start: start + place * day }));
  expect(
    view("range=7&metric=bounce", { series: makeSeries(0, 10, 0) }).chart.points.map(({ y }) => y === null),
  ).toEqual([true, false, true]);
  const none = view("range=7", { series: makeSeries(0, 0, 0) }).chart;
  expect(none).toMatchObject({ peak: null, finding: "Visitors by day, 12 Nov to 18 Nov: nothing above zero." });
});

test("axes begin at zero, end at or above the largest value, and have round steps", () => {
  expect(computeTicks(0, "views")).toEqual([0, 1]);
  expect(computeTicks(3, "views")).toEqual([0, 1, 2, 3]);
  expect(computeTicks(42, "views")).toEqual([0, 20, 40, 60]);
  expect(computeTicks(100_000, "engaged")).toEqual([0, 30_000, 60_000, 90_000, 120_000]);
  for (const largest of [1, 7, 99, 1234, 987_654]) {
    const ticks = computeTicks(largest, "visits");
    expect(ticks.at(-1)).toBeGreaterThanOrEqual(largest);
    expect(ticks.length).toBeLessThanOrEqual(6);
    expect(ticks.every(Number.isInteger)).toBe(true);
  }
  for (const share of [0.001, 0.25, 0.333, 1])
    expect(computeTicks(share, "bounce").at(-1)).toBeGreaterThanOrEqual(share);
});

test("rows have names, changes and bars; a panel of its own has all that were read", () => {
  const rows = [
    makePanelRow("DE", 400, 300),
    makePanelRow("IN", 100, 0),
    makePanelRow("", 40, 80),
    makePanelRow("?", 1),
  ];
  const panels = { country: { rows, more: 0 } };
  const [panel] = view("panel=country", { panels }).panels;
  expect(panel?.rows.map(({ name, visits, change, width }) => [name, visits, change, width])).toEqual([
    ["Germany", "400", "+33%", 100],
    ["India", "100", "new", 25],
    ["Unknown", "40", "−50%", 10],
    ["?", "1", null, 0.3],
  ]);
  expect(view("", { locale: "de-DE" }).panels[0]).toMatchObject({ more: "5", isWhole: false });
  expect(view("").panels[0]?.rows).toHaveLength(7);
  expect(view("panel=page").panels[0]).toMatchObject({ more: "3", isWhole: true });
  const page = { rows: [{ ...makePanelRow("/%E0%A4", 1), label: "Title" }], more: 0 };
  expect(view("", { panels: { page } }).panels[0]?.rows[0]).toMatchObject({ name: "/%E0%A4", title: "Title" });
  expect(view("country=DE&not-language=fr").filters).toMatchObject([
    { title: "Country", is: true, values: [{ name: "Germany" }] },
    { title: "Language", is: false, values: [{ name: "French" }] },
  ]);
});

test("annotations stand in the chart at their day by letters, and who wrote one can open its form", () => {
  const [id, other] = [crypto.randomUUID(), crypto.randomUUID()];
  const note = (values: Partial<Happening>): Happening => ({
    kind: "note",
    path: "",
    id,
    at: at - 3 * day,
    text: "Campaign",
    version: 2,
    author: "me",
    ...values,
  });
  const happenings = [note({ id: other, at: at - hour, text: "Outage", author: "you" }), note({})];
  const found = view(`range=7&edit=${id}`, { happenings });
  expect(found.happenings.map(({ letter, isOwn, day: on }) => [letter, isOwn, on])).toEqual([
    ["A", true, "15 Nov"],
    ["B", false, "18 Nov"],
  ]);
  expect(found.chart.notes.map(({ x }) => x)).toEqual([500, 1000]);
  expect(found.edited).toEqual({ id, version: 2, day: "2026-11-15", text: "Campaign", problem: null });
  expect(view(`edit=${crypto.randomUUID()}`, { happenings }).edited).toBeNull();
  const article = { kind: "article", author: null, version: 0, id: "" } as const;
  const published = ["Clouds", "Rain"].map((text) =>
    note({ ...article, text, path: `/insights/${text}`, at: at - day }),
  );
  const opening = note({ ...article, kind: "opening", text: "Pilot", path: "/careers/pilot", at: at - 3 * day });
  const campaign = note({ ...article, kind: "campaign", text: "spring", at: at - day });
  const all = view("range=7&compare=none", { happenings: [...published, campaign, ...happenings, opening] });
  expect(all.happenings.map(({ letter, text, isNote, isOwn }) => [letter, text, isNote, isOwn])).toEqual([
    ["A", "Campaign", true, true],
    ["B", "Opening: Pilot", false, false],
    ["C", "2 articles published, 1 campaign began", false, false],
    ["D", "Outage", true, false],
  ]);
  expect(all.happenings[2]?.items.map(({ to }) => to).toSorted()).toEqual([
    "/visitor-analytics?range=7&compare=none&campaign=spring",
    "/visitor-analytics?range=7&compare=none&page=%2Finsights%2FClouds",
    "/visitor-analytics?range=7&compare=none&page=%2Finsights%2FRain",
  ]);
  expect(all.chart.points.map(({ happened }) => happened.length)).toEqual([0, 0, 0, 2, 0, 1, 1]);
  expect(view("edit=note").edited).toMatchObject({ id: null, day: "2026-11-18" });
  expect(view("edit=zone").zoneForm?.zones).toContain("Asia/Kolkata");
  expect([nameLetter(0), nameLetter(25), nameLetter(26)]).toEqual(["A", "Z", "AA"]);
});

test("what is not in the numbers is said beside them", () => {
  expect(view("country=DE").coverageNote).toBe(
    "68.2% of 1,000 choices accepted. Who rejected or is signed in is not in these numbers. Filters do not narrow this share down. Today is not over.",
  );
  expect(view("range=last-month").coverageNote).not.toContain("Today");
  expect(view("").dropped.map(({ name, count }) => `${name} ${count}`)).toEqual([
    "Rejected cookies 318",
    "Robots that say so 1,234",
  ]);
  const nothing = { totals: makeTotals(0), coverage: { accepted: 0, rejected: 0 }, dropped: [] };
  expect(view("", nothing)).toMatchObject({ isEmpty: true, isOfNothing: true });
  expect(view("", { ...nothing, dropped: [{ reason: "new-reason", count: 1 }] })).toMatchObject({
    isEmpty: false,
    dropped: [{ name: "New reason" }],
  });
});

test("files have plain numbers, and values as they are stored besides their names", () => {
  const file = (query: string) => {
    const { state } = readAnalyticsState(new URLSearchParams(query));
    const settings = makeSettings();
    const asked = toFiguresQuery(state, { ...settings, at });
    return toFile({ figures: makeFigures(asked), zone: settings.zone }, { state, locale: "de-DE" });
  };
  expect(file("panel=page").heads).toEqual(["Page", "Value", "Title", "Visits", "Visits before", "Views"]);
  expect(file("panel=page").rows[1]).toEqual(["/value-1", "/value-1", "", "800", "100", "1600"]);
  expect(file("panel=country").heads).not.toContain("Views");
  const time = file("range=7");
  expect(time.rows).toHaveLength(7);
  expect(time.rows[0]?.slice(0, 6)).toEqual(["2026-11-12T00:00", "80", "100", "250", "40", "6200"]);
});

test("what is read from visits says from which day on there are some, and the overview has all", () => {
  const note = (query: string, movedUntil: number | null) => {
    const { state } = readAnalyticsState(new URLSearchParams(query));
    return toFrame(makeSettings({ movedUntil }), at, { state, locale: "en-GB", at }).movedNote;
  };
  const moved = at - 100 * day;
  expect(note("range=year&country=DE", moved)).toMatch(
    /^What is shown here begins on \d+ \w+ 2026\. Visits from before/,
  );
  const whole = ["compare=none", "show=vitals&page=/a", "show=vitals&device=mobile", "show=cohorts", "show=paths"];
  for (const query of [...whole.map((each) => `range=year&${each}`), "range=7&country=DE"])
    expect(note(query, moved), query).toBeNull();
  const partial = ["show=vitals&country=DE", "report=enquiry", "show=cohorts&country=DE", "show=paths&page=/a"];
  for (const query of [...partial, "show=funnels", "show=not-found"])
    expect(note(`range=year&${query}`, moved), query).not.toBeNull();
  expect(note("range=year&country=DE", null)).toBeNull();
});

test("the first language that exists is used, and invalid ones are skipped", () => {
  expect(findLocale("de-CH, en;q=0.8")).toBe("de-CH");
  expect(findLocale("*, ;;, fr;q=0.5")).toBe("fr");
  expect(findLocale(null)).toBe("en-GB");
});
