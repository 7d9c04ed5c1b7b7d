const words = "no one two three four five six seven eight nine ten eleven twelve".split(" ");

/** A count for running text: in words up to twelve, in digits beyond. Counts of lists in the copy come from the lists. */
export function inWords(count: number): string {
  return words[count] ?? String(count);
}

/** The same at the beginning of a sentence or a title. */
export function inWordsFirst(count: number): string {
  const word = inWords(count);
  return word.charAt(0).toUpperCase() + word.slice(1);
}
