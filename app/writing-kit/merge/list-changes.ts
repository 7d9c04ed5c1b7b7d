import { diffIndices } from "node-diff3";

/** `count` parts from `at` on are replaced by those of the other list from `added.start` up to `added.end`. */
export interface Change {
  at: number;
  count: number;
  added: { start: number; end: number };
}

/** What makes one list of parts, such as the lines of a text, the other one; in their order. */
export function listChanges(before: readonly string[], after: readonly string[]): Change[] {
  const shorter = Math.min(before.length, after.length);
  // Most of a text is as it was, and the comparison of many equal lines takes long.
  let head = 0;
  while (head < shorter && before[head] === after[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1;
  const changes = diffIndices(before.slice(head, before.length - tail), after.slice(head, after.length - tail));
  return (changes as { buffer1: [number, number]; buffer2: [number, number] }[]).map(
    ({ buffer1: [at, count], buffer2: [start, length] }) => ({
      at: head + at,
      count,
      added: { start: head + start, end: head + start + length },
    }),
  );
}
