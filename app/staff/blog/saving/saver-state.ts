import type { PostDraft } from "#worker/insights/post-draft.ts";
import type { Answer, Newest } from "./answers.ts";
import type { Copy } from "./local-copies.ts";

/** How the text on the page stands to the one on the server. */
export type Phase =
  | "saved"
  | "unsaved"
  | "saving"
  /** The server did not answer; it is asked again. */
  | "unreachable"
  /** It cannot be taken as it is: `faults` says why. */
  | "refused"
  /** Somebody else changed the same place: somebody has to decide. */
  | "torn"
  | "signed-out"
  | "forbidden"
  | "gone";

export interface SaverState {
  /** What the page shows. */
  draft: PostDraft;
  /** What the server had when it was last heard of. */
  newest: Newest;
  phase: Phase;
  /** True while the device holds what is not saved; null while nothing has to be held. */
  isCopied: boolean | null;
  /** What the server did not take, by field; those fields keep their former values there, all others are saved. */
  faults: Readonly<Record<string, string>>;
  /** Whose changes have come in, and when (epoch milliseconds). */
  merged: { by: string | null; at: number } | null;
  /** When this page last saved, epoch milliseconds; null while it has not. */
  savedAt: number | null;
  /** When the last key was pressed on this page; null while none was. */
  typedAt: number | null;
}

/** What a saver works with. */
export interface SaverTools {
  send(save: { version: number; draft: PostDraft }, options: { isLeaving: boolean }): Promise<Answer>;
  /** Stores a copy on the device in place of the last one; null takes it away. Rejects where the browser stores nothing. */
  keep(copy: Pick<Copy, "draft" | "base" | "at"> | null): Promise<void>;
  /** Shows a text that is not what was typed. The page's own state has it already. */
  show(markdown: string, by: "writer" | "others"): void;
  /** Tells through `edit`, at once, what was typed and is not told yet. */
  flush(): void;
  now(): number;
  /** What was typed before and is not saved; `isLate` where somebody else had saved since it was begun. */
  typed: { fields: Partial<PostDraft>; isLate: boolean } | null;
}

/** True where another try would change nothing before somebody has done something. */
export function isHalted(phase: Phase): boolean {
  return phase === "torn" || phase === "signed-out" || phase === "forbidden" || phase === "gone";
}
