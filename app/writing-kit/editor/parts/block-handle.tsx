import type { Editor } from "@tiptap/core";
import { NodeSelection, TextSelection } from "@tiptap/pm/state";
import { useEffect, useRef, useState } from "react";
import { Icon } from "#app/staff-kit/icon.tsx";
import "../recipes.ts";

/**
 * Beside the block under the pointer: adds one below it, and drags it. By keyboard, Alt with an arrow up or down moves
 * the block with the cursor; the toolbar has both as well.
 */
export function BlockHandle({ editor }: { editor: Editor }) {
  const handle = useRef<HTMLDivElement>(null);
  const [block, setBlock] = useState<{ pos: number; top: number } | null>(null);

  useEffect(() => {
    const page = editor.view.dom.closest<HTMLElement>(".editor-page");
    if (!page) return;
    const move = (event: PointerEvent) => {
      if (event.pointerType === "mouse") setBlock(findBlock(editor, page, event.clientY));
    };
    const leave = () => setBlock(null);
    page.addEventListener("pointermove", move);
    page.addEventListener("pointerleave", leave);
    editor.view.dom.addEventListener("keydown", leave);
    return () => {
      page.removeEventListener("pointermove", move);
      page.removeEventListener("pointerleave", leave);
      editor.view.dom.removeEventListener("keydown", leave);
    };
  }, [editor]);
  useEffect(() => {
    if (block && handle.current) handle.current.style.top = `${block.top}px`;
  }, [block]);

  if (!block) return null;
  return (
    <div ref={handle} className="editor-handle" aria-hidden="true">
      <button type="button" tabIndex={-1} title="Add a block" onClick={() => addBelow(editor, block.pos)}>
        <Icon name="plus" />
      </button>
      <button
        type="button"
        tabIndex={-1}
        title="Drag, or Alt and an arrow"
        draggable
        onClick={() => select(editor, block.pos)}
        onDragStart={({ dataTransfer }) => drag(editor, block.pos, dataTransfer)}
      >
        <Icon name="drag" />
      </button>
    </div>
  );
}

function findBlock(editor: Editor, page: HTMLElement, y: number): { pos: number; top: number } | null {
  const frame = page.getBoundingClientRect();
  let pos = 0;
  for (const [at, element] of [...editor.view.dom.children].entries()) {
    const node = editor.state.doc.maybeChild(at);
    if (!node) return null;
    const box = element.getBoundingClientRect();
    if (y < box.bottom + 8) return y < box.top - 24 ? null : { pos, top: box.top - frame.top };
    pos += node.nodeSize;
  }
  return null;
}

function select(editor: Editor, pos: number): void {
  const { doc, tr } = editor.state;
  editor.view.dispatch(tr.setSelection(NodeSelection.create(doc, pos)));
  editor.view.focus();
}

function drag(editor: Editor, pos: number, data: DataTransfer): void {
  select(editor, pos);
  const { view } = editor;
  const slice = view.state.selection.content();
  const { dom, text } = view.serializeForClipboard(slice);
  data.clearData();
  data.setData("text/html", dom.innerHTML);
  data.setData("text/plain", text);
  data.effectAllowed = "move";
  view.dragging = { slice, move: true };
}

function addBelow(editor: Editor, pos: number): void {
  const node = editor.state.doc.nodeAt(pos);
  const paragraph = editor.schema.nodes.paragraph?.create(null, editor.schema.text("/"));
  if (!node || !paragraph) return;
  const at = pos + node.nodeSize;
  const tr = editor.state.tr.insert(at, paragraph);
  editor.view.dispatch(tr.setSelection(TextSelection.create(tr.doc, at + 2)).scrollIntoView());
  editor.view.focus();
}
