/** Two texts that were written from one are merged block by block, and nothing of either is lost. */
import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { diffTexts } from "#app/writing-kit/merge/diff-texts.ts";
import { listChanges } from "#app/writing-kit/merge/list-changes.ts";
import { decideText, mergeTexts, type Place } from "#app/writing-kit/merge/merge-texts.client.ts";
import { isGap, splitBlocks } from "#app/writing-kit/merge/split-blocks.ts";
import { countRuns } from "../runs.ts";

const runs = { numRuns: countRuns(5000) };

const base = "# One\n\nTwo two.\n\nThree three.\n\n- four\n- five";
const merge = (mine: string, theirs: string) => mergeTexts({ base, mine, theirs });
const places = (parts: ReturnType<typeof mergeTexts>) =>
  parts.filter((part): part is Place => typeof part !== "string");

test("what only one of two changed is taken from them, wherever it stands, even in neighbouring paragraphs", () => {
  const mine = base.replace("Two two.", "Two and a half.");
  const theirs = base.replace("Three three.", "Three, in short.").replace("- five", "- five\n- six");
  expect(merge(mine, theirs)).toEqual(["# One\n\nTwo and a half.\n\nThree, in short.\n\n- four\n- five\n- six"]);
});

test("a paragraph that one adds or deletes right above or below what the other changes is merged", () => {
  const text = "One.\n\nTwo.\n\nThree.";
  for (const [mine, theirs, merged] of [
    ["One.\n\nNew.\n\nTwo.\n\nThree.", "One.\n\nTwo, theirs.\n\nThree.", "One.\n\nNew.\n\nTwo, theirs.\n\nThree."],
    ["New.\n\nOne.\n\nTwo.\n\nThree.", "One, theirs.\n\nTwo.\n\nThree.", "New.\n\nOne, theirs.\n\nTwo.\n\nThree."],
    ["One.\n\nTwo.\n\nThree.\n\nNew.", "One.\n\nTwo.\n\nThree, theirs.", "One.\n\nTwo.\n\nThree, theirs.\n\nNew."],
    ["One.\n\nNew.\n\nTwo.\n\nThree.", "One.\n\nThree.", "One.\n\nNew.\n\nThree."],
    ["One.\n\nTwo.\n\nNew.\n\nThree.", "One.\n\nTwo.", "One.\n\nTwo.\n\nNew."],
    ["One.\n\nThree.", "One.\n\nTwo.\n\nThree, theirs.", "One.\n\nThree, theirs."],
    ["One, mine.\n\nThree.", "One.\n\nTwo.\n\nThree, theirs.", "One, mine.\n\nThree, theirs."],
  ] as const) {
    expect(mergeTexts({ base: text, mine, theirs })).toEqual([merged]);
    expect(mergeTexts({ base: text, mine: theirs, theirs: mine })).toEqual([merged]);
  }
  // Which comes first is for somebody to say.
  expect(places(mergeTexts({ base: text, mine: `${text}\n\nMine.`, theirs: `${text}\n\nTheirs.` }))).toHaveLength(1);
});

test("changes of different blocks are merged without a question, whatever else happens around them", () => {
  fc.assert(
    fc.property(edits, (list) => {
      // Each block is changed by one of them at most. Of two neighbours that both go, one may be asked about.
      const apart = list.map(({ mine, theirs }, at) => (at % 2 ? { mine, theirs: "keep" } : { mine: "keep", theirs }));
      const goes = (at: number) => Object.values(apart[at] ?? {}).includes("delete");
      const safe = apart.map((edit, at) => (goes(at) && goes(at - 1) ? { mine: "keep", theirs: "keep" } : edit));
      const [mine, theirs] = [apply(safe, "mine"), apply(safe, "theirs")];
      const base = safe.map((_, at) => `Block ${at}.`).join("\n\n");
      if (mine === "" || theirs === "") return;
      const wanted = safe.flatMap((edit, at) =>
        splitBlocks(
          apply([edit], edit.mine === "keep" ? "theirs" : "mine")
            .replaceAll("Block 0", `Block ${at}`)
            .replaceAll("New 0", `New ${at}`),
        ),
      );
      expect(mergeTexts({ base, mine, theirs })).toEqual([wanted.filter((part) => !isGap(part)).join("\n\n")]);
    }),
    runs,
  );
});

