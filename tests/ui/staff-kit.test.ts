import { describe, expect, test } from "vitest";
import { readZonedTime, writeZonedTime } from "#shared/dates/zoned-time.ts";
import { countThings } from "#app/staff-kit/count.ts";
import { isSingleKey, matchShortcut, nameKeys } from "#app/staff-kit/match-shortcut.ts";
import { takeInitials } from "#app/staff-kit/tag.tsx";
import { closeToast, readToasts, showToast, undoNewest } from "#app/staff-kit/toasts.ts";
import { includesText } from "#app/staff-kit/use-found-options.ts";

function press(key: string, held: Partial<Record<"ctrlKey" | "metaKey" | "altKey", boolean>> = {}) {
  return { key, ctrlKey: false, metaKey: false, altKey: false, ...held };
}

describe("clock times in a zone", () => {
  test.each([
    ["2026-11-22T09:30", "UTC", "2026-11-22T09:30:00.000Z", "plain"],
    ["2026-11-22T09:30", "Asia/Kolkata", "2026-11-22T04:00:00.000Z", "plain"],
    ["2026-07-01T00:15", "America/New_York", "2026-07-01T04:15:00.000Z", "plain"],
    ["2027-03-28T02:30", "Europe/Berlin", "2027-03-28T01:30:00.000Z", "skipped"],
    ["2026-10-25T02:30", "Europe/Berlin", "2026-10-25T00:30:00.000Z", "twice"],
    ["2026-10-04T02:15", "Australia/Lord_Howe", "2026-10-03T15:45:00.000Z", "skipped"],
    ["2026-03-08T01:59", "America/Los_Angeles", "2026-03-08T09:59:00.000Z", "plain"],
  ])("%s in %s is %s, %s", (local, zone, instant, kind) => {
    expect(readZonedTime(local, zone)).toEqual({ at: Date.parse(instant), kind });
  });

  test.each([
    ["2026-02-30T09:30", "UTC"],
    ["2026-11-22 09:30", "UTC"],
    ["2026-11-22T25:00", "UTC"],
    ["", "UTC"],
    ["2026-11-22T09:30", "Europe/Nowhere"],
  ])("%s in %s makes no sense", (local, zone) => {
    expect(readZonedTime(local, zone)).toBeNull();
  });

  test("every hour of a year is read back as it was written", () => {
    for (let at = Date.UTC(2026, 0, 1); at < Date.UTC(2027, 0, 1); at += 7 * 3_600_000) {
      const local = writeZonedTime(at, "America/St_Johns");
      const read = readZonedTime(local, "America/St_Johns");
      expect(read?.kind === "twice" ? writeZonedTime(read.at, "America/St_Johns") : read?.at).toBe(
        read?.kind === "twice" ? local : at,
      );
    }
  });
});

describe("shortcuts", () => {
  test.each([
    ["mod+k", [press("k", { ctrlKey: true })], "whole"],
    ["mod+k", [press("K", { metaKey: true })], "whole"],
    ["mod+k", [press("k")], "none"],
    ["k", [press("k", { ctrlKey: true })], "none"],
    ["?", [press("?")], "whole"],
    ["e", [press("e", { altKey: true })], "none"],
    ["g i", [press("g")], "begun"],
    ["g i", [press("x"), press("g"), press("i")], "whole"],
    ["g i", [press("g"), press("x"), press("i")], "none"],
  ] as const)("%s after %j is %s", (keys, presses, met) => {
    expect(matchShortcut(keys, presses)).toBe(met);
  });

  test("shortcuts of one key can be switched off, and keys have the names printed on them", () => {
    expect(["?", "g i", "z"].map(isSingleKey)).toEqual([true, true, true]);
    expect(["mod+k", "Escape", "ArrowUp"].map(isSingleKey)).toEqual([false, false, false]);
    expect(nameKeys("mod+k", false)).toEqual(["Ctrl", "K"]);
    expect(nameKeys("mod+k", true)).toEqual(["⌘", "K"]);
    expect(nameKeys("g i", false)).toEqual(["G", "I"]);
    expect(nameKeys("Escape", false)).toEqual(["Esc"]);
  });
});

test("at most three messages are shown, and the undo that runs is that of the newest", () => {
  const taken: string[] = [];
  for (const name of ["a", "b", "c"]) showToast({ text: name, undo: () => taken.push(name) });
  showToast({ text: "d" });
  expect(readToasts().map(({ text }) => text)).toEqual(["b", "c", "d"]);
  expect(undoNewest()).toBe(true);
  expect(taken).toEqual(["c"]);
  for (const { id } of readToasts()) closeToast(id);
  expect(undoNewest()).toBe(false);
});

test("words: counts, initials, search without regard to accents", () => {
  expect([countThings(1, "article"), countThings(3, "article"), countThings(2, "entry", "entries")]).toEqual([
    "1 article",
    "3 articles",
    "2 entries",
  ]);
  expect(["Ada Lovelace", "super@demo.example", "ada.b.lovelace@x.example", "Élan"].map(takeInitials)).toEqual([
    "AL",
    "SU",
    "AL",
    "ÉL",
  ]);
  expect(includesText("Résumé", "resu")).toBe(true);
});
