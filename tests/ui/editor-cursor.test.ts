/** Where the cursor is after a text of somebody else has come in, and after the editor has taken over a plain field. */
import type { Node } from "@tiptap/pm/model";
import { EditorState, TextSelection } from "@tiptap/pm/state";
import fc from "fast-check";
import { expect, test } from "vitest";
import { createArticleFile } from "#app/writing-kit/editor/markdown/article-file.ts";
import { selectPlace } from "#app/writing-kit/editor/markdown/find-place.ts";
import { UnreadableMarkdown } from "#app/writing-kit/editor/markdown/unreadable-markdown.ts";
import { replaceChanged } from "#app/writing-kit/editor/replace-changed.ts";
import { articleSchema } from "#app/writing-kit/editor/schema/article-schema.ts";
import { replaceLines } from "#app/writing-kit/merge/replace-lines.ts";
import { countRuns } from "#tests/runs.ts";
import { articleSource } from "./article-sources.ts";

const runs = countRuns(2000);

test("a paragraph that somebody else adds, changes or deletes leaves the cursor in its word", () => {
  const mine = "Above.\n\nMy wo|rd\n\nBelow.";
  expect(show(mine, "Above.\n\nNew.\n\nMy word\n\nBelow.")).toBe("Above./New./My wo|rd/Below.");
  expect(show(mine, "My word\n\nBelow.\n\nMore.")).toBe("My wo|rd/Below./More.");
  expect(show(mine, "Other.\n\nMy word\n\nOther.")).toBe("Other./My wo|rd/Other.");
  expect(show(mine, "New.\n\n## Above.\n\nMy word")).toBe("New./Above./My wo|rd");
});

test("a space that was just typed, and an empty paragraph with the cursor, stay when a text comes in", () => {
  expect(show("Above.\n\nMy word |", "Other.\n\nMy word")).toBe("Other./My word |");
  expect(show("Above.\n\n|\n\nBelow.", "Other.\n\nNew.\n\nBelow.")).toBe("Other./New./|/Below.");
  expect(show("|", "By somebody else.")).toBe("By somebody else./|");
  expect(show("Gone.\n\n|", "")).toBe("|");
});

test("empty paragraphs go where nobody is writing", () => {
  expect(show("Above.\n\n\n\nMy wo|rd\n\n", "New.\n\nMy word", false)).toBe("New./My wo|rd");
  expect(show("Gone.\n\n|", "", false)).toBe("|");
});

test("in a block that somebody else has changed, the cursor is as far from its start as before", () => {
  expect(show("Above.\n\nOne tw|o\n\nBelow.", "New.\n\nOne two, three.\n\nBelow.")).toBe(
    "New./One tw|o, three./Below.",
  );
});

test("any article becomes any other in the editor, and is written as that one", () => {
  fc.assert(
    fc.property(articleSource, articleSource, fc.nat(), fc.boolean(), (before, after, place, keepsLines) => {
      const mixed = [...before.split("\n\n").slice(place % 5), ...after.split("\n\n").slice(0, 3)].join("\n\n");
      for (const next of [after, mixed]) {
        const file = createArticleFile(articleSchema);
        const doc = tryTo(() => file.open(before));
        const wanted = doc && tryTo(() => file.open(next));
        if (!doc || !wanted) continue;
        const { tr } = EditorState.create({ doc });
        tr.setSelection(TextSelection.near(doc.resolve(place % doc.content.size)));
        replaceChanged(tr, wanted, { isWritten: file.isWritten, keepsLines });
        tr.doc.check();
        file.adopt(tr.doc, wanted);
        expect(file.write(tr.doc)).toBe(next);
      }
    }),
    { numRuns: runs },
  );
});

