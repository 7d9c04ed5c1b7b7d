import { countEdits } from "../../worker/search/engine/count-edits.ts";

/** Of `names` the one that `word` was probably meant to be: a third of its letters may be others; undefined where none is so near. */
export function findNearest(word: string, names: readonly string[]): string | undefined {
  const rated = names.map((name) => ({ name, edits: name.startsWith(word) ? 0 : countEdits(word, name, Infinity) }));
  const [best] = rated.toSorted((one, other) => one.edits - other.edits);
  return best && word !== "" && best.edits <= Math.max(1, Math.ceil(best.name.length / 3)) ? best.name : undefined;
}
