import { type FoundPart, type FoundText, searchFieldNames } from "#shared/hiring/application-search.ts";

/** Where a search found its words: a line for each field, with marks. */
export function FoundTexts({ texts }: { texts: readonly FoundText[] }) {
  return (
    <ul className="application-found: grid gap-2px [&_span]:mr-4px [&_span]:text-ink [&_span]:font-600 [&_mark]:text-inherit [&_mark]:font-600 [&_mark]:bg-warn-bg [&_mark]:rounded-3px [&_mark]:[box-shadow:0_0_0_1px_var(--warn-bg)]">
      {texts.map(({ field, parts }) => (
        <li key={field}>
          <span>{searchFieldNames[field]}</span> <MarkedParts parts={parts} />
        </li>
      ))}
    </ul>
  );
}

/** A text with what was searched for in marks; without `parts` the text alone. */
export function MarkedText({ text, parts }: { text: string; parts: readonly FoundPart[] | null | undefined }) {
  return parts ? <MarkedParts parts={parts} /> : text;
}

export function MarkedParts({ parts }: { parts: readonly FoundPart[] }) {
  const ends = parts.map((_, at) => parts.slice(0, at + 1).reduce((sum, { text }) => sum + text.length, 0));
  return parts.map(({ text, isMatch }, at) => (isMatch ? <mark key={ends[at]}>{text}</mark> : text));
}
