import { afterEach, expect, test, vi } from "vitest";
import { readIdTime } from "#shared/dates/read-id-time.ts";
import { newId } from "#worker/lib/ids.ts";

afterEach(() => vi.useRealTimers());

test("ids of one millisecond are in the order in which they were made, and each is another", () => {
  vi.useFakeTimers({ now: Date.UTC(2026, 4, 1), toFake: ["Date"] });
  const ids = Array.from({ length: 2000 }, () => newId());
  expect(ids).toEqual(ids.toSorted());
  expect(new Set(ids.map((id) => id.slice(-12))).size).toBe(2000);
  vi.setSystemTime(Date.now() + 1);
  expect([...ids, newId()].toSorted().at(-1)).not.toBe(ids.at(-1));
  for (const id of ids) expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  expect(readIdTime(ids[1999] ?? "")).toBe(Date.UTC(2026, 4, 1));
});
