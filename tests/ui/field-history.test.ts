/** Taking back in a plain field: one's own typing goes, the words of others stay. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { createFieldHistory, type FieldChange } from "#app/writing-kit/saving/field-history.ts";
import { countRuns } from "#tests/runs.ts";

/** A field with its history, as the page has it; `type` replaces what stands from `from` to `to`. */
function open(start: string) {
  const history = createFieldHistory(start);
  const field = { value: start, time: 0 };
  const put = (change: FieldChange | null) => {
    if (change) field.value = field.value.slice(0, change.from) + change.text + field.value.slice(change.to);
    return change !== null;
  };
  return {
    read: () => field.value,
    type: (text: string, from = field.value.length, to = from, wait = 0) => {
      put({ from, to, text });
      history.note(field.value, (field.time += wait));
    },
    hear: (change: FieldChange) => {
      put(change);
      history.pass([change]);
    },
    undo: () => put(history.undo()),
    redo: () => put(history.redo()),
  };
}

test("what is typed in one go is one step, which comes back; a line or a pause begins another", () => {
  const field = open("");
  for (const letter of "One") field.type(letter);
  field.type("\n");
  for (const letter of "two") field.type(letter);
  field.type("!", undefined, undefined, 5000);
  field.type("", 6, 8, 5000);
  field.type("", 5, 6);
  const texts = ["One\nt", "One\ntwo!", "One\ntwo", "One\n", "One", ""];
  for (const text of texts.slice(1)) {
    expect(field.undo()).toBe(true);
    expect(field.read()).toBe(text);
  }
  expect(field.undo()).toBe(false);
  for (const text of texts.toReversed().slice(1)) {
    expect(field.redo()).toBe(true);
    expect(field.read()).toBe(text);
  }
  expect(field.redo()).toBe(false);
});

test("a paragraph of somebody else above, below or between stays when one's own words are taken back", () => {
  const field = open("One.\n\nTwo.");
  field.type(" Mine.");
  field.type("Also. ", 0);
  field.hear({ from: 0, to: 0, text: "Above.\n\n" });
  field.hear({ from: field.read().length, to: field.read().length, text: "\n\nBelow." });
  expect(field.undo()).toBe(true);
  expect(field.read()).toBe("Above.\n\nOne.\n\nTwo. Mine.\n\nBelow.");
  field.hear({ from: 12, to: 12, text: "\n\nBetween." });
  expect(field.undo()).toBe(true);
  expect(field.read()).toBe("Above.\n\nOne.\n\nBetween.\n\nTwo.\n\nBelow.");
  expect([field.redo(), field.redo(), field.read()]).toEqual([
    true,
    true,
    "Above.\n\nAlso. One.\n\nBetween.\n\nTwo. Mine.\n\nBelow.",
  ]);
  // Nothing is left of what could be taken back without taking words of others along.
  field.hear({ from: 0, to: field.read().length, text: "All new." });
  expect([field.undo(), field.read()]).toEqual([false, "All new."]);
});

test("whatever both have done, taking back all leaves every letter of others, and bringing it back all letters", () => {
  const act = fc.record({
    who: fc.constantFrom("mine", "theirs", "undo", "redo"),
    place: fc.nat(),
    length: fc.nat(4),
    text: fc.constantFrom("", "a", "bc", "d\ne"),
  });
  fc.assert(
    fc.property(fc.array(act, { maxLength: 30 }), (acts) => {
      const field = open("start of it");
      for (const { who, place, length, text } of acts) {
        const { length: end } = field.read();
        const from = place % (end + 1);
        // Others write capitals and take out nothing, so that each of their letters can be looked for.
        if (who === "theirs") field.hear({ from, to: from, text: text.toUpperCase() });
        else if (who !== "mine") field[who]();
        else if (!/[A-Z]/.test(field.read().slice(from, from + length)))
          field.type(text, from, Math.min(end, from + length), place % 2 ? 5000 : 0);
      }
      const listTheirs = () => field.read().replaceAll(/[^A-Z]/g, "");
      const [theirs, whole] = [listTheirs(), field.read()];
      let steps = 0;
      while (field.undo()) {
        steps += 1;
        expect(listTheirs()).toBe(theirs);
      }
      for (; steps > 0; steps -= 1) expect(field.redo()).toBe(true);
      expect(field.read()).toBe(whole);
    }),
    { numRuns: countRuns(3000) },
  );
});
