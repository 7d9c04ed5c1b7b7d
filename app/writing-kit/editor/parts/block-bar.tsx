import type { Editor } from "@tiptap/core";
import { type Command, NodeSelection, TextSelection } from "@tiptap/pm/state";
import { addColumnAfter, addColumnBefore, deleteColumn, deleteTable } from "@tiptap/pm/tables";
import { useEditorState } from "@tiptap/react";
import { useId, useRef } from "react";
import { Button } from "#app/staff-kit/button.tsx";
import type { Alignment } from "../schema/table.ts";
import { addRowAbove, addRowBelow, alignColumn, deleteRowBelowHead } from "../table-commands.ts";
import { Description, EmbedTools, FigureTools } from "./media-tools.tsx";
import { useToolbarKeys } from "./use-toolbar-keys.ts";
import { KitOptions } from "#app/staff-kit/field.tsx";
import "../recipes.ts";

/** Names of languages that readers see coloured (worker/insights/highlight.ts), and what the source calls them. */
const languages: readonly (readonly [string, string])[] = [
  ["", "Plain text"],
  ["html", "HTML"],
  ["js", "JavaScript"],
  ["json", "JSON"],
  ["python", "Python"],
  ["bash", "Shell"],
  ["sql", "SQL"],
  ["ts", "TypeScript"],
  ["yaml", "YAML"],
];

/** What can be done with the block around the cursor: a table, code, a picture, a video, a footnote. */
export function BlockBar({ editor, isReadOnly }: { editor: Editor; isReadOnly: boolean }) {
  const bar = useRef<HTMLDivElement>(null);
  const block = useEditorState({ editor, selector: ({ editor }) => readBlock(editor) });
  useToolbarKeys(bar, editor);
  if (block.kind === "none" || isReadOnly) return null;
  return (
    <div ref={bar} className="editor-bar editor-block-bar" role="toolbar" aria-label={block.name}>
      <b>{block.name}</b>
      {block.kind === "table" && <TableTools editor={editor} isHead={block.isHead} />}
      {block.kind === "code" && <CodeTools editor={editor} language={block.language} />}
      {block.kind === "figure" && <FigureTools key={block.pos} editor={editor} {...block} />}
      {block.kind === "image" && <Description key={block.pos} editor={editor} alt={block.alt} pos={block.pos} />}
      {block.kind === "embed" && <EmbedTools key={block.pos} editor={editor} {...block} />}
      {block.kind === "footnote" && <Small onClick={() => jump(editor)}>Back to where it is mentioned</Small>}
      {block.kind === "mention" && <Small onClick={() => jump(editor)}>Go to the footnote</Small>}
    </div>
  );
}

function TableTools({ editor, isHead }: { editor: Editor; isHead: boolean }) {
  const run = (command: Command) => () => {
    command(editor.state, editor.view.dispatch);
    editor.view.focus();
  };
  const align = (side: Alignment) => run(alignColumn(side));
  const head = isHead ? "The row of heads stays first." : undefined;
  return (
    <>
      <Small unavailable={head} onClick={run(addRowAbove)}>
        Row above
      </Small>
      <Small onClick={run(addRowBelow)}>Row below</Small>
      <Small onClick={run(addColumnBefore)}>Column before</Small>
      <Small onClick={run(addColumnAfter)}>Column after</Small>
      <Small onClick={align(null)}>Left</Small>
      <Small onClick={align("center")}>Centre</Small>
      <Small onClick={align("right")}>Right</Small>
      <Small unavailable={head} onClick={run(deleteRowBelowHead)}>
        Delete row
      </Small>
      <Small onClick={run(deleteColumn)}>Delete column</Small>
      <Small onClick={run(deleteTable)}>Delete table</Small>
    </>
  );
}

function CodeTools({ editor, language }: { editor: Editor; language: string }) {
  const id = useId();
  const known = languages.some(([value]) => value === language);
  return (
    <>
      <label htmlFor={id}>Language</label>
      <select
        id={id}
        className="kit-input editor-choice"
        value={language}
        onChange={({ target }) => editor.commands.updateAttributes("codeBlock", { language: target.value || null })}
      >
        {!known && <option value={language}>{language}</option>}
        <KitOptions of={languages.map(([value, name]) => ({ value, name }))} />
      </select>
    </>
  );
}

function Small({ children, ...props }: { children: string; unavailable?: string | undefined; onClick: () => void }) {
  return (
    <Button {...props} kind="ghost" isSmall onPointerDown={(event) => event.preventDefault()}>
      {children}
    </Button>
  );
}

/** From a mention to its footnote, and from a footnote to its first mention. */
function jump(editor: Editor): void {
  const { doc, selection, tr } = editor.state;
  const from = selection instanceof NodeSelection ? selection.node : selection.$from.node(1);
  const wanted = from.type.name === "footnote" ? "footnoteReference" : "footnote";
  let found: number | null = null;
  doc.descendants((node, pos) => {
    if (found === null && node.type.name === wanted && node.attrs.label === from.attrs.label) found = pos;
    return found === null;
  });
  if (found === null) return;
  const place = wanted === "footnote" ? TextSelection.near(doc.resolve(found + 1)) : NodeSelection.create(doc, found);
  editor.view.dispatch(tr.setSelection(place).scrollIntoView());
  editor.view.focus();
}

const noBlock = { name: "", isHead: false, language: "", alt: "", caption: "", width: "", href: "", title: "", pos: 0 };

function readBlock(editor: Editor) {
  const { selection } = editor.state;
  const node = selection instanceof NodeSelection ? selection.node : null;
  if (node?.type.name === "figure") {
    const { alt, title: caption, width } = node.attrs as { alt: string; title: string; width: string };
    return { ...noBlock, kind: "figure" as const, name: "Picture", alt, caption, width, pos: selection.from };
  }
  if (node?.type.name === "image")
    return { ...noBlock, kind: "image" as const, name: "Picture", alt: String(node.attrs.alt), pos: selection.from };
  if (node?.type.name === "embed") {
    const { href, title } = node.attrs as { href: string; title: string };
    return { ...noBlock, kind: "embed" as const, name: "Video", href, title, pos: selection.from };
  }
  if (node?.type.name === "footnoteReference")
    return { ...noBlock, kind: "mention" as const, name: `Note ${String(node.attrs.label)}` };
  if (editor.isActive("table"))
    return { ...noBlock, kind: "table" as const, name: "Table", isHead: editor.isActive("tableHeader") };
  if (editor.isActive("codeBlock")) {
    const language = String(editor.getAttributes("codeBlock").language ?? "");
    return { ...noBlock, kind: "code" as const, name: "Code block", language };
  }
  if (editor.isActive("footnote"))
    return { ...noBlock, kind: "footnote" as const, name: `Note ${String(editor.getAttributes("footnote").label)}` };
  return { ...noBlock, kind: "none" as const };
}
