import { Node } from "@tiptap/core";
import { type EditorState, NodeSelection } from "@tiptap/pm/state";
import { findEmbed } from "#shared/insights/article-embeds.ts";

/** A video of another site: in Markdown a link alone in its paragraph. Nothing of it is loaded while one writes. */
export const Embed = Node.create({
  name: "embed",
  // Not inside of lists, quotes and notes, where it would be read as a link.
  group: "definition",
  atom: true,
  draggable: true,
  addAttributes: () => ({ href: { default: "" }, title: { default: "" } }),
  parseHTML: () => [
    {
      tag: "div[data-embed]",
      getAttrs: ({ dataset: { embed = "", title = "" } }) => (findEmbed(embed) ? { href: embed, title } : false),
    },
  ],
  renderHTML: ({ node }) => {
    const [href, title] = [String(node.attrs.href), String(node.attrs.title)];
    const host = findEmbed(href)?.host;
    const note = host ? `Plays from ${host} once a reader asks for it` : "Give its address above";
    const words = ["div", ["b", title || href || "A video"], ["span", note]];
    return ["div", { class: "embed", "data-embed": href, "data-title": title }, words];
  },
});

/** Puts a video in place of an empty paragraph at the cursor, or below the block with the cursor, and selects it. */
export function insertEmbed(state: EditorState, dispatch: (tr: EditorState["tr"]) => void, href = ""): void {
  const node = state.schema.nodes.embed?.create({ href });
  if (!node) return;
  const { $from } = state.selection;
  const [from, to] = isEmptyLine(state) ? [$from.before(1), $from.after(1)] : [findEnd(state), findEnd(state)];
  const tr = state.tr.replaceWith(from, to, node);
  dispatch(tr.setSelection(NodeSelection.create(tr.doc, from)).scrollIntoView());
}

/** True in an empty paragraph of the article itself. */
export function isEmptyLine({ selection: { $from, empty } }: EditorState): boolean {
  return empty && $from.depth === 1 && $from.parent.type.name === "paragraph" && $from.parent.content.size === 0;
}

function findEnd({ selection: { $from, to } }: EditorState): number {
  return $from.depth === 0 ? to : $from.after(1);
}
