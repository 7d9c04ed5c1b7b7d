/** Of `names` the one that `word` was probably meant to be: a third of its letters may be others; undefined where none is so near. */
export function findNearest(word: string, names: readonly string[]): string | undefined {
  const rated = names.map((name) => ({ name, edits: name.startsWith(word) ? 0 : countEdits(word, name) }));
  const [best] = rated.toSorted((one, other) => one.edits - other.edits);
  return best && word !== "" && best.edits <= Math.max(1, Math.ceil(best.name.length / 3)) ? best.name : undefined;
}

/** How many letters have to be added, taken away or exchanged, or swapped with the next, to make `from` into `to`. */
function countEdits(from: string, to: string): number {
  const rows: number[][] = [Array.from({ length: to.length + 1 }, (_, at) => at)];
  for (let i = 1; i <= from.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= to.length; j += 1) {
      const isSame = from[i - 1] === to[j - 1];
      const isSwapped = from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      row.push(
        Math.min(
          (row[j - 1] ?? 0) + 1,
          (rows[i - 1]?.[j] ?? 0) + 1,
          (rows[i - 1]?.[j - 1] ?? 0) + (isSame ? 0 : 1),
          isSwapped ? (rows[i - 2]?.[j - 2] ?? 0) + 1 : Infinity,
        ),
      );
    }
    rows.push(row);
  }
  return rows[from.length]?.[to.length] ?? 0;
}
