/**
 * How many letters must be inserted, left out, replaced or swapped with their neighbour to make `other` of `word` (optimal
 * string alignment). Counting stops past `most`: then it is `most` + 1.
 */
export function countEdits(word: string, other: string, most: number): number {
  const [from, to] = [Array.from(word), Array.from(other)];
  if (Math.abs(from.length - to.length) > most) return most + 1;
  let beforeLast: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (const [row, letter] of from.entries()) {
    const current = [row + 1];
    for (const [column, target] of to.entries()) {
      const replaced = (last[column] ?? 0) + Number(letter !== target);
      let edits = Math.min(replaced, (last[column + 1] ?? 0) + 1, (current[column] ?? 0) + 1);
      const isSwapped = row > 0 && column > 0 && letter === to[column - 1] && target === from[row - 1];
      if (isSwapped) edits = Math.min(edits, (beforeLast[column - 1] ?? 0) + 1);
      current.push(edits);
    }
    if (Math.min(...current) > most) return most + 1;
    beforeLast = last;
    last = current;
  }
  return Math.min(last[to.length] ?? 0, most + 1);
}
