/** What readers know of an article: never of one that is only scheduled. */
import { expect, test } from "vitest";
import { wasSeen } from "#app/staff/insights/article/status-of.ts";
import type { Newest } from "#app/writing-kit/saving/answers.ts";

function make(status: Newest["status"], publishAt: number | null): Newest {
  return { status, publishAt, readAt: 1000 } as Newest;
}

test("readers know an address only once it has appeared, also after it was withdrawn", () => {
  expect(wasSeen(make("draft", null))).toBe(false);
  expect(wasSeen(make("published", 2000))).toBe(false);
  expect(wasSeen(make("archived", null))).toBe(false);
  expect(wasSeen(make("published", 1000))).toBe(true);
  expect(wasSeen(make("archived", 500))).toBe(true);
});
