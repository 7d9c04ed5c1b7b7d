import type { RefObject } from "react";
import { PlainText } from "../../plain-text.tsx";

interface SourceFieldProps {
  ref: RefObject<HTMLTextAreaElement | null>;
  source: string;
  isReadOnly: boolean;
  onChange: (source: string) => void;
  /** What the text is of. */
  noun: string;
}

/** The Markdown of the article, in a plain field: the browser's own keys and search. */
export function SourceField({ ref, source, noun, isReadOnly, onChange }: SourceFieldProps) {
  return (
    <PlainText
      ref={ref}
      className="editor-source"
      aria-label={`Markdown of the ${noun}`}
      spellCheck
      readOnly={isReadOnly}
      text={source}
      onChange={onChange}
    />
  );
}

/** The line with the cursor; the first one is 1. */
export function readFieldLine(field: HTMLTextAreaElement | null): number {
  return field ? field.value.slice(0, field.selectionStart).split("\n").length : 1;
}

/** Puts the cursor at the start of a line and shows it. */
export function selectFieldLine(field: HTMLTextAreaElement | null, line: number): void {
  if (!field) return;
  const lines = field.value.split("\n");
  const start = lines.slice(0, line - 1).reduce((sum, { length }) => sum + length + 1, 0);
  field.focus();
  field.setSelectionRange(start, start);
  field.scrollTop = (field.scrollHeight * (line - 4)) / Math.max(1, lines.length);
}
