/** What readers of Markdown do grows with the text and no faster, whatever it is made of. */
import { afterEach, expect, test } from "vitest";
import { Losses } from "#shared/insights/losses.ts";
import { createArticleFile } from "#app/writing-kit/editor/markdown/article-file.ts";
import { describeBlock } from "#app/writing-kit/editor/markdown/describe.ts";
import { UnreadableMarkdown } from "#app/writing-kit/editor/markdown/unreadable-markdown.ts";
import { writeInline } from "#app/writing-kit/editor/markdown/write-inline.ts";
import { articleSchema } from "#app/writing-kit/editor/schema/article-schema.ts";
import { htmlToMarkdown } from "#app/staff/imports/read/text/html-to-markdown.ts";
import { markdownToHtml } from "#app/writing-kit/foreign-markdown/markdown-to-html.ts";
import { renderMarkdown } from "#worker/insights/render-markdown.ts";

/** Hostile texts, by how often something is in them. */
const texts: Record<string, (n: number) => string> = {
  "notes in the text": (n) => "a^[b] ".repeat(n),
  "notes apart": (n) => Array.from({ length: n }, (_, at) => `a[^${at}]\n\n[^${at}]: b\n`).join("\n"),
  "notes that nothing mentions": (n) => `a[^1]\n\n${Array.from({ length: n }, (_, at) => `[^${at}]: b\n`).join("")}`,
  "mentions of one note": (n) => `${"[^1]".repeat(n)}\n\n[^1]: a\n`,
  "mentions without an end": (n) => `${"[^a".repeat(n)}\n\n[^1]: a\n`,
  "notes inside of notes": (n) => `${"^[".repeat(n)}a${"]".repeat(n)}`,
  "notes without an end": (n) => `${"^[".repeat(n)}a]`,
  "brackets without an end": (n) => `${"[".repeat(n)}a]`,
  "call-outs": (n) => "> [!note] a\n> b\n\n".repeat(n),
  "items of loose lists": (n) => "- a\n\n  b\n\n".repeat(n),
  "items of tight lists": (n) => "- a\n".repeat(n),
  "boxes with code without an end": (n) => "::: a\n```js\n:::\n".repeat(n),
};

const restore: (() => void)[] = [];
afterEach(() => {
  for (const undo of restore.splice(0)) undo();
});

/** Adds `measure` of each call of a method to what is counted. */
function watch<T extends object>(
  owner: T,
  name: keyof T & string,
  measure: (self: unknown, answer: unknown, args: readonly unknown[]) => number,
): void {
  const method = owner[name] as (...args: unknown[]) => unknown;
  const counting = function (this: unknown, ...args: unknown[]) {
    const answer = method.apply(this, args);
    steps += measure(this, answer, args);
    return answer;
  };
  owner[name] = counting as T[keyof T & string];
  restore.push(() => {
    owner[name] = method as T[keyof T & string];
  });
}

let steps = 0;

/** A search in vain has looked at the whole text, unless it may only be at one place. */
function measureSearch(self: unknown, answer: unknown, [text]: readonly unknown[]): number {
  const { source, sticky, multiline } = self as RegExp;
  const isAtOnePlace = sticky || (source.startsWith("^") && !multiline);
  return answer === null && !isAtOnePlace ? String(text).length : 1;
}

/** Letters that are looked at or copied and tokens that are copied. */
function watchReaders(isNoCopy: (args: readonly unknown[]) => boolean = () => false): void {
  watch(String.prototype, "charCodeAt", () => 1);
  watch(String.prototype, "slice", (_self, answer, args) => (isNoCopy(args) ? 1 : String(answer).length));
  watch(RegExp.prototype, "exec", measureSearch);
  watch(Array.prototype, "concat", (_self, answer) => (answer as unknown[]).length);
  watch(Object, "fromEntries", (_self, answer) => Object.keys(answer as object).length);
}

/** As of readers. Searches of markdown-it that may only be at one place are made in the rest of a text, which is no copy. */
function watchConverters(): void {
  watchReaders((args) => args.length === 1);
}

/** Letters of the texts that are cut or searched: a text that grows is copied before. */
function watchWriters(): void {
  watch(String.prototype, "slice", (self) => String(self).length);
  watch(RegExp.prototype, "exec", measureSearch);
}

/** What `watchAll` counts in a run. */
function countSteps(run: () => void, watchAll: () => void): number {
  steps = 0;
  watchAll();
  run();
  for (const undo of restore.splice(0)) undo();
  return steps;
}

function expectLinear(run: (n: number) => unknown, watchAll = watchReaders): void {
  const [once, twice] = [500, 1000].map((n) => countSteps(() => void run(n), watchAll)) as [number, number];
  expect(once).toBeGreaterThan(500);
  expect(twice / once).toBeLessThan(2.2);
}

function openAndWrite(source: string): void {
  const { open, write, listLines } = createArticleFile(articleSchema);
  try {
    const doc = open(source);
    listLines(doc);
    write(articleSchema.nodeFromJSON(doc.toJSON()));
  } catch (error) {
    if (!(error instanceof UnreadableMarkdown)) throw error;
  }
}

const foreign: typeof texts = {
  boxes: (n) => "::: note\na\n:::\n".repeat(n),
  "boxes without an end": (n) => "::: note\n".repeat(n),
  "boxes inside of boxes": (n) => `${"::: note\n".repeat(n)}a\n${":::\n".repeat(n)}`,
  "boxes of lists": (n) => "- ::: note\n  a\n".repeat(n),
  "boxes with code without an end": (n) => "::: note\n``` a\n~~~ b\n".repeat(n),
  "boxes of fewer and fewer blanks": (n) => `${"   ::: note\n".repeat(n)}${":::\n".repeat(n)}`,
  admonitions: (n) => "!!! note\n    a\n\n".repeat(n),
  "formulas without an end": (n) => "$$ \\[ $a \\( ".repeat(n),
  "lines of formulas without an end": (n) => "$$\na\n\n".repeat(n),
  attributes: (n) => "[a](/b){.c} {#d ".repeat(n),
  terms: (n) => "a\n: b\n\n".repeat(n),
  "marked texts": (n) => "==a== ==b ".repeat(n),
  emphasis: (n) => "**（a）**b*（".repeat(n),
  "notes that nothing mentions": (n) => Array.from({ length: n }, (_, at) => `[^${at}]: b\n`).join(""),
};

test.each(Object.entries({ ...texts, ...foreign }))(
  "twice as many %s in Markdown of another system are no more than twice the work",
  (_name, make) => {
    expectLinear((n) => markdownToHtml(make(n), new Losses()));
    expectLinear(
      (n) => htmlToMarkdown(markdownToHtml(make(n), new Losses()), { losses: new Losses() }),
      watchConverters,
    );
  },
);

test.each(Object.entries(texts))("twice as many %s are no more than twice the work", (_name, make) => {
  for (const read of [renderMarkdown, openAndWrite]) expectLinear((n) => read(make(n)));
});

test.each(["none", "signs", "all"] as const)(
  "a paragraph of twice as many pieces is no more than twice the work to write, with care: %s",
  (care) => {
    const bold = [articleSchema.mark("bold")];
    const makeParagraph = (n: number) => {
      const pieces = Array.from({ length: n }, () => [articleSchema.text("(a)", bold), articleSchema.text("b ")]);
      return articleSchema.node("paragraph", null, pieces.flat());
    };
    expectLinear((n) => {
      const paragraph = makeParagraph(n);
      writeInline(paragraph, { care, oneLine: false });
      describeBlock(paragraph);
    }, watchWriters);
  },
);