test("what both changed alike is taken once", () => {
  const both = base.replace("Two two.", "Two, both of us.");
  expect(merge(both, both.replace("# One", "# One!"))).toEqual([both.replace("# One", "# One!")]);
});

test("a paragraph that both changed differently is a place with both of them, and the rest is merged", () => {
  const mine = base.replace("Two two.", "Mine.").replace("- five", "- 5");
  const theirs = base.replace("Two two.", "Theirs.");
  const merged = merge(mine, theirs);
  expect(places(merged)).toEqual([{ base: "Two two.", mine: "Mine.", theirs: "Theirs." }]);
  expect(decideText(merged, ["mine"])).toBe(mine);
  expect(decideText(merged, ["theirs"])).toBe(theirs.replace("- five", "- 5"));
  expect(decideText(merged, ["both"])).toBe(mine.replace("Mine.", "Mine.\n\nTheirs."));
});

test("a paragraph that one deletes and another changes is a place, and keeping both keeps the changed one", () => {
  const merged = merge(base.replace("Two two.\n\n", ""), base.replace("Two two.", "Two, rather."));
  expect(places(merged)).toHaveLength(1);
  expect(decideText(merged, ["both"])).toContain("Two, rather.");
});

test("code with blank lines is one block", () => {
  const code = "```js\na();\n\n\nb();\n```";
  expect(splitBlocks(`One\n\n${code}\n\nTwo\n`)).toEqual(["One", "\n\n", code, "\n\n", "Two", "\n"]);
});

const block = fc.oneof(
  fc.constantFrom(
    "# A",
    "## B",
    "- one\n- two",
    "| a | b |\n| - | - |",
    "```\nx\n\ny\n```",
    "~~~\n```\n",
    "> quote",
    "",
  ),
  fc.stringMatching(/^[a-z]{1,8}( [a-z]{1,8}){0,4}$/),
);
const text = fc
  .tuple(fc.array(block, { maxLength: 12 }), fc.constantFrom("\n\n", "\n", "\n\n\n", "\n \n"))
  .map(([blocks, gap]) => blocks.join(gap));

test("a block of twice as many lines is no more than twice the work to split", () => {
  const count = (lines: number) => {
    const trim = vi.spyOn(String.prototype, "trim");
    expect(splitBlocks("- a\n".repeat(lines))).toHaveLength(2);
    const looked = trim.mock.contexts.reduce<number>((sum, text) => sum + String(text).length, 0);
    trim.mockRestore();
    return looked;
  };
  expect(count(1000) / count(500)).toBeLessThan(2.2);
});

test("blocks joined are the text again, and a gap never stands beside a gap", () => {
  fc.assert(
    fc.property(fc.oneof(text, fc.string()), (one) => {
      const parts = splitBlocks(one);
      expect(parts.join("")).toBe(one);
      for (const [at, part] of parts.entries()) if (at > 0) expect(isGap(part)).toBe(!isGap(parts[at - 1] ?? ""));
    }),
    runs,
  );
});

/** A text as blocks that are named apart, and what two people make of them. */
const edits = fc.array(
  fc.record({
    mine: fc.constantFrom("keep", "keep", "keep", "change", "delete", "insert"),
    theirs: fc.constantFrom("keep", "keep", "keep", "change", "delete", "insert"),
  }),
  { minLength: 1, maxLength: 12 },
);

function apply(list: { mine: string; theirs: string }[], who: "mine" | "theirs"): string {
  return list
    .flatMap((edit, at) => {
      const text = `Block ${at}.`;
      const made = { keep: [text], change: [`${text} By ${who}.`], delete: [], insert: [text, `New ${at} by ${who}.`] };
      return made[edit[who] as keyof typeof made];
    })
    .join("\n\n");
}

