import { useEffect, useRef } from "react";

export interface PickedPicture {
  src: string;
  alt: string;
  caption: string;
  width: number;
  height: number;
}

export interface EditorHandle {
  focus(place?: { line: number }): void;
  /** Another text in place of the present one, which can be undone. */
  replace(markdown: string): void;
  getOutline(): { level: number; text: string; line: number }[];
  getSelectionText(): string;
  undo?(): void;
  redo?(): void;
}

interface ArticleEditorProps {
  markdown: string;
  onChange: (markdown: string) => void;
  onReady: (handle: EditorHandle) => void;
  pickPicture: () => Promise<PickedPicture | null>;
  uploadPictures: (files: File[]) => Promise<PickedPicture[]>;
  findPages: (query: string) => Promise<{ path: string; title: string }[]>;
  isReadOnly: boolean;
}

/** The text of an article in Markdown. */
export function ArticleEditor({ markdown, onChange, onReady, isReadOnly }: ArticleEditorProps) {
  const field = useRef<HTMLTextAreaElement>(null);

  useEffect(() => {
    const input = field.current;
    if (!input) return;
    onReady({
      focus: () => input.focus(),
      replace(next) {
        const { selectionStart, selectionEnd } = input;
        const had = document.activeElement;
        input.focus();
        input.select();
        document.execCommand("insertText", false, next);
        input.setSelectionRange(selectionStart, selectionEnd);
        if (had instanceof HTMLElement && had !== input) had.focus();
      },
      getOutline: () => [],
      getSelectionText: () => input.value.slice(input.selectionStart, input.selectionEnd),
      undo: () => {
        input.focus();
        document.execCommand("undo");
      },
      redo: () => {
        input.focus();
        document.execCommand("redo");
      },
    });
  }, [onReady]);

  return (
    <textarea
      ref={field}
      className="article-text"
      name="markdown"
      aria-label="Text"
      value={markdown}
      readOnly={isReadOnly}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}
