/** Properties of events, from the attributes of what was pressed to the night in which their words go. */
import { env } from "cloudflare:workers";
import { expect, test, vi } from "vitest";
import { day } from "#shared/dates/durations.ts";
import { visitMessageSchema } from "#shared/analytics/visit-events.ts";
import { deleteUnusedWordsAtNight } from "#worker/analytics/delete-words.ts";
import { readProperties } from "#worker/analytics/event-properties.ts";
import { exportVisitor } from "#worker/analytics/export-visitor.ts";
import { readFigures } from "#worker/analytics/figures/read-figures.ts";
import { messageSchema } from "#worker/analytics/messages.ts";
import { prepareVisit } from "#worker/analytics/prepare-visit.ts";
import { writeMessages } from "#worker/analytics/write-messages.ts";
import { openDb } from "#worker/db/client.ts";
import { makeFacts } from "./analytics-make.ts";
import { makeScope } from "../make-scope.ts";
import { makeVisit, makeVisitId } from "./visits-make.ts";

const db = openDb(env.DB);

test("of the attributes those named data-event-… are properties: three at most, cut, and without addresses", () => {
  expect(
    readProperties({
      event: "call-to-action",
      eventData: "hero",
      eventForm: "contact",
      eventAbout: "somebody",
      live: "1",
      eventTeamOfHost: "  Data\u0000and\tanalytics ",
      eventLong: "x".repeat(99),
      eventThisNameIsTooLongForIt: "x",
      eventEmpty: " ",
      eventBy: "ada@example.com",
      eventFourth: "is left out",
    }),
  ).toEqual(["by=…", `long=${"x".repeat(60)}`, "team-of-host=Data and analytics"]);
  const widest = {
    eventNineteenLettersAbc: "ü".repeat(70),
    eventNineteenLettersAbd: "€".repeat(70),
    eventNineteenLettersAbe: "/".repeat(70),
  };
  expect(JSON.stringify(readProperties(widest)).length).toBeLessThanOrEqual(256);
  expect(readProperties(widest)).toHaveLength(3);
});

test("a property is counted, handed out, and kept at night as long as an event has it", async () => {
  vi.useFakeTimers({ now: Date.parse("2026-11-20T02:00Z"), toFake: ["Date"] });
  const at = Date.now() - 600_000;
  const pressed = { path: "/gcc", name: "apply", data: "analyst" };
  const visit = makeVisit({
    visit_id: makeVisitId(at),
    events: [
      { seq: 1, at: 0, path: "/gcc" },
      { seq: 2, at: 100, ...pressed, props: { event: "apply", eventTeam: "Data", eventPlace: "top" } },
      { seq: 3, at: 200, ...pressed, props: { event: "apply", eventTeam: "Data" } },
      { seq: 4, at: 300, ...pressed },
    ],
  });
  const message = prepareVisit(visitMessageSchema.parse(visit), makeFacts({ network: null }));
  // As the queue hands it over.
  await writeMessages(db, [messageSchema.parse(JSON.parse(JSON.stringify(message)))], makeScope());
  const { visits } = await exportVisitor(db, visit.visitor_id);
  expect(visits[0]?.events.map(({ properties }) => properties)).toEqual([
    [],
    ["place=top", "team=Data"],
    ["team=Data"],
    [],
  ]);
  const read = async () => {
    const period = { from: at - day, to: at + day };
    const query = { zone: "UTC", period, previous: null, interval: "day", filters: [], panels: ["property"] } as const;
    const { panels } = await readFigures(db, query, Date.now());
    return panels.property?.rows.map(({ value, visits: own, hits }) => [value, own, hits]);
  };
  const counted = [
    ["apply:about=analyst", 1, 3],
    ["apply:place=top", 1, 1],
    ["apply:team=Data", 1, 2],
  ];
  expect(await read()).toEqual(counted);
  vi.setSystemTime(Date.parse("2026-11-20T03:10Z"));
  expect(await deleteUnusedWordsAtNight(db)).toEqual({ words: 0 });
  expect(await read()).toEqual(counted);
  await db.deleteFrom("visit_events").execute();
  await db.deleteFrom("visits").execute();
  const listWords = async () => {
    const words = await db.selectFrom("dimension_values").select("dimension").execute();
    return words.filter(({ dimension }) => dimension.startsWith("propert")).length;
  };
  expect(await listWords()).toBe(4);
  await deleteUnusedWordsAtNight(db);
  await deleteUnusedWordsAtNight(db);
  expect(await listWords()).toBe(0);
});