test("a block that only one of two wrote is in the merged text, or in a place that shows it; and so is what both kept", () => {
  fc.assert(
    fc.property(edits, (list) => {
      const [mine, theirs] = [apply(list, "mine"), apply(list, "theirs")];
      const parts = mergeTexts({ base: list.map((_, at) => `Block ${at}.`).join("\n\n"), mine, theirs });
      const settled = parts.filter((part) => typeof part === "string").join("");
      const shown = (wanted: string, side: "mine" | "theirs") =>
        settled.includes(wanted) || places(parts).some((place) => place[side].includes(wanted));
      for (const [at, edit] of list.entries())
        for (const who of ["mine", "theirs"] as const) {
          if (edit[who] === "change") expect(shown(`Block ${at}. By ${who}.`, who)).toBe(true);
          if (edit[who] === "insert") expect(shown(`New ${at} by ${who}.`, who)).toBe(true);
        }
      // Nothing is there that nobody wrote.
      for (const part of splitBlocks(
        decideText(
          parts,
          places(parts).map(() => "both" as const),
        ),
      ))
        expect(isGap(part) || mine.includes(part) || theirs.includes(part)).toBe(true);
    }),
    runs,
  );
});

test("the same texts give the same parts; with nobody against it a text is what it was, from either side", () => {
  fc.assert(
    fc.property(text, text, text, (one, two, three) => {
      const versions = { base: one, mine: two, theirs: three };
      expect(mergeTexts(versions)).toEqual(mergeTexts(versions));
      expect(mergeTexts({ base: one, mine: two, theirs: one }).join("")).toBe(two);
      expect(mergeTexts({ base: one, mine: one, theirs: two }).join("")).toBe(two);
      expect(mergeTexts({ base: one, mine: two, theirs: two }).join("")).toBe(two);
      const parts = mergeTexts(versions);
      expect(
        decideText(
          parts,
          places(parts).map(() => "mine" as const),
        ).length,
      ).toBeGreaterThanOrEqual(0);
    }),
    runs,
  );
});

test("long texts that have nothing in common are compared at once, without a clock", () => {
  // On the server it stands still while a program computes.
  vi.spyOn(Date, "now").mockReturnValue(0);
  vi.spyOn(performance, "now").mockReturnValue(0);
  const [before = "", after = ""] = ["a", "b"].map((letter) =>
    Array.from({ length: 20_000 }, (_, at) => `${letter}${at}`).join(" "),
  );
  expect(diffTexts(before, after)).toEqual([
    { kind: "removed", text: before },
    { kind: "added", text: after },
  ]);
  expect(diffTexts(`${before} one`, `${before} two`).slice(1)).toEqual([
    { kind: "removed", text: "one" },
    { kind: "added", text: "two" },
  ]);
});

test("what changed among thousands of equal lines is found one by one", () => {
  const before = Array.from({ length: 3000 }, (_, at) => [`line ${at % 7}`, "\n"]).flat();
  const after = before.map((line, at) => (at % 400 === 0 ? `${line}!` : line));
  expect(listChanges(before, after)).toEqual(
    Array.from({ length: 15 }, (_, index) => ({
      at: index * 400,
      count: 1,
      added: { start: index * 400, end: index * 400 + 1 },
    })),
  );
});

test("lists that differ too much for a close look still have both of their ends in common", () => {
  const [head, tail] = [["first", "second"], ["last"]];
  const fill = (word: string, count: number) => Array.from({ length: count }, (_, at) => `${word} ${at}`);
  const [before, after] = [
    [...head, ...fill("old", 1500), ...tail],
    [...head, ...fill("new", 1200), ...tail],
  ];
  expect(listChanges(before, after)).toEqual([{ at: 2, count: 1500, added: { start: 2, end: 1202 } }]);
  expect(listChanges(before, [...before, "more"])).toEqual([
    { at: before.length, count: 0, added: { start: before.length, end: before.length + 1 } },
  ]);
});
