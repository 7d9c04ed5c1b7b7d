import { Extension, Node } from "@tiptap/core";
import type { Attrs } from "@tiptap/pm/model";
import { goToNextCell, tableEditing } from "@tiptap/pm/tables";
import { goToNextCellOrRow } from "../table-commands.ts";

/** How the text of a column is aligned; null where the source says nothing. */
export type Alignment = "left" | "center" | "right" | null;

/** What a cell of a table holds: one line. Markdown knows no break, list or block in a cell. */
const cellContent = "(text | image | footnoteReference | inlineNote)*";

/** Markdown joins no cells, but the library reads these of each. */
const cellAttributes = () => ({
  colspan: { default: 1, rendered: false },
  rowspan: { default: 1, rendered: false },
  colwidth: { default: null, rendered: false },
  align: {
    default: null,
    parseHTML: (element: HTMLElement): Alignment => {
      const side = element.style.textAlign || element.getAttribute("align") || element.className;
      return side === "center" || side === "right" || side === "left" ? side : null;
    },
    renderHTML: ({ align }: Attrs) => (align ? { class: String(align) } : {}),
  },
});

export const Table = Node.create({
  name: "table",
  group: "block",
  content: "tableRow+",
  isolating: true,
  extendNodeSchema: ({ name }) => (name === "table" ? { tableRole: "table" } : {}),
  parseHTML: () => [{ tag: "table" }],
  renderHTML: () => ["div", { class: "table-frame" }, ["table", {}, ["tbody", 0]]],
  addProseMirrorPlugins: () => [tableEditing()],
});

export const TableRow = Node.create({
  name: "tableRow",
  content: "(tableCell | tableHeader)+",
  extendNodeSchema: ({ name }) => (name === "tableRow" ? { tableRole: "row" } : {}),
  parseHTML: () => [{ tag: "tr" }],
  renderHTML: () => ["tr", 0],
});

export const TableCell = Node.create({
  name: "tableCell",
  content: cellContent,
  isolating: true,
  addAttributes: cellAttributes,
  extendNodeSchema: ({ name }) => (name === "tableCell" ? { tableRole: "cell" } : {}),
  parseHTML: () => [{ tag: "td" }],
  renderHTML: ({ HTMLAttributes }) => ["td", HTMLAttributes, 0],
});

export const TableHeader = Node.create({
  name: "tableHeader",
  content: cellContent,
  isolating: true,
  addAttributes: cellAttributes,
  extendNodeSchema: ({ name }) => (name === "tableHeader" ? { tableRole: "header_cell" } : {}),
  parseHTML: () => [{ tag: "th" }],
  renderHTML: ({ HTMLAttributes }) => ["th", { scope: "col", ...HTMLAttributes }, 0],
});

/** Tab goes from cell to cell, and adds a row behind the last one. Enter goes on to the next, as a cell is one line. */
export const TableTools = Extension.create({
  name: "tableTools",
  addKeyboardShortcuts: () => ({
    Tab: ({ editor: { state, view } }) => goToNextCellOrRow(state, view.dispatch),
    "Shift-Tab": ({ editor: { state, view } }) => goToNextCell(-1)(state, view.dispatch),
    Enter: ({ editor: { state, view } }) => goToNextCell(1)(state, view.dispatch) || isInCell(state.selection.$from),
  }),
});

function isInCell($from: { parent: { type: { name: string } } }): boolean {
  return /^table(Cell|Header)$/.test($from.parent.type.name);
}
