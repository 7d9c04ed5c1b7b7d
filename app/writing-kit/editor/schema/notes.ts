import { Node } from "@tiptap/core";
import { TextSelection } from "@tiptap/pm/state";

declare module "@tiptap/core" {
  interface Commands<ReturnType> {
    notes: {
      /** Puts the blocks of the selection into a call-out with a title, or takes them out of theirs. */
      toggleNote: () => ReturnType;
      togglePullQuote: () => ReturnType;
    };
  }
}

/** A call-out: `> [!note] Title`. Its title is plain text. */
export const Note = Node.create({
  name: "note",
  group: "block",
  content: "noteTitle block+",
  defining: true,
  parseHTML: () => [{ tag: "div.note" }],
  renderHTML: () => ["div", { class: "note", role: "note" }, 0],
  addCommands() {
    return {
      toggleNote:
        () =>
        ({ state, tr, dispatch }) => {
          const { $from, $to } = state.selection;
          const depth = findDepth($from, this.name);
          if (depth !== null) {
            const note = $from.node(depth);
            dispatch?.(
              tr.replaceWith($from.before(depth), $from.after(depth), note.content.cut(note.child(0).nodeSize)),
            );
            return true;
          }
          const range = $from.blockRange($to);
          const title = state.schema.nodes.noteTitle;
          if (!range || !title || !range.parent.canReplaceWith(range.startIndex, range.endIndex, this.type))
            return false;
          const inner = state.doc.slice(range.start, range.end).content;
          const note = this.type.createChecked(null, inner.addToStart(title.create()));
          tr.replaceWith(range.start, range.end, note);
          tr.setSelection(TextSelection.create(tr.doc, range.start + 2));
          dispatch?.(tr);
          return true;
        },
    };
  },
});

export const NoteTitle = Node.create({
  name: "noteTitle",
  content: "text*",
  marks: "",
  defining: true,
  parseHTML: () => [{ tag: "p.note-title", priority: 100 }],
  renderHTML: () => ["p", { class: "note-title" }, 0],
  addKeyboardShortcuts() {
    return {
      Enter: ({ editor }) => {
        const { $from } = editor.state.selection;
        if ($from.parent.type !== this.type) return false;
        const after = TextSelection.findFrom(editor.state.doc.resolve($from.after()), 1, true);
        return after !== null && editor.commands.setTextSelection(after.from);
      },
      Backspace: ({ editor }) => {
        const { $from, empty } = editor.state.selection;
        return empty && $from.parent.type === this.type && $from.parentOffset === 0 && editor.commands.toggleNote();
      },
    };
  },
});

/** A sentence of the article, set large: `> [!pull]`. */
export const PullQuote = Node.create({
  name: "pullQuote",
  group: "block",
  content: "block+",
  defining: true,
  // Words after `[!pull]` are in the source and never shown.
  addAttributes: () => ({ title: { default: "", rendered: false } }),
  parseHTML: () => [{ tag: "div.pull" }],
  renderHTML: () => ["div", { class: "pull" }, 0],
  addCommands() {
    return {
      togglePullQuote:
        () =>
        ({ commands }) =>
          commands.toggleWrap(this.name),
    };
  },
});

function findDepth($from: TextSelection["$from"], name: string): number | null {
  for (let depth = $from.depth; depth > 0; depth -= 1) if ($from.node(depth).type.name === name) return depth;
  return null;
}
