import type { FieldChange } from "../saving/field-history.ts";
import { listChanges } from "./list-changes.ts";

/**
 * Makes the text of a field `next`, line by line, with its cursor in the word where it is. Returns what was put in, each to the
 * text as the one before has left it.
 */
export function replaceLines(field: HTMLTextAreaElement, next: string): FieldChange[] {
  const { value, selectionStart, selectionEnd, selectionDirection } = field;
  if (value === next) return [];
  const changes: FieldChange[] = [];
  const lines = splitLines(value);
  const others = splitLines(next);
  const starts = [0];
  for (const { length } of lines) starts.push((starts.at(-1) ?? 0) + length);
  const places = [selectionStart, selectionEnd];
  // From the end, so that the places before it hold.
  for (const { at, count, added } of listChanges(lines, others).toReversed()) {
    const text = others.slice(added.start, added.end).join("");
    const from = starts[at] ?? 0;
    const to = starts[at + count] ?? 0;
    for (const [index, place] of places.entries()) places[index] = movePlace(place, { from, to, text, value });
    field.setRangeText(text, from, to);
    changes.push({ from, to, text });
  }
  field.setSelectionRange(places[0] ?? 0, places[1] ?? 0, selectionDirection);
  return changes;
}

/** Where a place of `value` is once `text` stands from `from` to `to`; what is behind it may have changed already. */
function movePlace(
  place: number,
  { from, to, text, value }: { from: number; to: number; text: string; value: string },
): number {
  const isAtLineEnd = place >= value.length || value[place] === "\n";
  if (place > to || (place === to && !(isAtLineEnd && place >= from))) return place + text.length - (to - from);
  return place < from ? place : Math.min(place, from + text.length);
}

/** Lines and line ends, each a part of its own. */
function splitLines(text: string): string[] {
  return text.split(/(\n)/).filter((part) => part !== "");
}
