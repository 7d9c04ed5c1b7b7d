/** What the page of an article shows around the text is rendered when it changes, and not for each key. */
import { expect, test } from "vitest";
import { readCalmly } from "#app/writing-kit/saving/calm-state.ts";
import type { SaverState } from "#app/writing-kit/saving/saver-state.ts";

const first = {
  draft: { title: "One", markdown: "", tagIds: [] },
  newest: {},
  phase: "saved",
  isCopied: null,
  faults: {},
  merged: null,
  savedAt: null,
  typedAt: null,
} as unknown as SaverState;

function start() {
  let state = first;
  const read = readCalmly(() => state);
  return (patch: Partial<SaverState>) => {
    state = { ...state, ...patch };
    return read();
  };
}

test("a hundred keys in the text are one state, and the next state has the text of that time", () => {
  const change = start();
  const shown = change({});
  const write = (key: number) => ({ ...first.draft, markdown: "x".repeat(key) });
  for (let key = 1; key <= 100; key += 1) expect(change({ draft: write(key), typedAt: key, faults: {} })).toBe(shown);
  expect(change({ phase: "unsaved" })).toMatchObject({ phase: "unsaved", typedAt: 100, draft: write(100) });
});

test.each<Partial<SaverState>>([
  { phase: "saving" },
  { isCopied: true },
  { savedAt: 1 },
  { faults: { slug: "Taken." } },
  { draft: { ...first.draft, title: "Two" } },
  { draft: { ...first.draft, tagIds: [] } },
])("another part is another state: %j", (patch) => {
  const change = start();
  const shown = change({});
  const next = change(patch);
  expect(next).not.toBe(shown);
  expect(next).toMatchObject(patch);
  expect(change({ typedAt: 5 })).toBe(next);
});
