import type { Editor } from "@tiptap/core";
import { useEditorState } from "@tiptap/react";
import { type ReactNode, useRef } from "react";
import { countMinutes, countWords, createArticleMarkdown, listWords } from "#app/shared/article-markdown.ts";
import { Button } from "#app/staff-kit/button.tsx";
import type { IconName } from "#app/staff-kit/icon.tsx";
import { Menu } from "#app/staff-kit/menu.tsx";
import { countArticleWords } from "../article-facts.ts";
import type { InsertItem } from "../insert-items.ts";
import { moveBlock } from "../plugins/typing.ts";
import { useLater } from "./use-later.ts";
import { useToolbarKeys } from "./use-toolbar-keys.ts";

interface EditorToolbarProps {
  editor: Editor;
  items: readonly InsertItem[];
  /** The source while it is shown instead of rich text. */
  source: string | null;
  refusal: string | undefined;
  isReadOnly: boolean;
  hasOutline: boolean;
  isQuiet: boolean;
  askForLink: () => void;
  find: () => void;
  switchView: () => void;
  switchOutline: () => void;
  switchQuiet: () => void;
}

/** Alt+F10 leads here from the text, arrows from button to button, Escape back to the text. */
export function EditorToolbar({ editor, items, source, ...props }: EditorToolbarProps) {
  const bar = useRef<HTMLDivElement>(null);
  const isSource = source !== null;
  useToolbarKeys(bar, editor);
  return (
    <div className="editor-tools">
      <div ref={bar} role="toolbar" aria-label="Formatting" aria-orientation="horizontal" className="editor-bar">
        {!isSource && !props.isReadOnly && (
          <FormatButtons editor={editor} items={items} askForLink={props.askForLink} />
        )}
        <span className="editor-group">
          {!isSource && (
            <>
              <Tool icon="search" onClick={props.find}>
                Find and replace
              </Tool>
              <Tool icon="outline" isOn={props.hasOutline} onClick={props.switchOutline}>
                Outline
              </Tool>
            </>
          )}
          <Tool icon="expand" isOn={props.isQuiet} onClick={props.switchQuiet}>
            Focus mode
          </Tool>
          <Tool icon="source" isOn={isSource} onClick={props.switchView}>
            Markdown
          </Tool>
        </span>
      </div>
      {isSource ? <SourceCount source={source} /> : <TextCount editor={editor} />}
    </div>
  );
}

function FormatButtons({ editor, items, askForLink }: Pick<EditorToolbarProps, "editor" | "items" | "askForLink">) {
  const state = useEditorState({ editor, selector: ({ editor }) => readState(editor) });
  const run = () => editor.chain().focus();
  const isOn = (name: string) => state.on.includes(name);
  const level = (level: 2 | 3 | 4) => () => run().toggleHeading({ level }).run();
  const noLink = state.canLink ? undefined : "Put the cursor into text first.";
  return (
    <>
      <span className="editor-group">
        <Tool
          icon="undo"
          unavailable={state.canUndo ? undefined : "Nothing to take back."}
          onClick={() => run().undo().run()}
        >
          Undo
        </Tool>
        <Tool
          icon="redo"
          unavailable={state.canRedo ? undefined : "Nothing was taken back."}
          onClick={() => run().redo().run()}
        >
          Redo
        </Tool>
      </span>
      <span className="editor-group">
        <Tool icon="heading-two" isOn={isOn("heading 2")} onClick={level(2)}>
          Heading 2
        </Tool>
        <Tool icon="heading-three" isOn={isOn("heading 3")} onClick={level(3)}>
          Heading 3
        </Tool>
        <Tool icon="heading-four" isOn={isOn("heading 4")} onClick={level(4)}>
          Heading 4
        </Tool>
      </span>
      <span className="editor-group">
        <Tool icon="bold" isOn={isOn("bold")} onClick={() => run().toggleBold().run()}>
          Bold
        </Tool>
        <Tool icon="italic" isOn={isOn("italic")} onClick={() => run().toggleItalic().run()}>
          Italic
        </Tool>
        <Tool icon="strike" isOn={isOn("strike")} onClick={() => run().toggleStrike().run()}>
          Strikethrough
        </Tool>
        <Tool icon="code" isOn={isOn("code")} onClick={() => run().toggleCode().run()}>
          Code
        </Tool>
        <Tool icon="link" isOn={isOn("link")} unavailable={noLink} onClick={askForLink}>
          Link
        </Tool>
      </span>
      <span className="editor-group">
        <Tool icon="bullets" isOn={isOn("bulletList")} onClick={() => run().toggleBulletList().run()}>
          Bulleted list
        </Tool>
        <Tool icon="numbers" isOn={isOn("orderedList")} onClick={() => run().toggleOrderedList().run()}>
          Numbered list
        </Tool>
        <Tool icon="quote" isOn={isOn("blockquote")} onClick={() => run().toggleBlockquote().run()}>
          Quote
        </Tool>
        <Menu
          label="Insert"
          icon="plus"
          kind="ghost"
          isSmall
          items={items.slice(5).map(({ name, icon, run }) => ({ name, icon, onSelect: () => run(editor) }))}
        />
        <Menu
          label="More"
          icon="more"
          kind="ghost"
          isIconOnly
          isSmall
          items={[
            { name: "Text", onSelect: () => run().setParagraph().run() },
            { name: "Move block up", icon: "arrow-up", onSelect: () => move(editor, -1) },
            { name: "Move block down", icon: "arrow-down", onSelect: () => move(editor, 1) },
            { name: "Clear formatting", icon: "x", onSelect: () => run().unsetAllMarks().clearNodes().run() },
          ]}
        />
      </span>
    </>
  );
}

interface ToolProps {
  icon: IconName;
  children: string;
  isOn?: boolean;
  unavailable?: string | undefined;
  onClick: () => void;
}

export function Tool({ isOn, children, ...props }: ToolProps): ReactNode {
  return (
    <Button {...props} kind="ghost" isIconOnly aria-pressed={isOn} onPointerDown={(event) => event.preventDefault()}>
      {children}
    </Button>
  );
}

function TextCount({ editor }: { editor: Editor }) {
  const words = useLater(editor, countArticleWords);
  return <Count words={words} />;
}

function SourceCount({ source }: { source: string }) {
  const tokens = createArticleMarkdown().parse(source, { article: { contents: [], ids: new Set() } });
  return <Count words={countWords(listWords(tokens))} />;
}

function Count({ words }: { words: number }) {
  return (
    <p className="editor-count">
      {words.toLocaleString("en-GB")} {words === 1 ? "word" : "words"}, {countMinutes(words)} min
    </p>
  );
}

function move(editor: Editor, way: -1 | 1): void {
  moveBlock(editor.state, way, editor.view.dispatch);
  editor.view.focus();
}

function readState(editor: Editor) {
  const marks = ["bold", "italic", "strike", "code", "link"];
  const blocks = ["bulletList", "orderedList", "blockquote"];
  const levels = [2, 3, 4].filter((level) => editor.isActive("heading", { level }));
  const parent = editor.state.selection.$from.parent;
  return {
    on: [
      ...[...marks, ...blocks].filter((name) => editor.isActive(name)),
      ...levels.map((level) => `heading ${level}`),
    ],
    canUndo: editor.can().undo(),
    canRedo: editor.can().redo(),
    canLink: parent.inlineContent && !parent.type.spec.code && parent.type.name !== "noteTitle",
  };
}
