import type { PostStatus } from "#worker/db/insights-tables.ts";
import type { PostDraft } from "#worker/insights/post-draft.ts";

/** An article as the server has it now: what the page reads, and what a save hears that came too late. */
export interface Newest {
  version: number;
  status: PostStatus;
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
  draft: PostDraft;
}

/** All of it but the text. */
export type Facts = Omit<Newest, "draft">;

/** What comes of a change that the page asks for. */
export type Answer =
  | { kind: "done"; facts: Facts }
  /** Somebody else has changed the article since. */
  | { kind: "late"; newest: Newest; message: string }
  /** What was sent cannot be taken: by field, "" for none. */
  | { kind: "invalid"; faults: Record<string, string> }
  /** The session has ended. */
  | { kind: "signed-out" }
  /** The account may no longer edit articles. */
  | { kind: "forbidden" }
  | { kind: "gone" }
  /** No answer, or one that says to try again. */
  | { kind: "unreachable"; isOffline: boolean };
