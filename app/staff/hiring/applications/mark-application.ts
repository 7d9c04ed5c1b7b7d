import type { FoundPart, SearchField } from "#shared/hiring/application-search.ts";
import type { ReadApplication } from "#worker/hiring/review/read-application.ts";
import { markField, markLine } from "#worker/hiring/applications/text/highlight.ts";

/** The texts of an application in parts, where the words of the list that it was opened from are in them. */
export interface ApplicationMarks {
  /** By field; a field without the words is left out. */
  texts: Partial<Record<SearchField, readonly FoundPart[]>>;
  /** Answers by their place, notes by their id. */
  answers: Readonly<Record<number, readonly FoundPart[]>>;
  notes: Readonly<Record<string, readonly FoundPart[]>>;
  /** A line of what was read from its files, around the first of the words. */
  files: readonly FoundPart[] | null;
}

/** Marks for what the page shows; `answers` as it writes them. */
export function markApplication(
  { application, notes, texts: fileTexts }: Pick<ReadApplication, "application" | "notes" | "texts">,
  answers: readonly string[],
  words: string,
): ApplicationMarks {
  if (words === "") return { texts: {}, answers: {}, notes: {}, files: null };
  const texts: [SearchField, string][] = [
    ["email", application.email],
    ["phone", application.phone],
    ["place", application.place],
    ["cover", application.cover_note],
    ["resume", application.resume_text],
  ];
  const mark = <Key>(field: SearchField, key: Key, text: string): [Key, readonly FoundPart[]][] => {
    const parts = markField(text, field, words);
    return parts ? [[key, parts]] : [];
  };
  return {
    texts: Object.fromEntries(texts.flatMap(([field, text]) => mark(field, field, text))),
    answers: Object.fromEntries(answers.flatMap((text, at) => mark("answer", at, text))),
    notes: Object.fromEntries(notes.flatMap(({ id, note }) => mark("note", id, note))),
    files: markLine(fileTexts, "resume", words),
  };
}
