import { type AnyExtension, Extension, getSchema, Node } from "@tiptap/core";
import { Code } from "@tiptap/extension-code";
import { Heading } from "@tiptap/extension-heading";
import { ListItem } from "@tiptap/extension-list";
import type { Schema } from "@tiptap/pm/model";
import { StarterKit } from "@tiptap/starter-kit";
import { Embed } from "./embeds.ts";
import { Footnote, FootnoteReference, InlineNote, LinkAddresses } from "./footnotes.ts";
import { Link, SoftBreak, Subscript, Superscript } from "./marks.ts";
import { Note, NoteTitle, PullQuote } from "./notes.ts";
import { Figure, Image } from "./pictures.ts";
import { Table, TableCell, TableHeader, TableRow, TableTools } from "./table.ts";

/** In Markdown a list is tight or loose as a whole: loose items are paragraphs with room between them. */
const ListSpacing = Extension.create({
  name: "listSpacing",
  addGlobalAttributes: () => [
    {
      types: ["bulletList", "orderedList"],
      attributes: {
        tight: {
          default: true,
          parseHTML: () => true,
          renderHTML: ({ tight }) => (tight ? { "data-tight": "" } : {}),
        },
      },
    },
  ],
});

/** The page's title is the first level, so that a reader never sees another: it looks like the second here too. */
const ArticleHeading = Heading.extend({
  renderHTML: ({ node, HTMLAttributes }) => [`h${Math.max(2, Number(node.attrs.level))}`, HTMLAttributes, 0],
}).configure({ levels: [1, 2, 3, 4, 5, 6] });

const Article = Node.create({ name: "doc", topNode: true, content: "(block | definition)+" });

/** What articles are made of: exactly what shared/insights/article-markdown.ts reads, so that all of it can be held. */
export const articleExtensions: AnyExtension[] = [
  StarterKit.configure({
    document: false,
    code: false,
    heading: false,
    listItem: false,
    link: false,
    underline: false,
    codeBlock: { enableTabIndentation: true, tabSize: 2 },
    dropcursor: { color: false, width: 3, class: "editor-drop" },
  }),
  Article,
  // Code may be bold, and the text of a link.
  Code.extend({ excludes: "" }),
  ArticleHeading,
  ListItem.extend({ content: "block+" }),
  ListSpacing,
  Link,
  Superscript,
  Subscript,
  SoftBreak,
  Note,
  NoteTitle,
  PullQuote,
  Figure,
  Image,
  Embed,
  Footnote,
  FootnoteReference,
  InlineNote,
  LinkAddresses,
  TableTools,
  Table,
  TableRow,
  TableCell,
  TableHeader,
];

export const articleSchema: Schema = getSchema(articleExtensions);
