import type { Editor } from "@tiptap/core";
import { useEditorState } from "@tiptap/react";
import { TextSelection } from "@tiptap/pm/state";
import { useRef } from "react";
import { Icon } from "#app/staff-kit/icon.tsx";
import { Tool } from "./editor-toolbar.tsx";
import { useFloat } from "./use-float.ts";
import { useToolbarKeys } from "./use-toolbar-keys.ts";
import "../recipes.ts";

/** Marks for selected words, above them; over a link, where it leads. */
export function BubbleMenu({ editor, askForLink }: { editor: Editor; askForLink: () => void }) {
  const bar = useRef<HTMLDivElement>(null);
  const { on, href, from, isShown } = useEditorState({ editor, selector: ({ editor }) => readState(editor) });
  useFloat(bar, editor, isShown ? from : null, "above");
  useToolbarKeys(bar, editor);
  if (!isShown) return null;
  const run = () => editor.chain().focus();
  return (
    <div ref={bar} className="editor-bubble" role="toolbar" aria-label="Selected text">
      {href === null ? (
        <>
          <Tool icon="bold" isOn={on.includes("bold")} onClick={() => run().toggleBold().run()}>
            Bold
          </Tool>
          <Tool icon="italic" isOn={on.includes("italic")} onClick={() => run().toggleItalic().run()}>
            Italic
          </Tool>
          <Tool icon="code" isOn={on.includes("code")} onClick={() => run().toggleCode().run()}>
            Code
          </Tool>
          <Tool icon="link" onClick={askForLink}>
            Link
          </Tool>
          <Tool icon="quote" onClick={() => run().togglePullQuote().run()}>
            Pull quote
          </Tool>
        </>
      ) : (
        <>
          <a className="editor-address" href={href} target="_blank" rel="noopener noreferrer">
            <span>{href}</span>
            <Icon name="arrow-right" />
          </a>
          <Tool icon="pencil" onClick={askForLink}>
            Change the link
          </Tool>
          <Tool icon="x" onClick={() => run().unlink().run()}>
            Unlink
          </Tool>
        </>
      )}
    </div>
  );
}

function readState(editor: Editor) {
  const { selection } = editor.state;
  const { parent } = selection.$from;
  const isText = selection instanceof TextSelection && !parent.type.spec.code && parent.type.name !== "noteTitle";
  const isLink = isText && editor.isActive("link");
  const hasWords = isText && editor.state.doc.textBetween(selection.from, selection.to).trim() !== "";
  return {
    on: ["bold", "italic", "code"].filter((name) => editor.isActive(name)),
    href: isLink ? String(editor.getAttributes("link").href) : null,
    from: selection.from,
    isShown: hasWords || isLink,
  };
}
