import type { Stored } from "./answers.ts";
import type { SaverState } from "./saver-state.ts";

/**
 * Reads a saver's state for what shows everything but the text: the same object while only the text and the time of the last
 * key have changed, so that typing renders nothing of it.
 */
export function readCalmly<Now extends Stored>(read: () => SaverState<Now>): () => SaverState<Now> {
  let shown = read();
  return () => {
    const next = read();
    if (!areAlike(shown, next)) shown = next;
    return shown;
  };
}

function areAlike<Now extends Stored>(a: SaverState<Now>, b: SaverState<Now>): boolean {
  return (
    areEqual(a, b, ["draft", "faults", "typedAt"]) &&
    areEqual<Stored["draft"]>(a.draft, b.draft, ["markdown"]) &&
    areEqual(a.faults, b.faults, [])
  );
}

/** True when two objects have the same values, but for those of `others`. */
function areEqual<Value extends object>(a: Value, b: Value, others: readonly (keyof Value)[]): boolean {
  if (a === b) return true;
  const keys = (value: Value) => Object.keys(value) as (keyof Value)[];
  return keys(a).length === keys(b).length && keys(b).every((key) => others.includes(key) || Object.is(a[key], b[key]));
}
