import type { RefObject } from "react";
import { PlainText } from "../../plain-text.tsx";
import "../recipes.ts";

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

/** Puts the cursor at the start of a line, or into the empty description of its first picture, and shows it. */
export function selectFieldLine(
  field: HTMLTextAreaElement | null,
  { line, isPicture = false }: { line: number; isPicture?: boolean },
): void {
  if (!field) return;
  const lines = field.value.split("\n");
  const picture = isPicture ? (lines[line - 1]?.indexOf("![](") ?? -1) : -1;
  const inLine = picture < 0 ? 0 : picture + "![".length;
  const start = lines.slice(0, line - 1).reduce((sum, { length }) => sum + length + 1, inLine);
  field.focus();
  field.setSelectionRange(start, start);
  field.scrollTop = (field.scrollHeight * (line - 4)) / Math.max(1, lines.length);
}
