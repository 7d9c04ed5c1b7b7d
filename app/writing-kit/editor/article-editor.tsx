import { EditorContent } from "@tiptap/react";
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { Loss } from "#shared/insights/losses.ts";
import { showToast } from "#app/staff-kit/toasts.ts";
import { useShortcut } from "#app/staff-kit/use-shortcut.ts";
import { listHeadings } from "./article-facts.ts";
import { buildInsertItems } from "./insert-items.ts";
import { BlockBar } from "./parts/block-bar.tsx";
import { BlockHandle } from "./parts/block-handle.tsx";
import { BubbleMenu } from "./parts/bubble-menu.tsx";
import { EditorShortcuts } from "./parts/editor-shortcuts.tsx";
import { EditorToolbar } from "./parts/editor-toolbar.tsx";
import { FindBar } from "./parts/find-bar.tsx";
import { LinkDialog } from "./parts/link-dialog.tsx";
import { focusDescription } from "./parts/media-tools.tsx";
import { Outline } from "./parts/outline.tsx";
import { PasteNotice } from "./parts/paste-notice.tsx";
import { SlashMenu } from "./parts/slash-menu.tsx";
import { readFieldLine, selectFieldLine, SourceField } from "./parts/source-field.tsx";
import { knownSizes } from "./schema/pictures.ts";
import { Typing } from "./plugins/typing.ts";
import { Uploads } from "./plugins/uploads.ts";
import type { ArticleEditorHandle, ArticleEditorProps } from "./types.ts";
import { useRichText } from "./use-rich-text.ts";
import "./recipes.ts";
import "./editor.css";
import "./editor-text.css";
import "./editor-parts.css";

/**
 * Writes an article, as rich text or as its Markdown source. What rich text could not hold without a change for readers
 * is shown as source, with the reason. It asks nothing of the network by itself.
 */
export function ArticleEditor({
  markdown,
  onChange,
  onReady,
  isReadOnly = false,
  isHidden = false,
  noun = "article",
  pictureSizes,
  ...tools
}: ArticleEditorProps) {
  const [opened, setOpened] = useState<"link" | "find" | null>(null);
  const [hasOutline, setOutline] = useState(false);
  const [isQuiet, setQuiet] = useState(false);
  const [losses, setLosses] = useState<readonly Loss[]>([]);
  const handle = useRef<OwnHandle | null>(null);
  useState(() => {
    for (const { src, width, height } of pictureSizes ?? []) knownSizes.set(src, { width, height });
  });
  const extensions = useExtensions(handle, tools.uploadPictures, { open: setOpened, tellLosses: setLosses });
  const views = useViews(markdown, extensions, { isReadOnly, noun, onChange });
  const { text, shown, field, tell } = views;
  const { editor, refusal } = text;
  useEffect(() => {
    handle.current = makeHandle(views);
  });
  useReady(handle, text.isOpen, onReady);

  async function addPicture() {
    const picture = await tools.pickPicture();
    if (!picture || !editor) return;
    const { src, alt, caption } = picture;
    editor
      .chain()
      .focus()
      .insertContent({ type: "figure", attrs: { src, alt, title: caption } })
      .run();
  }

  useShortcut({ keys: "mod+m", name: "Rich text or Markdown", group: "Editor" }, views.switchView);
  const items = buildInsertItems(() => void addPicture()).filter(({ name }) => !tools.without?.includes(name));
  if (!editor) return <div className="editor" aria-busy="true" hidden={isHidden} />;
  return (
    <div className={`editor ${isQuiet ? "editor-quiet" : ""}`.trim()} hidden={isHidden}>
      <EditorToolbar
        editor={editor}
        items={items}
        source={shown === "source" ? markdown : null}
        refusal={refusal}
        isReadOnly={isReadOnly}
        hasOutline={hasOutline}
        isQuiet={isQuiet}
        askForLink={() => setOpened("link")}
        find={() => setOpened("find")}
        switchView={views.switchView}
        switchOutline={() => setOutline(!hasOutline)}
        switchQuiet={() => setQuiet(!isQuiet)}
      />
      <EditorShortcuts />
      {shown === "text" && <BlockBar editor={editor} isReadOnly={isReadOnly} />}
      {opened === "find" && shown === "text" && (
        <FindBar editor={editor} isReadOnly={isReadOnly} close={() => setOpened(null)} />
      )}
      {refusal !== undefined && (
        <p className="editor-notice" role="status">
          This text opened as Markdown, because rich text cannot hold {refusal}. Nothing is lost.
        </p>
      )}
      <PasteNotice losses={losses} dismiss={() => setLosses([])} />
      <div className="editor-sheet: flex gap-24px items-start p-[0_page] lt-md:flex-col lt-md:gap-0">
        {hasOutline && shown === "text" && <Outline editor={editor} />}
        <div className="editor-page: relative flex-1 w-full min-w-0 max-w-48rem mx-auto" hidden={shown === "source"}>
          <EditorContent editor={editor} />
          {!isReadOnly && <BlockHandle editor={editor} />}
          {!isReadOnly && <BubbleMenu editor={editor} askForLink={() => setOpened("link")} />}
          {!isReadOnly && <SlashMenu editor={editor} items={items} />}
        </div>
        {shown === "source" && <SourceField {...{ noun, isReadOnly }} ref={field} source={markdown} onChange={tell} />}
      </div>
      {opened === "link" && <LinkDialog editor={editor} findPages={tools.findPages} close={() => setOpened(null)} />}
    </div>
  );
}

