import { type AnyExtension, Extension } from "@tiptap/core";
import { Placeholder } from "@tiptap/extensions";
import { closeHistory } from "@tiptap/pm/history";
import type { Node } from "@tiptap/pm/model";
import { EditorState, NodeSelection, TextSelection } from "@tiptap/pm/state";
import { type Editor, useEditor } from "@tiptap/react";
import { search } from "prosemirror-search";
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from "react";
import { type ArticleFile, createArticleFile } from "./markdown/article-file.ts";
import { selectPlace } from "./markdown/find-place.ts";
import { UnreadableMarkdown } from "./markdown/unreadable-markdown.ts";
import { replaceChanged } from "./replace-changed.ts";
import { articleExtensions } from "./schema/article-schema.ts";
import { isPictureAtFault } from "./schema/pictures.ts";

/** A change is reported this long after it, with those that follow; in milliseconds. */
const patience = 400;

const ownExtensions = [
  ...articleExtensions,
  Extension.create({ name: "search", addProseMirrorPlugins: () => [search()] }),
  Placeholder.configure({ placeholder: "Write, or type / for a block" }),
];

const words = { class: "prose editor-text", role: "textbox", "aria-multiline": "true" };

export interface RichText {
  editor: Editor | null;
  /** Why the source cannot be shown as rich text; undefined when it can. */
  refusal: string | undefined;
  /** Reports changes that were not reported yet, at once. */
  flush: () => void;
  /** Shows another source. False when it cannot be shown. Undo does not take back what came from others. */
  show: (markdown: string, by?: "writer" | "others") => boolean;
  /** True once the source has been read, or refused. */
  isOpen: boolean;
  /** Puts the cursor to a place of the source that is shown, or selects what is between two of them. */
  select: (from: number, to: number) => void;
  /** The line of the source at which the block with the cursor begins; the first line is 1. */
  findLine: () => number;
  /** Puts the cursor into the block at a line. */
  goToLine: (line: number) => void;
  /** Selects the picture at fault in the block at a line; false where there is none. */
  selectPicture: (line: number) => boolean;
  /** The lines of the source at which the blocks of the article begin. */
  listLines: () => number[];
}

/** An editor of rich text over a source of Markdown; `tell` gets the source after a change. */
export function useRichText(
  markdown: string,
  extensions: readonly AnyExtension[],
  isReadOnly: boolean,
  tell: (markdown: string) => void,
  name = "Article",
): RichText {
  const file = useRef<ArticleFile | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const [isOpen, setOpen] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const flushNow = useEffectEvent(flush);

  const editor = useEditor({
    extensions: [...ownExtensions, ...extensions],
    immediatelyRender: false,
    shouldRerenderOnTransaction: false,
    injectCSS: false,
    editable: !isReadOnly,
    editorProps: { attributes: { ...words, "aria-label": name } },
    onCreate: ({ editor }) => {
      file.current = createArticleFile(editor.schema);
      const doc = read(markdown);
      setOpen(true);
      if (!doc) return;
      // Nothing to take back yet.
      editor.view.updateState(EditorState.create({ doc, plugins: editor.state.plugins }));
      editor.view.dispatch(editor.state.tr.setMeta("shown", true));
    },
    onTransaction: ({ transaction }) => {
      if (transaction.docChanged && !transaction.getMeta("shown")) timer.current ??= setTimeout(flushNow, patience);
    },
    onBlur: () => flushNow(),
  });

  /** The document of a source, or null when there is none. */
  function read(source: string) {
    try {
      const doc = file.current?.open(source) ?? null;
      setRefusal(undefined);
      return doc;
    } catch (error) {
      if (!(error instanceof UnreadableMarkdown)) throw error;
      setRefusal(error.message);
      return null;
    }
  }

  function flush() {
    if (timer.current === undefined || !editor || !file.current) return;
    clearTimeout(timer.current);
    timer.current = undefined;
    tell(file.current.write(editor.state.doc));
  }

  function show(source: string, by: "writer" | "others" = "writer"): boolean {
    if (!editor || !file.current) return false;
    const { state, view } = editor;
    if (refusal === undefined && file.current.write(state.doc) === source) return true;
    const doc = read(source);
    if (!doc) return false;
    clearTimeout(timer.current);
    timer.current = undefined;
    const { isWritten, adopt } = file.current;
    const tr = replaceChanged(state.tr, doc, { isWritten, keepsLines: view.hasFocus() }).setMeta("shown", true);
    adopt(tr.doc, doc);
    view.dispatch(by === "writer" ? closeHistory(tr) : tr.setMeta("addToHistory", false));
    // What is typed next is a step of its own.
    view.dispatch(closeHistory(view.state.tr));
    return true;
  }

  useEffect(() => {
    const watch = new AbortController();
    const leave = () => flushNow();
    addEventListener("pagehide", leave, { signal: watch.signal });
    document.addEventListener("visibilitychange", leave, { signal: watch.signal });
    return () => {
      watch.abort();
      leave();
    };
  }, []);
  useEffect(() => {
    editor?.setEditable(!isReadOnly, false);
  }, [editor, isReadOnly]);

  return { editor, isOpen, refusal, flush, show, ...useCursor(editor, file) };
}

