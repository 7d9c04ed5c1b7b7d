import { expect, test, vi } from "vitest";
import { moveDay, moveIfAhead } from "../../scripts/seed/move-day.ts";

test("demo dates in the future stay in the future years later, and past dates of articles do not change", () => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2028-11-20T12:00:00Z") });
  expect(moveIfAhead("2027-02-09T08:00:00Z")).toBe(Date.parse("2029-02-09T08:00:00Z"));
  expect(moveIfAhead("2026-11-10T08:00:00Z")).toBe(Date.parse("2026-11-10T08:00:00Z"));
  expect(moveDay("2026-11-10")).toBe(Date.parse("2028-11-10"));
});