/** The handle of the page, and what the editor's own parts ask. */
interface OwnHandle extends ArticleEditorHandle {
  /** Shows the newest source as rich text. False where that cannot be. */
  catchUp: () => boolean;
}

interface Asked {
  open: (what: "link" | "find") => void;
  tellLosses: (losses: readonly Loss[]) => void;
}

/** The extensions that ask something of what is around the text; made once. */
function useExtensions(
  handle: RefObject<OwnHandle | null>,
  uploadPictures: ArticleEditorProps["uploadPictures"],
  { open, tellLosses }: Asked,
) {
  const upload = useEffectEvent((files: File[]) => uploadPictures(files));
  const catchUp = useEffectEvent(() => handle.current?.catchUp() ?? true);
  const tellNow = useEffectEvent(() => handle.current?.flush());
  const [extensions] = useState(() => [
    Typing.configure({
      askForLink: () => open("link"),
      find: () => open("find"),
      tellLosses: (found) => found.length > 0 && tellLosses(found),
    }),
    Uploads.configure({
      upload: (files) => upload(files),
      catchUp: () => catchUp(),
      tell: () => tellNow(),
      fail: (text) => showToast({ text, tone: "error" }),
    }),
  ]);
  return extensions;
}

type Views = ReturnType<typeof useViews>;

/** The two views of one source: rich text, and the field of its Markdown. */
function useViews(
  markdown: string,
  extensions: ReturnType<typeof useExtensions>,
  { isReadOnly, noun, onChange }: { isReadOnly: boolean; noun: string; onChange: (markdown: string) => void },
) {
  const [view, setView] = useState<"text" | "source">("text");
  const field = useRef<HTMLTextAreaElement>(null);
  /** What to select in the field of the source once it is there. */
  const selection = useRef<readonly [number, number] | null>(null);
  // The newest source that went to the page, or came from it.
  const known = useRef(markdown);
  const name = noun === "article" ? "Article" : `Text of the ${noun}`;
  const text = useRichText(markdown, extensions, isReadOnly, tell, name);
  const shown = text.refusal === undefined ? view : "source";

  function tell(next: string) {
    if (next === known.current) return;
    known.current = next;
    onChange(next);
  }

  // The page brought another source, such as an older revision.
  const take = useEffectEvent((next: string) => {
    if (next === known.current) return;
    known.current = next;
    text.show(next);
  });
  useEffect(() => take(markdown), [markdown]);

  function selectInField() {
    if (!field.current || !selection.current) return;
    field.current.focus();
    field.current.setSelectionRange(...selection.current);
    selection.current = null;
  }
  useLayoutEffect(selectInField, [shown]);

  function switchView() {
    if (shown === "text") {
      const line = text.findLine();
      text.flush();
      // At once: the next key may come before the next frame.
      flushSync(() => setView("source"));
      selectFieldLine(field.current, { line });
    } else {
      const line = readFieldLine(field.current);
      if (!text.show(known.current)) return;
      flushSync(() => setView("text"));
      text.goToLine(line);
    }
  }

  return { text, shown, field, selection, known, tell, selectInField, switchView };
}

/** Gives the page a handle that stays the same and always does what the newest view does. */
function useReady(handle: RefObject<OwnHandle | null>, isOpen: boolean, onReady: ArticleEditorProps["onReady"]) {
  const tellReady = useEffectEvent(() =>
    onReady?.({
      focus: (place) => handle.current?.focus(place),
      replace: (next, by) => handle.current?.replace(next, by),
      takeOver: (field, source) => handle.current?.takeOver(field, source),
      flush: () => handle.current?.flush(),
      getOutline: () => handle.current?.getOutline() ?? [],
      getSelectionText: () => handle.current?.getSelectionText() ?? "",
    }),
  );
  useEffect(() => {
    if (isOpen) tellReady();
  }, [isOpen]);
}

function makeHandle({ text, shown, field, selection, known, tell, selectInField }: Views): OwnHandle {
  const { editor } = text;
  return {
    catchUp: () => shown === "text" || text.show(known.current),
    focus: (place) => {
      if (shown === "source") selectFieldLine(field.current, place ?? { line: readFieldLine(field.current) });
      else if (place?.isPicture && text.selectPicture(place.line))
        requestAnimationFrame(() => focusDescription(editor));
      else if (place) text.goToLine(place.line);
      else editor?.commands.focus();
    },
    replace: (next, by) => {
      tell(next);
      text.show(next, by);
    },
    takeOver: (plain, source) => {
      const isHere = document.activeElement === plain;
      const { selectionStart: from, selectionEnd: to } = plain;
      known.current = source;
      const isText = text.show(source);
      if (!isHere) return;
      if (isText) text.select(from, to);
      else selection.current = [from, to];
      selectInField();
    },
    flush: text.flush,
    getOutline: () => {
      const lines = text.listLines();
      const headings = editor ? listHeadings(editor.state.doc) : [];
      return headings.map(({ level, text, index }) => ({ level, text, line: lines[index] ?? 1 }));
    },
    getSelectionText: () => {
      const { value = "", selectionStart = 0, selectionEnd = 0 } = field.current ?? {};
      if (shown === "source") return value.slice(selectionStart, selectionEnd);
      const { doc, selection } = editor?.state ?? {};
      return selection ? (doc?.textBetween(selection.from, selection.to, "\n") ?? "") : "";
    },
  };
}
