// Bundle: alone
/** Control characters, including line breaks, and the characters that change the direction of text. */
// oxlint-disable-next-line no-control-regex -- control characters are what it looks for
const unprintable = /[\u0000-\u001F\u007F-\u009F\u2028\u2029\u202A-\u202E\u2066-\u2069]/g;

/**
 * One line of text: control characters and runs of white space become one space. Cut to `longest` UTF-16 code units, as
 * `maxlength` counts them, and never in the middle of a character.
 */
export function cleanLine(text: string, longest = Number.POSITIVE_INFINITY): string {
  const line = text.replace(unprintable, " ").replace(/\s+/g, " ").trim();
  return line.length > longest ? line.slice(0, longest).replace(/[\uD800-\uDBFF]$/, "") : line;
}
