import { diffWordsWithSpace } from "diff";

/** Milliseconds after which two texts count as wholly different. */
const longestDiff = 400;

export interface DiffPart {
  kind: "same" | "added" | "removed";
  text: string;
}

/** What words were added to `before` and removed from it. */
export function diffTexts(before: string, after: string): DiffPart[] {
  const changes = diffWordsWithSpace(before, after, { timeout: longestDiff });
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