test("the cursor of a plain field is found in the words that its Markdown says", () => {
  for (const [field, shown] of [
    ["One tw|o.\n\nThree.", "One tw|o./Three."],
    ["One.\n\n**bo|ld** x", "One./bo|ld x"],
    ["One.\n\n**bold|** x", "One./bold| x"],
    ["|# Head\n\nText", "|Head/Text"],
    ["## |", "|"],
    ["[a link](/so|mewhere) on", "a link| on"],
    ["- one\n- |", "one/|"],
    ["- one\n  - tw|o", "one/tw|o"],
    ["Word |", "Word |"],
    ["Line\n|", "Line |"],
    ["One.\n\n|", "One./|"],
    ["One.\n\n|\n\nTwo.", "One./|/Two."],
    ["```js|\ncode\n```", "|code"],
    ["", "|"],
    ["Unfinished **emph|", "Unfinished **emph|"],
    ["\\*esc|aped\\*", "*esc|aped*"],
  ] as const)
    expect(takeOver(field), field).toBe(shown);
});

test("taking over a field changes no byte of any article, wherever the cursor is", () => {
  fc.assert(
    fc.property(articleSource, fc.nat(), (source, place) => {
      const file = createArticleFile(articleSchema);
      const doc = tryTo(() => file.open(source));
      const found = doc && file.findPlace(doc, place % (source.length + 1));
      if (!doc || !found) return;
      const { tr } = EditorState.create({ doc });
      const start = startOf(doc, found.at);
      tr.replaceWith(start, startOf(doc, found.at + 1), found.blocks);
      tr.doc.check();
      file.adopt(tr.doc, doc);
      expect(file.write(tr.doc)).toBe(source);
      // A picture has no place for a cursor; it goes to the text beside it.
      const isPicture = found.pos === 0 && found.blocks.every((block) => !block.isTextblock);
      expect(isPicture || tr.doc.resolve(start + found.pos).parent.isTextblock).toBe(true);
    }),
    { numRuns: runs },
  );
});

test("however long the address of a link or its title is, the cursor in it goes behind that link", () => {
  const long = { address: `/long/(part)/${"and_more-".repeat(60)}`, title: "a title (of) _many_ words ".repeat(12) };
  fc.assert(
    fc.property(articleSource, fc.constantFrom("address", "title"), fc.nat(), fc.nat(), (made, kind, link, place) => {
      const source = `${made}\n\nWords [of a link](/x "T") on.`;
      const ends = [...source.matchAll(/(?<=\]\(\/x)(?=[ )])/g)].map(({ index }) => index);
      const at = (ends[link % ends.length] ?? 0) + (kind === "title" ? ' "T'.length : 0);
      if (kind === "title" && source.slice(at - 3, at + 2) !== ' "T")') return;
      const longer = source.slice(0, at) + long[kind] + source.slice(at);
      const wanted = locate(source, source.indexOf(")", at));
      const found = locate(longer, at + (place % long[kind].length));
      if (wanted === null) return;
      expect(found?.split(",")[0]).toBe(wanted.split(",")[0]);
      // Among signs of emphasis and brackets there may be no place right behind the link, but some letters further on.
      if (at > made.length) expect(found).toBe(wanted);
    }),
    { numRuns: runs / 2 },
  );
  expect(takeOver(`One.\n\n![A](/media/${"x".repeat(300)}|${"x".repeat(300)}.svg)\n\nTwo.`)).toBe("One./|Two.");
});

/** Which block a cursor at `offset` of `source` is in, and behind how much of it; null for what opens as source. */
function locate(source: string, offset: number): string | null {
  const file = createArticleFile(articleSchema);
  const doc = tryTo(() => file.open(source));
  const found = doc && file.findPlace(doc, offset);
  return found ? `${found.at}, ${found.pos}` : null;
}

test("a block that stands in an article twice has two places in its Markdown", () => {
  const file = createArticleFile(articleSchema);
  const [figure, text, end] = file.open("![a](/a.svg)\n\ntext\n\nend\n").children as [Node, Node, Node];
  const doc = articleSchema.node("doc", null, [figure, text, articleSchema.node("paragraph"), figure, end]);
  expect(file.listLines(doc)).toEqual([1, 3, 5, 5, 7]);
  expect(file.findPlace(doc, 2)?.at).toBe(0);
  expect(file.findPlace(doc, file.write(doc).lastIndexOf("a.svg"))?.at).toBe(3);
});

