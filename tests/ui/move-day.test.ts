import { afterEach, expect, test, vi } from "vitest";
import { moveDay, moveIfAhead } from "../../scripts/seed/move-day.ts";

afterEach(() => {
  vi.useRealTimers();
});

test("what lay ahead when the demo content was written lies ahead years later, and articles keep their past", () => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2028-11-20T12:00:00Z") });
  expect(moveIfAhead("2027-02-09T08:00:00Z")).toBe(Date.parse("2029-02-09T08:00:00Z"));
  expect(moveIfAhead("2026-11-10T08:00:00Z")).toBe(Date.parse("2026-11-10T08:00:00Z"));
  expect(moveDay("2026-11-10")).toBe(Date.parse("2028-11-10"));
});
