import { countEdits } from "./count-edits.ts";
import { writeSound } from "./spell-word.ts";

function sortMessages(word: string): string {
  return Array.from(word).toSorted().join("");
}

/** How many changes make `meant` of what was typed; half of one less where both sound alike. Infinity past what is likely. */
export function judgeChange(word: string, meant: string): number {
  // A short word is another short word by one letter: only letters in the wrong order are likely.
  if (word.length < 5) return sortMessages(word) === sortMessages(meant) ? 1 : Infinity;
  if (writeSound(word) === writeSound(meant)) return Math.min(1, countEdits(word, meant, 2)) - 0.5;
  const most = word.length < 8 ? 1 : 2;
  const edits = countEdits(word, meant, most);
  return edits > most ? Infinity : edits;
}
