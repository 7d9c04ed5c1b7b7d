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
  if (!parts) return [spanChange(before, after)];
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

/** One change of all that lies between what two lists have in common at both ends. */
function spanChange(before: readonly string[], after: readonly string[]): Change {
  const shorter = Math.min(before.length, after.length);
  let at = 0;
  while (at < shorter && before[at] === after[at]) at += 1;
  let tail = 0;
  while (tail < shorter - at && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1;
  return { at, count: before.length - at - tail, added: { start: at, end: after.length - tail } };
}
