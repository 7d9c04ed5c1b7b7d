/** Calendar files, read back by a parser that is not ours. */
import fc from "fast-check";
import ICAL from "ical.js";
import { expect, test } from "vitest";
import { formatTime } from "#shared/hiring/interview.ts";
import { readZonedTime, writeZonedTime } from "#shared/dates/zoned-time.ts";
import { type CalendarEvent, type CalendarMethod, writeCalendar } from "#worker/hiring/interviews/write-calendar.ts";
import { countRuns } from "#tests/runs.ts";

const runs = countRuns(5000);

/** Zones with and without changes of their clocks, on both halves of the earth, and of half hours. */
const zones = ["UTC", "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kolkata", "Africa/Casablanca"];

/** What calendars are given: one line, or several; signs that the format uses itself; any script; broken surrogates. */
const text = fc.oneof(
  fc.string({ unit: "binary", maxLength: 300 }),
  fc.stringMatching(/^[ ,;:\\"^'=\n\r\tnN]{0,80}$/),
  fc.constantFrom("Zürich, 3rd floor; ring \\ twice", "面接".repeat(40), "👩🏽‍💻".repeat(20), "BEGIN:VEVENT\r\nUID:x"),
);
const person = fc.record({ name: text, email: fc.constantFrom("ada@client.example", "a+b'c@client.example") });
const event: fc.Arbitrary<CalendarEvent> = fc.record({
  uid: fc.uuid().map((id) => `${id}@site.example`),
  sequence: fc.nat(1000),
  stamp: fc.integer({ min: 0, max: 4e12 }),
  startsAt: fc.integer({ min: 0, max: 4e12 }),
  minutes: fc.integer({ min: 10, max: 480 }),
  title: text,
  description: text,
  place: text,
  url: fc.constant("https://site.example/job-applications/1"),
  organizer: person,
  attendee: person,
});
const method = fc.constantFrom<CalendarMethod>("request", "cancel", "publish");

/** What a text can be at most after it was written: its lines are one kind, and other control characters are spaces. */
function clean(value: string, lineFeed = "\n") {
  return (
    value
      .toWellFormed()
      .replaceAll(/\r\n?|\n/g, lineFeed)
      // oxlint-disable-next-line no-control-regex -- control characters are what it looks for
      .replaceAll(/[\u0000-\u0009\u000B-\u001F\u007F]/g, " ")
  );
}

test("what is written comes back from another parser, in lines of 75 bytes at most", () => {
  fc.assert(
    fc.property(event, method, (given, how) => {
      const written = writeCalendar(given, how);
      const lines = written.split("\r\n");
      expect(lines.pop()).toBe("");
      for (const line of lines) {
        expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75);
        expect(line).not.toMatch(/[\r\n]/);
      }
      const calendar = new ICAL.Component(ICAL.parse(written) as unknown[]);
      expect(calendar.getFirstPropertyValue("method")).toBe(how.toUpperCase());
      const [only, ...others] = calendar.getAllSubcomponents("vevent");
      expect(others).toEqual([]);
      const read = new ICAL.Event(only!);
      expect([read.uid, read.sequence]).toEqual([given.uid, given.sequence]);
      const seconds = (at: number) => Math.floor(at / 1000) * 1000;
      expect(read.startDate.toJSDate().getTime()).toBe(seconds(given.startsAt));
      expect(read.startDate.zone?.tzid).toBe("UTC");
      expect(read.endDate.toJSDate().getTime()).toBe(seconds(given.startsAt + given.minutes * 60_000));
      expect(read.summary ?? "").toBe(clean(given.title));
      expect(read.description ?? "").toBe(clean(given.description));
      expect(read.location ?? "").toBe(clean(given.place));
      expect(only?.getFirstPropertyValue("status")).toBe(how === "cancel" ? "CANCELLED" : "CONFIRMED");
      const attendee = only?.getFirstProperty("attendee");
      const name = clean(given.attendee.name, " ").replaceAll("\\", "/");
      expect(attendee?.getParameter("cn")).toBe(how === "publish" ? undefined : name);
      if (how !== "publish") expect(read.organizer).toBe(`mailto:${given.organizer.email}`);
    }),
    { numRuns: runs },
  );
});

test("a time that is written in a zone is the same instant in the calendar, also where clocks change", () => {
  fc.assert(
    fc.property(fc.constantFrom(...zones), fc.integer({ min: 25_000_000, max: 35_000_000 }), (zone, minutes) => {
      const at = minutes * 60_000;
      const read = readZonedTime(writeZonedTime(at, zone), zone);
      // Of an hour that clocks show twice it is the first.
      expect([at, at - 3_600_000, at - 1_800_000]).toContain(read?.at);
      const formatted = formatTime(at, { locale: "en-GB", zone });
      expect(formatted).toContain(writeZonedTime(at, zone).slice(11));
    }),
    { numRuns: runs },
  );
  expect(formatTime(Date.UTC(2026, 2, 29, 1), { locale: "de-DE", zone: "Europe/Berlin" })).toBe(
    "Sonntag, 29. März 2026 um 03:00 MESZ",
  );
  expect(formatTime(0, { locale: "no such language", zone: "No/Where" })).toContain("00:00 UTC");
});
