import type { Editor } from "@tiptap/core";
import type { Command } from "@tiptap/pm/state";
import { findNext, findPrev, replaceAll, replaceNext, SearchQuery, setSearchState } from "prosemirror-search";
import { useEffect, useEffectEvent, useId, useRef, useState } from "react";
import { Button } from "#app/staff-kit/button.tsx";
import { useLater } from "./use-later.ts";
import "../recipes.ts";

/** Finds words in the article and puts others in their place; each replacement can be taken back. */
export function FindBar({ editor, isReadOnly, close }: { editor: Editor; isReadOnly: boolean; close: () => void }) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [words, setWords] = useState(() => readSelection(editor));
  const [other, setOther] = useState("");
  const [isExact, setExact] = useState(false);
  const [said, setSaid] = useState("");
  const query = new SearchQuery({ search: words, replace: other, caseSensitive: isExact, literal: true });
  // Read again after every change of the text.
  useLater(editor, (doc) => doc);
  const count = query.valid ? countFound(editor, query) : 0;

  useEffect(() => {
    field.current?.select();
  }, []);
  useEffect(() => {
    const query = new SearchQuery({ search: words, replace: other, caseSensitive: isExact, literal: true });
    editor.view.dispatch(setSearchState(editor.state.tr, query));
  }, [editor, words, other, isExact]);
  const leave = useEffectEvent(() => {
    if (!editor.isDestroyed) editor.view.dispatch(setSearchState(editor.state.tr, new SearchQuery({ search: "" })));
  });
  useEffect(() => () => leave(), []);

  function run(command: Command) {
    command(editor.state, editor.view.dispatch);
    editor.commands.scrollIntoView();
  }

  function replaceEvery() {
    run(replaceAll);
    setSaid(`${count} replaced`);
  }

  function leaveOnEscape({ key }: { key: string }) {
    if (key !== "Escape") return;
    close();
    editor.view.focus();
  }

  const none = count === 0 ? "There is none to replace." : undefined;
  return (
    <search className="editor-find">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          run(findNext);
        }}
      >
        <label htmlFor={id}>Find</label>
        <input
          ref={field}
          id={id}
          className="kit-input"
          value={words}
          autoComplete="off"
          onKeyDown={leaveOnEscape}
          onChange={({ target }) => {
            setWords(target.value);
            setSaid("");
          }}
        />
        <p role="status">{said || (words === "" ? "" : `${count} found`)}</p>
        <Button icon="arrow-up" kind="ghost" isIconOnly onClick={() => run(findPrev)}>
          Previous
        </Button>
        <Button icon="arrow-down" kind="ghost" isIconOnly type="submit">
          Next
        </Button>
        {!isReadOnly && (
          <>
            <label htmlFor={`${id}-with`}>Replace with</label>
            <input
              id={`${id}-with`}
              className="kit-input"
              value={other}
              autoComplete="off"
              onKeyDown={leaveOnEscape}
              onChange={({ target }) => setOther(target.value)}
            />
            <Button isSmall unavailable={none} onClick={() => run(replaceNext)}>
              Replace
            </Button>
            <Button isSmall unavailable={none} onClick={replaceEvery}>
              Replace all
            </Button>
          </>
        )}
        <label className="kit-check">
          <input type="checkbox" checked={isExact} onChange={({ target }) => setExact(target.checked)} />
          Match case
        </label>
        <Button icon="x" kind="ghost" isIconOnly onClick={close}>
          Close the search
        </Button>
      </form>
    </search>
  );
}

function readSelection(editor: Editor): string {
  const { from, to } = editor.state.selection;
  const text = editor.state.doc.textBetween(from, to, "\n");
  return text.includes("\n") ? "" : text;
}

function countFound(editor: Editor, query: SearchQuery): number {
  let count = 0;
  for (let at = 0; count < 10_000; count += 1) {
    const found = query.findNext(editor.state, at);
    if (!found) break;
    at = found.to;
  }
  return count;
}