test("in a plain field, the cursor stays in its word when lines are added, changed or deleted", () => {
  for (const [before, after, shown] of [
    ["Above.\n\nMy wo|rd", "Above.\n\nNew.\n\nMy word", "Above.\n\nNew.\n\nMy wo|rd"],
    ["My word|", "My word\n\nNew.", "My word|\n\nNew."],
    ["Above.\n\n|My word", "Above, too.\n\nMy word", "Above, too.\n\n|My word"],
    ["Above.\n\nMy wo|rd\n\nBelow.", "My word", "My wo|rd"],
    ["Above.\n\nMy word|\n\nBelow.", "X\n\nMy word\n\nY\n\nBelow.", "X\n\nMy word|\n\nY\n\nBelow."],
    ["One tw|o", "One two three", "One tw|o three"],
    ["Gone|", "", "|"],
  ] as const)
    expect(replaceInField(before, after), before).toBe(shown);
});

/** The blocks of the editor with a cursor at `|`, after `after` has come in. */
function show(before: string, after: string, keepsLines = true): string {
  const file = createArticleFile(articleSchema);
  const blocks = before.split("\n\n").map((text) => {
    const plain = text.replace("|", "");
    return articleSchema.node("paragraph", null, plain === "" ? [] : [articleSchema.text(plain)]);
  });
  file.open(before.replace("|", ""));
  const state = EditorState.create({ doc: articleSchema.node("doc", null, blocks) });
  const { tr } = state;
  let place = 0;
  for (const [at, text] of before.split("\n\n").entries())
    if (text.includes("|")) place = startOf(tr.doc, at) + 1 + text.indexOf("|");
  tr.setSelection(TextSelection.create(tr.doc, place));
  const doc = file.open(after);
  replaceChanged(tr, doc, { isWritten: file.isWritten, keepsLines });
  file.adopt(tr.doc, doc);
  expect(file.write(tr.doc)).toBe(after);
  return print(tr.doc, tr.selection.from);
}

/** The blocks of the editor with a cursor at `|`, taken over from a field with a cursor at `|`. */
function takeOver(field: string): string {
  const file = createArticleFile(articleSchema);
  const doc = file.open(field.replace("|", ""));
  const found = file.findPlace(doc, field.indexOf("|"));
  if (!found) return print(doc, 1);
  const { tr } = EditorState.create({ doc });
  const start = startOf(doc, found.at);
  tr.replaceWith(start, startOf(doc, found.at + 1), found.blocks);
  return print(tr.doc, selectPlace(tr.doc, start + found.pos).from);
}

function replaceInField(before: string, after: string): string {
  const place = before.indexOf("|");
  const field = {
    value: before.replace("|", ""),
    selectionStart: place,
    selectionEnd: place,
    selectionDirection: "none",
    setRangeText(text: string, from: number, to: number) {
      field.value = field.value.slice(0, from) + text + field.value.slice(to);
    },
    setSelectionRange(start: number, end: number) {
      Object.assign(field, { selectionStart: start, selectionEnd: end });
    },
  };
  replaceLines(field as unknown as HTMLTextAreaElement, after);
  expect(field.value).toBe(after);
  return `${after.slice(0, field.selectionStart)}|${after.slice(field.selectionStart)}`;
}

function print(doc: Node, cursor: number): string {
  const texts: string[] = [];
  doc.descendants((node, pos) => {
    if (!node.isTextblock) return;
    const text = node.textContent;
    const at = cursor - pos - 1;
    texts.push(at >= 0 && at <= node.content.size ? `${text.slice(0, at)}|${text.slice(at)}` : text);
  });
  return texts.join("/");
}

function startOf(doc: Node, index: number): number {
  return doc.children.slice(0, index).reduce((sum, { nodeSize }) => sum + nodeSize, 0);
}

function tryTo(open: () => Node): Node | null {
  try {
    return open();
  } catch (error) {
    if (error instanceof UnreadableMarkdown) return null;
    throw error;
  }
}
