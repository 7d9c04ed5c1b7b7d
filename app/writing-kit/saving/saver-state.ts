import type { FieldGroups } from "../merge/merge-drafts.ts";
import type { Answer, Newest, Stored } from "./answers.ts";
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

export interface SaverState<Now extends Stored = Newest> {
  /** What the page shows. */
  draft: Now["draft"];
  /** What the server had when it was last heard of. */
  newest: Now;
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
export interface SaverTools<Now extends Stored = Newest> {
  send(save: { version: number; draft: Now["draft"] }, options: { isLeaving: boolean }): Promise<Answer<Now>>;
  /** Stores a copy on the device in place of the last one; null takes it away. Rejects where the browser stores nothing. */
  keep(copy: Pick<Copy<Now["draft"]>, "draft" | "base" | "at"> | null): Promise<void>;
  /** Shows a text that is not what was typed. The page's own state has it already. */
  show(markdown: string, by: "writer" | "others"): void;
  /** Reports through `edit`, at once, what was typed and is not reported yet. */
  flush(): void;
  now(): number;
  /** What was typed before and is not saved; `isLate` where somebody else had saved since it was begun. */
  typed: { fields: Partial<Now["draft"]>; isLate: boolean } | null;
  /** Everything but the text, by what is merged together. */
  groups: FieldGroups<Now["draft"]>;
}

/** True while nothing is written that could be stored, of what was just begun. */
export function isEmpty({ newest, phase }: Pick<SaverState<Stored>, "newest" | "phase">): boolean {
  return newest.version === 0 && phase === "saved";
}

/** True where another try would change nothing before somebody has done something. */
export function isHalted(phase: Phase): boolean {
  return phase === "torn" || phase === "signed-out" || phase === "forbidden" || phase === "gone";
}
