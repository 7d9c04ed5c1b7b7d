import type { Node } from "@tiptap/pm/model";
import { TextSelection, type Transaction } from "@tiptap/pm/state";
import { listChanges } from "../merge/list-changes.ts";
import { describeBlock } from "./markdown/describe.ts";

interface Block {
  node: Node;
  from: number;
  to: number;
}

interface BlockRules {
  /** False for a block that has no Markdown, such as an empty paragraph: it is in no other document. */
  isWritten: (node: Node) => boolean;
  /** Whether empty paragraphs stay, because somebody is about to write in one of them. */
  keepsLines: boolean;
}

/**
 * Makes the document of `tr` that of `doc`, by whole blocks. A block that says the same in both is not touched, so that
 * the cursor stays in its word, with the space that was just typed.
 */
export function replaceChanged(tr: Transaction, doc: Node, { isWritten, keepsLines }: BlockRules): Transaction {
  const blocks: Block[] = [];
  tr.doc.forEach((node, from) => isWritten(node) && blocks.push({ node, from, to: from + node.nodeSize }));
  const next = doc.children.filter(isWritten);
  const line = keepsLines ? findEmptyLine(tr, isWritten) : null;
  const before = tr.selection.from;
  const start = tr.doc.resolve(before).depth > 0 ? tr.selection.$from.before(1) : before;

  const replace = (from: number, to: number, nodes: readonly Node[]) => {
    const parts = nodes.length > 0 || to - from < tr.doc.content.size ? nodes : doc.children;
    if (!line || line.from < from || line.to > to) return tr.replaceWith(from, to, parts);
    return tr.delete(line.to, to).replaceWith(from, line.from, nodes);
  };
  const changes = listChanges(
    blocks.map(({ node }) => describeBlock(node)),
    next.map(describeBlock),
  );
  if (blocks.length === 0) replace(0, tr.doc.content.size, next);
  // From the end, so that the places before it hold.
  else
    for (const { at, count, added } of changes.toReversed()) {
      const nodes = next.slice(added.start, added.end);
      if (nodes.length !== count) {
        const last = blocks[at - 1]?.to ?? 0;
        replace(count === 0 ? last : (blocks[at]?.from ?? last), blocks[at + count - 1]?.to ?? last, nodes);
      } else
        for (const [index, node] of [...nodes.entries()].toReversed()) {
          const { from, to } = blocks[at + index] as Block;
          replace(from, to, [node]);
        }
    }
  if (!keepsLines) dropEmptyLines(tr, isWritten);
  // The block with the cursor is another one now: as far from its start as before.
  if (tr.mapping.mapResult(before).deletedAcross) {
    const place = Math.min(tr.mapping.map(start, -1) + before - start, tr.doc.content.size);
    tr.setSelection(TextSelection.near(tr.doc.resolve(place)));
  }
  return tr;
}

function dropEmptyLines(tr: Transaction, isWritten: BlockRules["isWritten"]): void {
  const lines: { from: number; to: number }[] = [];
  tr.doc.forEach((node, from) => {
    // A video without an address yet has no Markdown either.
    if (node.type.name === "paragraph" && !isWritten(node)) lines.push({ from, to: from + node.nodeSize });
  });
  for (const { from, to } of lines.toReversed()) if (tr.doc.childCount > 1) tr.delete(from, to);
}

function findEmptyLine({ selection }: Transaction, isWritten: BlockRules["isWritten"]) {
  const { $from, empty } = selection;
  if (!empty || $from.depth !== 1 || isWritten($from.parent)) return null;
  return { from: $from.before(1), to: $from.after(1) };
}
