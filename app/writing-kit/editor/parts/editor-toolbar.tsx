import type { Editor } from "@tiptap/core";
import { useEditorState } from "@tiptap/react";
import { type ReactNode, useRef } from "react";
import { countMinutes, countWords, createArticleMarkdown, listWords } from "#shared/insights/article-markdown.ts";
import { Button } from "#app/staff-kit/button.tsx";
import type { IconName } from "#app/staff-kit/icon.tsx";
import { Menu } from "#app/staff-kit/menu.tsx";
import { countArticleWords } from "../article-facts.ts";
import type { InsertItem } from "../insert-items.ts";
import { moveBlock } from "../plugins/typing.ts";
import { type FormatTool, formatTools, insertMenu, moreMenu, type ViewTool, viewTools } from "./toolbar-tools.ts";
import { useLater } from "./use-later.ts";
import { useToolbarKeys } from "./use-toolbar-keys.ts";
import "../recipes.ts";

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
  const views: Record<ViewTool, Pick<ToolProps, "isOn" | "onClick">> = {
    "Find and replace": { onClick: props.find },
    Outline: { isOn: props.hasOutline, onClick: props.switchOutline },
    "Focus mode": { isOn: props.isQuiet, onClick: props.switchQuiet },
    Markdown: { isOn: isSource, onClick: props.switchView },
  };
  return (
    <div className="editor-tools">
      <div ref={bar} role="toolbar" aria-label="Formatting" aria-orientation="horizontal" className="editor-bar">
        {!isSource && !props.isReadOnly && (
          <FormatButtons editor={editor} items={items} askForLink={props.askForLink} />
        )}
        <span className="editor-group">
          {viewTools
            .filter(({ ofText }) => !isSource || !ofText)
            .map(({ name, icon }) => (
              <Tool key={name} icon={icon} {...views[name]}>
                {name}
              </Tool>
            ))}
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
  const level = (level: 2 | 3 | 4) => ({
    isOn: isOn(`heading ${level}`),
    onClick: () => run().toggleHeading({ level }).run(),
  });
  const tools: Record<FormatTool, Pick<ToolProps, "isOn" | "unavailable" | "onClick">> = {
    Undo: { unavailable: unless(state.canUndo, "Nothing to take back."), onClick: () => run().undo().run() },
    Redo: { unavailable: unless(state.canRedo, "Nothing was taken back."), onClick: () => run().redo().run() },
    "Heading 2": level(2),
    "Heading 3": level(3),
    "Heading 4": level(4),
    Bold: { isOn: isOn("bold"), onClick: () => run().toggleBold().run() },
    Italic: { isOn: isOn("italic"), onClick: () => run().toggleItalic().run() },
    Strikethrough: { isOn: isOn("strike"), onClick: () => run().toggleStrike().run() },
    Code: { isOn: isOn("code"), onClick: () => run().toggleCode().run() },
    Link: {
      isOn: isOn("link"),
      unavailable: unless(state.canLink, "Put the cursor into text first."),
      onClick: askForLink,
    },
    "Bulleted list": { isOn: isOn("bulletList"), onClick: () => run().toggleBulletList().run() },
    "Numbered list": { isOn: isOn("orderedList"), onClick: () => run().toggleOrderedList().run() },
    Quote: { isOn: isOn("blockquote"), onClick: () => run().toggleBlockquote().run() },
  };
  return formatTools.map((group, at) => (
    <span key={group[0].name} className="editor-group">
      {group.map(({ icon, name }) => (
        <Tool key={name} icon={icon} {...tools[name]}>
          {name}
        </Tool>
      ))}
      {at === formatTools.length - 1 && <Menus editor={editor} items={items} />}
    </span>
  ));
}

function unless(can: boolean, why: string): string | undefined {
  return can ? undefined : why;
}

function Menus({ editor, items }: Pick<EditorToolbarProps, "editor" | "items">) {
  const run = () => editor.chain().focus();
  return (
    <>
      <Menu
        {...insertMenu}
        kind="ghost"
        isSmall
        items={items.slice(5).map(({ name, icon, run }) => ({ name, icon, onSelect: () => run(editor) }))}
      />
      <Menu
        {...moreMenu}
        kind="ghost"
        isIconOnly
        isSmall
        items={[
          { name: "Superscript", icon: "superscript", onSelect: () => run().toggleSuperscript().run() },
          { name: "Subscript", icon: "subscript", onSelect: () => run().toggleSubscript().run() },
          { name: "Text", onSelect: () => run().setParagraph().run() },
          { name: "Move block up", icon: "arrow-up", onSelect: () => move(editor, -1) },
          { name: "Move block down", icon: "arrow-down", onSelect: () => move(editor, 1) },
          { name: "Clear formatting", icon: "x", onSelect: () => run().unsetAllMarks().clearNodes().run() },
        ]}
      />
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
  const tokens = createArticleMarkdown().parse(source, { article: { contents: [], ids: new Map() } });
  return <Count words={countWords(listWords(tokens))} />;
}

function Count({ words }: { words: number }) {
  return (
    <p className="editor-count">
      {words.toLocaleString("en-GB")} {words === 1 ? "word" : "words"}, {countMinutes(words)} min
    </p>
  );
}

function move(editor: Editor, direction: -1 | 1): void {
  moveBlock(editor.state, direction, editor.view.dispatch);
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
