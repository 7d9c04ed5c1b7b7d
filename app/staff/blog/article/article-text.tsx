import { type ComponentProps, useEffect, useRef, useState } from "react";
import type { PostDraft } from "#worker/insights/post-draft.ts";
import type { ArticleEditor } from "../editor/article-editor.tsx";
import { findPages } from "./find-pages.ts";

type EditorProps = ComponentProps<typeof ArticleEditor>;

interface ArticleTextProps extends Omit<EditorProps, "markdown" | "findPages"> {
  draft: PostDraft;
}

/** The text of an article: the editor, and plain Markdown until its code has come, or where there is no script. */
export function ArticleText({ draft, onChange, onReady, ...props }: ArticleTextProps) {
  const plain = useRef<HTMLTextAreaElement>(null);
  const [Editor, setEditor] = useState<typeof ArticleEditor | null>(null);
  const isWriting = useRef(false);

  useEffect(() => {
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
        markdown={draft.markdown}
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
      value={draft.markdown}
      readOnly={props.isReadOnly}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}
