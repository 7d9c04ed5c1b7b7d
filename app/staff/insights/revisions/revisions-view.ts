import { type Instant, toInstant } from "#app/ui/local-time.tsx";
import type { ReadRevisions } from "#worker/insights/revisions.ts";
import { diffTexts, type DiffPart } from "#app/writing-kit/merge/diff-texts.ts";

/** What the address says: the revision that is shown, and the one that it is compared with. */
export interface RevisionChoice {
  /** Null: the newest. */
  to: number | null;
  /** Null: the one before it. */
  from: number | null;
  isSideBySide: boolean;
}

export function readChoice(query: URLSearchParams): RevisionChoice {
  const read = (name: string) => {
    const text = query.get(name) ?? "";
    return /^\d{1,9}$/.test(text) ? Number(text) : null;
  };
  return { to: read("to"), from: read("from"), isSideBySide: query.get("view") === "side" };
}

export interface RevisionsView {
  id: string;
  /** Of the article's row, for what restores. */
  version: number;
  title: string;
  revisions: {
    version: number;
    saved: Instant;
    /** Null for an account that is gone. */
    by: string | null;
    name: string | null;
    isNewest: boolean;
    isShown: boolean;
  }[];
  to: number;
  /** Null for the first one, which has nothing before it. */
  from: number | null;
  isSideBySide: boolean;
  /** What differs between the two, by part of the article. Parts that are alike are left out, but for the text. */
  changes: { name: string; parts: DiffPart[] }[];
  done: string | null;
}

interface Look {
  isSideBySide: boolean;
  locale: string;
  done: string | null;
}

export function toRevisionsView(found: ReadRevisions, { isSideBySide, locale, done }: Look): RevisionsView {
  const { after, before } = found;
  const compare = (name: string, read: (draft: typeof after) => string) => ({
    name,
    parts: diffTexts(before ? read(before) : "", read(after)),
  });
  const parts = [
    compare("Title", ({ title }) => title),
    compare("Summary", ({ dek }) => dek),
    compare("Address", ({ slug }) => slug),
    compare("Title for search engines", ({ seoTitle }) => seoTitle),
    compare("Description for search engines", ({ seoDescription }) => seoDescription),
  ].filter((change) => change.parts.some(({ kind }) => kind !== "same"));
  return {
    id: found.id,
    version: found.version,
    title: after.title || "Untitled",
    revisions: found.revisions.map((each) => ({
      version: each.version,
      saved: toInstant(each.saved_at, locale),
      by: each.saved_by_name,
      name: each.name,
      isNewest: each.version === found.editedVersion,
      isShown: found.isPublic && each.version === found.shownVersion,
    })),
    to: found.to,
    from: found.from,
    isSideBySide,
    changes: [...parts, compare("Text", ({ markdown }) => markdown)],
    done,
  };
}