type Cursor = Pick<RichText, "select" | "findLine" | "goToLine" | "selectPicture" | "listLines">;

/** Between places of the source and the cursor. */
function useCursor(editor: Editor | null, file: RefObject<ArticleFile | null>): Cursor {
  function listLines(): number[] {
    return (editor && file.current?.listLines(editor.state.doc)) ?? [];
  }

  function findLine(): number {
    return listLines()[editor?.state.selection.$from.index(0) ?? 0] ?? 1;
  }

  /** Index of the block at a line. */
  function findBlock(line: number): number {
    return Math.max(
      0,
      listLines().findLastIndex((start) => start <= line),
    );
  }

  function selectPicture(line: number): boolean {
    if (!editor) return false;
    const { doc, tr } = editor.state;
    const at = findBlock(line);
    const start = findStart(doc, at);
    let found: number | null = null;
    doc.nodesBetween(start, start + (doc.maybeChild(at)?.nodeSize ?? 0), (node, pos) => {
      if (found === null && isPictureAtFault(node)) found = pos;
      return found === null;
    });
    if (found === null) return false;
    editor.view.dispatch(tr.setSelection(NodeSelection.create(doc, found)).scrollIntoView());
    return true;
  }

  function goToLine(line: number) {
    if (!editor) return;
    const { doc, tr } = editor.state;
    const pos = Math.min(findStart(doc, findBlock(line)) + 1, doc.content.size);
    editor.view.dispatch(tr.setSelection(TextSelection.near(doc.resolve(pos))));
    editor.view.focus();
    editor.commands.scrollIntoView();
  }

  function select(from: number, to: number) {
    if (!editor || !file.current) return;
    const { doc, tr } = editor.state;
    const [anchor, head] = [from, to].map((offset) => file.current?.findPlace(doc, offset));
    if (anchor && head && from !== to) {
      const [start, end] = [anchor, head].map(({ at, pos }) =>
        doc.resolve(Math.min(findStart(doc, at) + pos, doc.content.size)),
      );
      if (start && end) tr.setSelection(TextSelection.between(start, end));
    } else if (head) {
      const start = findStart(doc, head.at);
      // Markdown has no words for what the cursor stands behind, such as a space at the end.
      tr.replaceWith(start, findStart(doc, head.at + 1), head.blocks);
      file.current.adopt(tr.doc, doc);
      tr.setSelection(selectPlace(tr.doc, start + head.pos));
    }
    editor.view.dispatch(tr.setMeta("shown", true).setMeta("addToHistory", false).scrollIntoView());
    editor.view.focus();
  }

  return { select, findLine, goToLine, selectPicture, listLines };
}

/** Where the block of this index begins. */
function findStart(doc: Node, index: number): number {
  return doc.children.slice(0, index).reduce((sum, { nodeSize }) => sum + nodeSize, 0);
}
