import { normalizeText } from "#shared/text/normalize-text.ts";

/** `text`, of titles of openings, as it is searched: lower case, without accents, one space between words. */
export function foldTitle(text: string): string {
  return normalizeText(text.toWellFormed(), "NFKD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/[\p{Cc}\s]+/gu, " ")
    .trim();
}
