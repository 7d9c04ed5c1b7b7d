import { diffWordsWithSpace } from "diff";

/**
 * Words or lines added and removed after which two texts count as wholly different: some 300 ms of work. No time can be
 * measured: on the server no clock goes on while a program computes.
 */
export const mostEdits = 2000;

export interface DiffPart {
  kind: "same" | "added" | "removed";
  text: string;
}

/** What words were added to `before` and removed from it. */
export function diffTexts(before: string, after: string): DiffPart[] {
  const changes = diffWordsWithSpace(before, after, { maxEditLength: mostEdits });
  if (!changes)
    return [
      { kind: "removed", text: before },
      { kind: "added", text: after },
    ];
  return changes.map(({ added, removed, value }) => ({
    kind: added ? "added" : removed ? "removed" : "same",
    text: value,
  }));
}
