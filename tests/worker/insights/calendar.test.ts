/** The calendar of articles: what it lists, and on which day. */
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { day } from "#shared/dates/durations.ts";
import { listWeeks, moveMonth, readMonth, spanMonth } from "#app/staff/insights/calendar/month.ts";
import { openDb } from "#worker/db/client.ts";
import { listCalendar, selectEntries } from "#worker/insights/list-calendar.ts";
import { publishInsight } from "#worker/insights/publish-insight.ts";
import { trashInsight } from "#worker/insights/trash-insight.ts";
import { expectIndexed } from "../search/expect-indexed.ts";
import { makeInsight } from "./insights-make.ts";
import { makeScope } from "../make-scope.ts";

const db = openDb(env.DB);

test("a month has what appears, appeared and ends in it, without drafts and the trash", async () => {
  const start = Date.parse("2026-11-10T10:00:00Z");
  const range = spanMonth("2026-11");
  const ends = await makeInsight({ slug: "ends", title: "Ends", publishAt: start - 90 * day });
  const times = { publishAt: start - 90 * day, unpublishAt: start + day };
  await publishInsight(db, { id: ends.id, version: 2, actor: null, ...times }, makeScope());
  await makeInsight({ slug: "soon", title: "Soon", publishAt: start });
  const archived = await makeInsight({ slug: "archived", title: "Archived", publishAt: start - day });
  await archived.archive();
  const gone = await makeInsight({ slug: "gone", publishAt: start });
  await trashInsight(db, { id: gone.id, version: 2, actor: null }, makeScope());
  const { entries, isCut } = await listCalendar(db, range);
  expect(entries.map(({ title, kind }) => `${title} ${kind}`)).toEqual([
    "Archived appears",
    "Soon appears",
    "Ends ends",
  ]);
  expect(isCut).toBe(false);
  for (const column of ["publish_at", "unpublish_at"] as const) await expectIndexed(selectEntries(db, column, range));
});

test("weeks begin on Monday and cover the month; months lead over the year", () => {
  expect(listWeeks("2026-11")).toHaveLength(6);
  expect([listWeeks("2026-11")[0]?.[0], listWeeks("2026-11").at(-1)?.[6]]).toEqual(["2026-10-26", "2026-12-06"]);
  expect(listWeeks("2027-02")).toHaveLength(4);
  expect([moveMonth("2026-12", 1), moveMonth("2026-01", -1)]).toEqual(["2027-01", "2025-12"]);
  // At this instant it is December already in Auckland.
  const at = Date.parse("2026-11-30T20:00:00Z");
  expect([
    readMonth(null, at, "Pacific/Auckland"),
    readMonth("2026-13", at, "UTC"),
    readMonth("2025-02", at, "UTC"),
  ]).toEqual(["2026-12", "2026-11", "2025-02"]);
});
