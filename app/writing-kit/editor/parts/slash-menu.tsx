import type { Editor } from "@tiptap/core";
import { Plugin, PluginKey } from "@tiptap/pm/state";
import { useEditorState } from "@tiptap/react";
import { useEffect, useEffectEvent, useId, useRef, useState } from "react";
import { Icon } from "#app/staff-kit/icon.tsx";
import { findInsertItems, type InsertItem } from "../insert-items.ts";
import { useFloat } from "./use-float.ts";
import "../recipes.ts";

const key = new PluginKey("slash");

/**
 * Blocks to put at the cursor, after a `/` at the start of a line or behind a space. The cursor stays in the text: arrows
 * choose, Enter or Tab takes, Escape closes.
 */
export function SlashMenu({ editor, items }: { editor: Editor; items: readonly InsertItem[] }) {
  const list = useRef<HTMLDivElement>(null);
  const id = useId();
  const [chosen, setChosen] = useState({ query: "", at: 0 });
  const [closedAt, setClosedAt] = useState<number | null>(null);
  const { query, from } = useEditorState({ editor, selector: ({ editor }) => readQuery(editor) });
  const found = query === null ? [] : findInsertItems(items, query);
  const isOpen = found.length > 0 && from !== closedAt;
  const at = chosen.query === query ? Math.min(chosen.at, found.length - 1) : 0;

  useFloat(list, editor, isOpen ? from : null, "below");

  function take(item: InsertItem | undefined) {
    if (!item) return;
    editor.chain().focus().deleteRange({ from, to: editor.state.selection.from }).run();
    item.run(editor);
  }

  const hear = useEffectEvent((event: KeyboardEvent): boolean => {
    if (event.key === "/") setClosedAt(null);
    if (!isOpen || query === null || event.isComposing) return false;
    if (event.key === "Escape") setClosedAt(from);
    else if (event.key === "ArrowDown") setChosen({ query, at: (at + 1) % found.length });
    else if (event.key === "ArrowUp") setChosen({ query, at: (at + found.length - 1) % found.length });
    else if (event.key === "Enter" || event.key === "Tab") take(found[at]);
    else return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  });
  useEffect(() => {
    const plugin = new Plugin({ key, props: { handleKeyDown: (_view, event) => hear(event) } });
    editor.registerPlugin(plugin, (own, others) => [own, ...others]);
    return () => {
      if (!editor.isDestroyed) editor.unregisterPlugin(key);
    };
  }, [editor]);

  // The text keeps the focus, so it says which item is chosen.
  useEffect(() => {
    const { dom } = editor.view;
    const set = (name: string, value: string | null) =>
      value === null ? dom.removeAttribute(name) : dom.setAttribute(name, value);
    set("aria-controls", isOpen ? id : null);
    set("aria-activedescendant", isOpen ? `${id}-${at}` : null);
    list.current?.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" });
  }, [editor, isOpen, at, id]);

  if (!isOpen) return null;
  return (
    <>
      <div ref={list} id={id} className="editor-slash" role="listbox" aria-label="Blocks">
        {found.map((item, index) => (
          <div
            key={item.name}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === at}
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => take(item)}
            onKeyDown={() => undefined}
          >
            <Icon name={item.icon} />
            <span>
              {item.name}
              <small>{item.note}</small>
            </span>
          </div>
        ))}
      </div>
      <p className="kit-unseen" role="status">
        {found.length} blocks. {found[at]?.name}
      </p>
    </>
  );
}

/** What was typed after the `/`, and where the `/` stands. */
function readQuery(editor: Editor): { query: string | null; from: number } {
  const { selection } = editor.state;
  const { $from, empty } = selection;
  const none = { query: null, from: -1 };
  if (!empty || !editor.isFocused || !editor.isEditable) return none;
  if ($from.parent.type.name !== "paragraph" || editor.isActive("code")) return none;
  const before = $from.parent.textBetween(0, $from.parentOffset, undefined, "\uFFFC");
  const [, query] = /(?:^|\s)\/([\p{L}\d -]{0,24})$/u.exec(before) ?? [];
  return query === undefined ? none : { query, from: $from.pos - query.length - 1 };
}
