import { type ComponentProps, useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from "react";
import type { ArticleEditor } from "./editor/article-editor.tsx";
import { WaitingToolbar } from "./editor/parts/waiting-toolbar.tsx";
import type { ArticleEditorHandle } from "./editor/types.ts";
import { PlainText } from "./plain-text.tsx";

type EditorProps = ComponentProps<typeof ArticleEditor>;

interface ArticleTextProps extends Omit<EditorProps, "markdown" | "onChange"> {
  saver: {
    subscribe: (listener: () => void) => () => void;
    read: () => { draft: { markdown: string } };
    edit: (patch: { markdown: string }) => void;
  };
}

/**
 * The text of an article or a job: the editor, and plain Markdown until that is open, or where there is no script. The editor opens
 * unseen, and takes over in one step with the cursor, so that no key is between the two.
 */
export function ArticleText({ saver, onReady, ...props }: ArticleTextProps) {
  const read = () => saver.read().draft.markdown;
  const markdown = useSyncExternalStore(saver.subscribe, read, read);
  const onChange = (text: string) => saver.edit({ markdown: text });
  const plain = useRef<HTMLTextAreaElement>(null);
  const [Editor, setEditor] = useState<typeof ArticleEditor | null>(null);
  const [editor, setHandle] = useState<ArticleEditorHandle | null>(null);
  // A word that is being composed of several keys belongs to the field in which it was begun.
  const [isComposing, setComposing] = useState(false);
  const [isTaken, setTaken] = useState(false);
  const [isMissing, setMissing] = useState(false);
  const isReady = editor !== null && !isComposing;

  useEffect(() => {
    // So that the build leaves the editor out of the Worker.
    if (import.meta.env.SSR) return undefined;
    let isOver = false;
    // Without its code the plain text stays, which saves as well.
    void import("./editor/article-editor.tsx").then(
      (module) => isOver || setEditor(() => module.ArticleEditor),
      () => isOver || setMissing(true),
    );
    return () => {
      isOver = true;
    };
  }, []);

  useLayoutEffect(() => {
    if (isTaken || !isReady || !plain.current) return;
    editor.takeOver(plain.current, markdown);
    setTaken(true);
  }, [isTaken, isReady, editor, markdown]);

  return (
    <>
      {Editor && (
        <Editor
          {...props}
          markdown={markdown}
          onChange={onChange}
          isHidden={!isReady && !isTaken}
          onReady={(handle) => {
            onReady?.(handle);
            setHandle(handle);
          }}
        />
      )}
      {!isTaken && !isMissing && <WaitingToolbar isReadOnly={props.isReadOnly ?? false} />}
      {!isTaken && (
        <PlainText
          ref={plain}
          className="editor-markdown: w-full p-[4px_0] text-ink bg-none border-0 resize-none [field-sizing:content] min-h-50svh pt-16px type-400-18/1.75rem-reading"
          name="markdown"
          aria-label="Text, as Markdown"
          placeholder="Write, in Markdown"
          text={markdown}
          readOnly={props.isReadOnly}
          onChange={onChange}
          onCompositionStart={() => setComposing(true)}
          onCompositionEnd={() => setComposing(false)}
        />
      )}
    </>
  );
}
