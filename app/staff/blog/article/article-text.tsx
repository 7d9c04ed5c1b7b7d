import { type ComponentProps, useEffect, useRef, useState, useSyncExternalStore } from "react";
import type { ArticleEditor } from "../editor/article-editor.tsx";
import type { Saver } from "../saving/saver.ts";
import { findPages } from "./find-pages.ts";

type EditorProps = ComponentProps<typeof ArticleEditor>;

interface ArticleTextProps extends Omit<EditorProps, "markdown" | "onChange" | "findPages"> {
  saver: Saver;
}

/** The text of an article: the editor, and plain Markdown until its code has come, or where there is no script. */
export function ArticleText({ saver, onReady, ...props }: ArticleTextProps) {
  const read = () => saver.read().draft.markdown;
  const markdown = useSyncExternalStore(saver.subscribe, read, read);
  const onChange = (text: string) => saver.edit({ markdown: text });
  const plain = useRef<HTMLTextAreaElement>(null);
  const [Editor, setEditor] = useState<typeof ArticleEditor | null>(null);
  const isWriting = useRef(false);

  useEffect(() => {
    // So that the build leaves the editor out of the Worker.
    if (import.meta.env.SSR) return undefined;
    let isOver = false;
    // Without its code the plain text stays, which saves as well.
    void import("../editor/article-editor.tsx").then(
      (module) => {
        isWriting.current = document.activeElement === plain.current;
        return isOver || setEditor(() => module.ArticleEditor);
      },
      () => {},
    );
    return () => {
      isOver = true;
    };
  }, []);

  if (Editor)
    return (
      <Editor
        {...props}
        markdown={markdown}
        onChange={onChange}
        findPages={findPages}
        onReady={(handle) => {
          onReady?.(handle);
          if (isWriting.current) handle.focus();
          isWriting.current = false;
        }}
      />
    );
  return (
    <textarea
      ref={plain}
      className="article-text"
      name="markdown"
      aria-label="Text, as Markdown"
      value={markdown}
      readOnly={props.isReadOnly}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}
