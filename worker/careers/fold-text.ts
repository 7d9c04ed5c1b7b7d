/** `text` as it is searched: lower case, without accents, one space between words. */
export function foldText(text: string): string {
  return text
    .toWellFormed()
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/[\p{Cc}\s]+/gu, " ")
    .trim();
}
