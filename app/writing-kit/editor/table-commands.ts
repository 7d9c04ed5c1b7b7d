import type { Editor } from "@tiptap/core";
import type { Command } from "@tiptap/pm/state";
import { TextSelection } from "@tiptap/pm/state";
import { addRowAfter, cellAround, deleteRow, goToNextCell, isInTable, selectedRect, TableMap } from "@tiptap/pm/tables";
import type { Alignment } from "./schema/table.ts";

/** Puts a table of three columns, with a row of heads, after the block with the cursor. */
export function insertTable(editor: Editor): void {
  const { schema, selection, tr } = editor.state;
  const row = (cell: string) =>
    schema.node(
      "tableRow",
      null,
      [1, 2, 3].map(() => schema.node(cell)),
    );
  const table = schema.node("table", null, [row("tableHeader"), row("tableCell"), row("tableCell")]);
  const { $from } = selection;
  const isEmpty = $from.depth === 1 && $from.parent.type.name === "paragraph" && $from.parent.childCount === 0;
  const at = $from.depth === 0 ? $from.pos : isEmpty ? $from.before(1) : $from.after(1);
  if (isEmpty) tr.replaceWith(at, $from.after(1), table);
  else tr.insert(at, table);
  editor.view.dispatch(tr.setSelection(TextSelection.create(tr.doc, at + 3)).scrollIntoView());
  editor.view.focus();
}

/** Above the first row there is nothing: it is the row of heads. */
export const addRowAbove: Command = (state, dispatch) => {
  const rect = selectedRect(state);
  return rect.top === 0 ? false : addRowAt(rect.top)(state, dispatch);
};

/** The row of heads is the first one and stays. */
export const deleteRowBelowHead: Command = (state, dispatch) =>
  selectedRect(state).top === 0 ? false : deleteRow(state, dispatch);

function addRowAt(row: number): Command {
  return (state, dispatch) => {
    const { table, tableStart } = selectedRect(state);
    const { tableRow, tableCell } = state.schema.nodes;
    const pos = tableStart + table.children.slice(0, row).reduce((sum, { nodeSize }) => sum + nodeSize, 0);
    const cells = table.child(0).children.flatMap(({ attrs }) => tableCell?.create({ align: attrs.align }) ?? []);
    if (tableRow) dispatch?.(state.tr.insert(pos, tableRow.create(null, cells)));
    return true;
  };
}

/** Below the row of heads, cells are no heads. */
export const addRowBelow: Command = (state, dispatch) => {
  const { bottom } = selectedRect(state);
  return bottom === 1 ? addRowAt(1)(state, dispatch) : addRowAfter(state, dispatch);
};

/** To the next cell; from the last one to the first of a new row. */
export const goToNextCellOrRow: Command = (state, dispatch) => {
  if (goToNextCell(1)(state, dispatch)) return true;
  if (!isInTable(state)) return false;
  return addRowBelow(state, (tr) => {
    const row = cellAround(tr.selection.$head)?.after();
    if (row !== undefined) tr.setSelection(TextSelection.near(tr.doc.resolve(row), 1));
    dispatch?.(tr.scrollIntoView());
  });
};

/** Aligns every cell of the column: Markdown knows one alignment for a column. */
export function alignColumn(align: Alignment): Command {
  return (state, dispatch) => {
    const { left, right, table, tableStart } = selectedRect(state);
    const map = TableMap.get(table);
    const tr = state.tr;
    const cells = map.cellsInRect({ left, right, top: 0, bottom: map.height });
    for (const pos of cells) tr.setNodeAttribute(tableStart + pos, "align", align);
    dispatch?.(tr);
    return true;
  };
}
