import type { InsightStatus } from "#worker/db/insights-tables.ts";
import type { InsightDraft } from "#worker/insights/insight-draft.ts";

/** What a saver must know of what it saves, as the server has it: of an article, or of a job. */
export interface Stored {
  version: number;
  /** Who saved it last; null for an account that is gone. */
  editedBy: string | null;
  /** Epoch milliseconds; null or absent while it does not lie in the trash. */
  trashedAt?: number | null;
  draft: { slug: string; title: string; markdown: string };
}

/** An article as the server has it now: what the page reads, and what a save hears that came too late. */
export interface Newest extends Stored {
  version: number;
  status: InsightStatus;
  /** Epoch milliseconds, as are all times here. */
  publishAt: number | null;
  unpublishAt: number | null;
  trashedAt: number | null;
  editedAt: number;
  /** Who saved it last; null for an account that is gone. */
  editedBy: string | null;
  /** False while a published article has changes that readers do not see. */
  isShown: boolean;
  /** When the server read this: its clock decides what is public, and the browser's may be behind. */
  readAt: number;
  /** The address that readers know. */
  shownSlug: string;
  draft: InsightDraft;
}

/** All of it but the text. */
export type Facts = Omit<Newest, "draft">;

/** What comes of a change that the page asks for. */
export type Answer<Now extends Stored = Newest> =
  | { kind: "done"; facts: Omit<Now, "draft"> }
  /** Somebody else has changed it since. */
  | { kind: "late"; newest: Now; message: string }
  /** What was sent cannot be taken: by field, "" for none. */
  | { kind: "invalid"; faults: Record<string, string> }
  /** The session has ended. */
  | { kind: "signed-out" }
  /** The account may no longer change it. */
  | { kind: "forbidden" }
  | { kind: "gone" }
  /** No answer, or one that says to try again. */
  | { kind: "unreachable"; isOffline: boolean };
