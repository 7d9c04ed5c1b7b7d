/** Characters (code points) that a new password has at least. */
export const shortestPassword = 15;

/** Characters (code points) of `text`. */
export function countCharacters(text: string): number {
  return Array.from(text).length;
}
