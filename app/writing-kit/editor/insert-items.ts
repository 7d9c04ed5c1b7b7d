import type { Editor } from "@tiptap/core";
import type { IconName } from "#app/staff-kit/icon.tsx";
import { insertFootnote } from "./plugins/typing.ts";
import { insertEmbed } from "./schema/embeds.ts";
import { insertTable } from "./table-commands.ts";

/** What can be put at the cursor: from the menu of the toolbar, or by typing `/` and its name. */
export interface InsertItem {
  name: string;
  note: string;
  icon: IconName;
  /** Other words for it. */
  words: string;
  run: (editor: Editor) => void;
}

const writing: readonly InsertItem[] = [
  {
    name: "Heading 2",
    note: "A section, listed in the contents",
    icon: "heading-two",
    words: "h2 section title",
    run: (editor) => editor.chain().focus().setHeading({ level: 2 }).run(),
  },
  {
    name: "Heading 3",
    note: "A part of a section",
    icon: "heading-three",
    words: "h3 title",
    run: (editor) => editor.chain().focus().setHeading({ level: 3 }).run(),
  },
  {
    name: "Heading 4",
    note: "A part of a part",
    icon: "heading-four",
    words: "h4 title",
    run: (editor) => editor.chain().focus().setHeading({ level: 4 }).run(),
  },
  {
    name: "Bulleted list",
    note: "Points in no order",
    icon: "bullets",
    words: "ul unordered points",
    run: (editor) => editor.chain().focus().toggleBulletList().run(),
  },
  {
    name: "Numbered list",
    note: "Steps",
    icon: "numbers",
    words: "ol ordered steps",
    run: (editor) => editor.chain().focus().toggleOrderedList().run(),
  },
];

const blocks: readonly InsertItem[] = [
  {
    name: "Video",
    note: "Of YouTube or Vimeo; readers load it with a click",
    icon: "desktop",
    words: "embed youtube vimeo film player iframe",
    run: (editor) => insertEmbed(editor.state, editor.view.dispatch),
  },
  {
    name: "Table",
    note: "Three columns, a row of heads",
    icon: "table",
    words: "grid rows columns",
    run: insertTable,
  },
  {
    name: "Code block",
    note: "Lines of a program, coloured by language",
    icon: "code-block",
    words: "program snippet pre",
    run: (editor) => editor.chain().focus().setCodeBlock().run(),
  },
  {
    name: "Call-out",
    note: "A box with a title",
    icon: "note",
    words: "note callout tip warning box",
    run: (editor) => editor.chain().focus().toggleNote().run(),
  },
  {
    name: "Quote",
    note: "Somebody's words",
    icon: "quote",
    words: "blockquote citation",
    run: (editor) => editor.chain().focus().toggleBlockquote().run(),
  },
  {
    name: "Pull quote",
    note: "A sentence of the article, set large",
    icon: "expand",
    words: "pullquote highlight",
    run: (editor) => editor.chain().focus().togglePullQuote().run(),
  },
  {
    name: "Footnote",
    note: "Its text stands at the end",
    icon: "footnote",
    words: "note reference source",
    run: (editor) => insertFootnote(editor.state, editor.view.dispatch) && editor.view.focus(),
  },
  {
    name: "Line",
    note: "Parts two thoughts",
    icon: "rule",
    words: "divider separator hr rule",
    run: (editor) => editor.chain().focus().setHorizontalRule().run(),
  },
];

export function buildInsertItems(addPicture: () => void): InsertItem[] {
  const picture = {
    name: "Picture",
    note: "From the library or your device",
    icon: "picture",
    words: "image photo figure upload",
    run: addPicture,
  } satisfies InsertItem;
  return [...writing, picture, ...blocks];
}

/** Those that fit what was typed after the `/`, the ones whose names begin with it first. */
export function findInsertItems(items: readonly InsertItem[], query: string): InsertItem[] {
  const wanted = query.toLowerCase().trim();
  const rank = ({ name, words }: InsertItem) => {
    if (name.toLowerCase().startsWith(wanted)) return 0;
    return ` ${name} ${words}`.toLowerCase().includes(` ${wanted}`) ? 1 : 2;
  };
  return items.filter((item) => rank(item) < 2).toSorted((a, b) => rank(a) - rank(b));
}
