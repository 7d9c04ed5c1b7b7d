import { normalizeText } from "./normalize-text.ts";

const digit = /\p{Nd}/u;

/** `text` with the digits of every script as 0 to 9. */
export function foldDigits(text: string): string {
  return normalizeText(text, "NFKC").replace(/[^\P{Nd}0-9]/gu, (sign) => {
    const code = sign.codePointAt(0) ?? 0;
    // The ten of a script begin at a code that ends in 0 or in 6, in hexadecimal.
    const place = code % 16;
    return String(digit.test(String.fromCodePoint(code - place)) ? place : place - 6);
  });
}
