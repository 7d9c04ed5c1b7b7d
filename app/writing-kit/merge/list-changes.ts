import { diffArrays } from "diff";
import { mostEdits } from "./diff-texts.ts";

/** `count` parts from `at` on are replaced by those of the other list from `added.start` up to `added.end`. */
export interface Change {
  at: number;
  count: number;
  added: { start: number; end: number };
}

/** What makes one list of parts, such as the lines of a text, the other one; in their order. */
export function listChanges(before: readonly string[], after: readonly string[]): Change[] {
  const parts = diffArrays([...before], [...after], { maxEditLength: mostEdits });
  if (!parts) return [{ at: 0, count: before.length, added: { start: 0, end: after.length } }];
  const changes: Change[] = [];
  let [at, other] = [0, 0];
  let change: Change | undefined;
  for (const { added, removed, count } of parts) {
    if (!added && !removed) change = undefined;
    else if (!change) changes.push((change = { at, count: 0, added: { start: other, end: other } }));
    if (!added) at += count;
    if (!removed) other += count;
    if (change) [change.count, change.added.end] = [at - change.at, other];
  }
  return changes;
}
