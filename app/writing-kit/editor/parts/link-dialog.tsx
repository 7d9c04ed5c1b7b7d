import type { Editor } from "@tiptap/core";
import { useEffect, useEffectEvent, useId, useState } from "react";
import { isSafeAddress } from "#shared/insights/article-markdown.ts";
import { Button } from "#app/staff-kit/button.tsx";
import { Dialog } from "#app/staff-kit/dialog.tsx";
import type { FoundPage } from "../types.ts";
import "../recipes.ts";

interface LinkDialogProps {
  editor: Editor;
  findPages: (query: string) => Promise<FoundPage[]>;
  close: () => void;
}

/** Asks where the selected words lead: an address, or a page of this site that is found by its title. */
export function LinkDialog({ editor, findPages, close }: LinkDialogProps) {
  const id = useId();
  const old = String(editor.getAttributes("link").href ?? "");
  const [address, setAddress] = useState(old);
  const [title, setTitle] = useState(String(editor.getAttributes("link").title ?? ""));
  const [error, setError] = useState<string>();
  const { pages, isFailed } = useFoundPages(address, old, findPages);

  function save(href: string) {
    const wanted = /^[\w-]+(\.[\w-]+)+([/?#]|$)/.test(href) ? `https://${href}` : href.trim();
    if (wanted === "") return setError("Give an address, or choose a page.");
    if (!isSafeAddress(wanted)) return setError("An address begins with https://, mailto: or a slash.");
    close();
    const link = { href: wanted, title: title.trim() || null };
    const { selection, schema } = editor.state;
    if (!selection.empty || editor.isActive("link")) return void editor.chain().focus().linkTo(link).run();
    // Without words the address is the words.
    const words = pages.find(({ path }) => path === wanted)?.title ?? wanted;
    const node = schema.text(words, [schema.mark("link", link)]);
    editor.view.dispatch(editor.state.tr.insert(selection.from, node));
    editor.view.focus();
  }

  return (
    <Dialog
      id={id}
      isOpen
      title={old ? "Change the link" : "Link"}
      onClose={() => {
        close();
        editor.view.focus();
      }}
      actions={
        <>
          {old && (
            <Button
              kind="ghost"
              onClick={() => {
                close();
                editor.chain().focus().unlink().run();
              }}
            >
              Unlink
            </Button>
          )}
          <Button kind="primary" type="submit" form={`${id}-form`}>
            {old ? "Change" : "Link"}
          </Button>
        </>
      }
    >
      <form
        id={`${id}-form`}
        className="editor-link"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          save(address);
        }}
      >
        <label className="kit-field">
          <span className="kit-label">Address, or words of a page’s title</span>
          <input
            className="kit-input"
            value={address}
            autoComplete="off"
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? `${id}-error` : undefined}
            onChange={({ target }) => {
              setAddress(target.value);
              setError(undefined);
            }}
          />
        </label>
        {error && (
          <p className="kit-error" id={`${id}-error`}>
            {error}
          </p>
        )}
        {isFailed && <p role="status">The pages could not be searched. An address still works.</p>}
        <PageList pages={pages} onChoose={save} />
        <label className="kit-field">
          <span className="kit-label">
            Title <span className="kit-optional">(optional)</span>
          </span>
          <input
            className="kit-input"
            value={title}
            autoComplete="off"
            onChange={({ target }) => setTitle(target.value)}
          />
        </label>
      </form>
    </Dialog>
  );
}

function PageList({ pages, onChoose }: { pages: readonly FoundPage[]; onChoose: (path: string) => void }) {
  return (
    <ul aria-label="Pages of this site">
      {pages.map(({ path, title }) => (
        <li key={path}>
          <button type="button" onClick={() => onChoose(path)}>
            <b>{title}</b>
            <span>{path}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

/** Pages of the site that fit what was typed, a moment after it was. */
function useFoundPages(query: string, old: string, findPages: LinkDialogProps["findPages"]) {
  const [pages, setPages] = useState<FoundPage[]>([]);
  const [isFailed, setFailed] = useState(false);
  const find = useEffectEvent((words: string) => findPages(words));
  const isWords = query.trim().length > 1 && query !== old && !/^[a-z]+:/i.test(query);
  useEffect(() => {
    if (!isWords) return undefined;
    let isOver = false;
    const timer = setTimeout(async () => {
      try {
        const found = await find(query.trim());
        if (!isOver) setPages(found.slice(0, 8));
        setFailed(false);
      } catch {
        setFailed(true);
      }
    }, 200);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [query, isWords]);
  return { pages: isWords ? pages : [], isFailed };
}
