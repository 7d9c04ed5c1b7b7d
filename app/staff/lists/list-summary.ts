import type { ListCursor, ListDefinition } from "#shared/pages/list.ts";

export interface FoundPage {
  rows: readonly unknown[];
  counts: { total: number; before: number };
  previous: ListCursor | null;
  next: ListCursor | null;
}

/** Where a page of a list stands in it, in the reader's language: '26 to 50 of 128 enquiries'. */
export function summarizePage({ nouns }: ListDefinition, { rows, counts, previous, next }: FoundPage, locale: string) {
  const { format } = new Intl.NumberFormat(locale);
  const { total, before } = counts;
  const all = total === 0 ? `No ${nouns.many}` : `${format(total)} ${total === 1 ? nouns.one : nouns.many}`;
  const isWhole = rows.length === total || rows.length === 0;
  return {
    previous,
    next,
    /** How many records stand before this page, and how many there are. */
    before,
    total,
    summary: isWhole ? all : `${format(before + 1)} to ${format(before + rows.length)} of ${all}`,
  };
}
