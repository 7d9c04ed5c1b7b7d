// Bundle: alone
/** Marks, and the two signs of half width that become some: Unicode's stream-safe text has at most 30 in a row. */
const longRun = /[\p{M}\uFF9E\uFF9F]{30}(?=[\p{M}\uFF9E\uFF9F])/gu;

/**
 * `text` in a Unicode form. The marks of a letter are put into an order, which takes the square of their number: as in
 * Unicode's stream-safe text format (UAX 15), a joiner that nobody sees ends a run of more than 30. All text of others is
 * normalised here.
 */
export function normalizeText(text: string, form: "NFC" | "NFD" | "NFKC" | "NFKD"): string {
  return text.replaceAll(longRun, "$&\u034F").normalize(form);
}
