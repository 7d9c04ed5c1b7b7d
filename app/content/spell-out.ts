// Bundle: site
const words = "no one two three four five six seven eight nine ten eleven twelve".split(" ");

/**
 * A count for running text: in words up to twelve, in digits above. Copy that counts a list uses this with the list's
 * length.
 */
export function spellOut(count: number): string {
  return words[count] ?? String(count);
}

/** The same at the beginning of a sentence or a title. */
export function spellOutCapitalized(count: number): string {
  const word = spellOut(count);
  return word.charAt(0).toUpperCase() + word.slice(1);
}
