import type { ReactNode } from "react";
import type { InsightDraft } from "#worker/insights/insight-draft.ts";

/** An author, a category or a tag. */
export interface Named {
  id: string;
  name: string;
}

export type NameKind = "author" | "category" | "tag";

/** Everything that an article can be put under. */
export interface KnownNames {
  authors: readonly Named[];
  categories: readonly Named[];
  tags: readonly Named[];
}

/** Clock time and zone as a date-time field has them; null for none. */
export interface ClockTime {
  local: string;
  zone: string;
}

/** From when to when readers see an article. */
export interface Times {
  publishAt: ClockTime | null;
  unpublishAt: ClockTime | null;
}

/** What the server did not take, by field. */
export type Faults = Readonly<Record<string, string>>;

export type DraftChange = (patch: Partial<InsightDraft>) => void;

/** What the fields of the first tab show and change. */
export interface InsightFields {
  /** All but the text. */
  draft: InsightDraft;
  /** Changes some of the draft. Hand in the same function at each render. */
  onChange: DraftChange;
  known: KnownNames;
  /** Makes an author, a category or a tag; rejects when it could not. */
  create: (kind: NameKind, name: string) => Promise<Named>;
  times: Times;
  onTimes: (patch: Partial<Times>) => void;
  /** With another one the fields of times show `times` again. */
  timesKey: string;
  /** True where readers have seen it already: it keeps its date. */
  hasAppeared: boolean;
  faults: Faults;
  /** Shown below the times: the preview and its link for outsiders. */
  preview: ReactNode;
}

/** The id of a place's control. */
export function nameControl(field: string): string {
  return `article-${field}`;
}
