import { normalizeText } from "./normalize-text.ts";

const digit = /^\p{Nd}$/u;

/** "٣" as "3": digits of each script stand in tens, from nought on, and tens may adjoin. */
export function foldDigit(sign: string): string {
  const code = sign.codePointAt(0) ?? 0;
  let from = code;
  while (digit.test(String.fromCodePoint(from - 1))) from -= 1;
  return String((code - from) % 10);
}

/** `text` with the digits of every script as 0 to 9. */
export function foldDigits(text: string): string {
  return normalizeText(text, "NFKC").replace(/[^\P{Nd}0-9]/gu, foldDigit);
}
