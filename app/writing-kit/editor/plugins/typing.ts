import { Extension } from "@tiptap/core";
import type { MarkType, ResolvedPos, Slice } from "@tiptap/pm/model";
import { Plugin, TextSelection, type EditorState } from "@tiptap/pm/state";
import type { EditorView } from "@tiptap/pm/view";
import { findEmbed } from "#shared/insights/article-embeds.ts";
import { isSafeAddress } from "#shared/insights/article-markdown.ts";
import type { Loss } from "#shared/insights/losses.ts";
import { insertEmbed, isEmptyLine } from "../schema/embeds.ts";
import { cleanPastedHtml } from "./clean-paste.ts";
import { readPastedMarkdown } from "./paste-markdown.ts";

/** A key that was heard has no other effect. */
function handled(run: () => void): () => boolean {
  return () => {
    run();
    return true;
  };
}

interface TypingOptions {
  askForLink: () => void;
  find: () => void;
  /** Called with what pasted text had and the article has not. */
  tellLosses: (losses: readonly Loss[]) => void;
}

/** Keys and pasting: what belongs to no single kind of block. */
export const Typing = Extension.create<TypingOptions>({
  name: "typing",
  addOptions: () => ({ askForLink: () => undefined, find: () => undefined, tellLosses: () => undefined }),
  addKeyboardShortcuts() {
    const { askForLink, find } = this.options;
    return {
      // Where there is no link, such as in code, nothing is asked.
      "Mod-k": ({ editor }) => {
        if (editor.state.selection.$from.parent.type.allowsMarkType(editor.schema.marks.link as MarkType)) askForLink();
        return true;
      },
      "Mod-f": handled(find),
      "Alt-ArrowUp": ({ editor }) => moveBlock(editor.state, -1, editor.view.dispatch),
      "Alt-ArrowDown": ({ editor }) => moveBlock(editor.state, 1, editor.view.dispatch),
      "Mod-Alt-0": ({ editor }) => editor.commands.setParagraph(),
      "Mod-Alt-n": ({ editor }) => editor.commands.toggleNote(),
      "Mod-Alt-f": ({ editor }) => insertFootnote(editor.state, editor.view.dispatch),
    };
  },
  addProseMirrorPlugins() {
    const { tellLosses } = this.options;
    return [
      new Plugin({
        // A button of a toolbar is pressed outside of the text.
        view(view) {
          const look = () => lookForCursor(view);
          view.dom.ownerDocument.addEventListener("pointerdown", look, true);
          return { destroy: () => view.dom.ownerDocument.removeEventListener("pointerdown", look, true) };
        },
        props: {
          handleDOMEvents: {
            keydown: (view, { isComposing }) => {
              if (!isComposing) lookForCursor(view);
            },
          },
          transformPastedHTML: (html, view) => cleanPastedHtml(html, view, tellLosses),
          // ProseMirror asks for text alone, and where there is no code; what is pasted "as plain text" stays plain.
          clipboardTextParser: (text, $context, isPlain, view) =>
            (isPlain || isLiteral($context) || isAddress(text)
              ? null
              : readPastedMarkdown(text, view, tellLosses)) as Slice,
          // An address that is pasted over words makes them a link, and one of a video in an empty line shows it.
          handlePaste: (view, event) => {
            const text = event.clipboardData?.getData("text/plain").trim() ?? "";
            if (!/\s/.test(text) && isEmptyLine(view.state) && findEmbed(text)) {
              insertEmbed(view.state, view.dispatch, text);
              return true;
            }
            const { selection, schema, tr } = view.state;
            const link = schema.marks.link;
            if (selection.empty || !link || !(selection instanceof TextSelection)) return false;
            if (!/^(?:https?:\/\/|mailto:|\/)\S+$/.test(text) || !isSafeAddress(text)) return false;
            if (!selection.$from.parent.type.allowsMarkType(link) || !selection.$from.sameParent(selection.$to))
              return false;
            view.dispatch(tr.addMark(selection.from, selection.to, link.create({ href: text })).scrollIntoView());
            return true;
          },
        },
      }),
    ];
  },
});

/** On a busy computer keys and presses come before the browser has reported where the cursor is: this makes the editor look. */
function lookForCursor({ composing, dom }: EditorView): void {
  if (!composing) dom.ownerDocument.dispatchEvent(new Event("selectionchange"));
}

/** Titles and code have no Markdown in them. */
function isLiteral($place: ResolvedPos): boolean {
  return $place.parent.type.name === "noteTitle" || $place.marks().some(({ type }) => type.name === "code");
}

/** A single address stays what was typed: what is below decides what becomes of it. */
function isAddress(text: string): boolean {
  return !/\s/.test(text.trim()) && /^(?:https?:\/\/|mailto:|\/)/.test(text.trim());
}

type Dispatch = (tr: EditorState["tr"]) => void;

/** Moves the block around the cursor one place up (-1) or down (1), with the cursor in it. */
export function moveBlock(state: EditorState, direction: -1 | 1, dispatch?: Dispatch): boolean {
  const { $from } = state.selection;
  const at = $from.index(0);
  const node = state.doc.maybeChild(at);
  const other = state.doc.maybeChild(at + direction);
  if (!node || !other) return false;
  const start = $from.depth === 0 ? $from.pos : $from.before(1);
  const to = direction === -1 ? start - other.nodeSize : start + other.nodeSize;
  const tr = state.tr.delete(start, start + node.nodeSize).insert(to, node);
  const shift = to - start;
  if (state.selection instanceof TextSelection)
    tr.setSelection(TextSelection.create(tr.doc, state.selection.anchor + shift, state.selection.head + shift));
  dispatch?.(tr.scrollIntoView());
  return true;
}

/** Mentions a new footnote at the cursor and goes on to where its text is written. */
export function insertFootnote(state: EditorState, dispatch?: Dispatch): boolean {
  const { footnoteReference, footnote, paragraph } = state.schema.nodes;
  const { $from, to } = state.selection;
  if (!footnoteReference || !footnote || !paragraph || !$from.parent.inlineContent || $from.parent.type.spec.code)
    return false;
  // A footnote has no footnotes.
  if ($from.node(1).type === footnote) return false;
  const labels = new Set<string>();
  state.doc.descendants(({ type, attrs }) => {
    if (type === footnote || type === footnoteReference) labels.add(String(attrs.label));
  });
  let number = 1;
  while (labels.has(String(number)) || state.doc.textContent.includes(`[^${number}]`)) number += 1;
  const label = String(number);
  const tr = state.tr.insert(to, footnoteReference.create({ label }));
  const end = tr.doc.content.size;
  tr.insert(end, footnote.create({ label }, paragraph.create()));
  dispatch?.(tr.setSelection(TextSelection.create(tr.doc, end + 2)).scrollIntoView());
  return true;
}
