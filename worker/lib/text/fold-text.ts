/** Texts as they are searched: however somebody is called, the same name gives the same letters. */
import shinjitai from "opencc-js/dict/JPShinjitaiCharacters";
import simplified from "opencc-js/dict/TSCharacters";
import { foldDigit } from "#shared/text/fold-digits.ts";
import { normalizeText } from "#shared/text/normalize-text.ts";

/** Accents and points. Vowels of Indian and Thai writing are marks, too, and stay: they make other words. */
const accents =
  /(?=\p{M})[\p{Script=Inherited}\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\u093C\u09BC\u0A3C\u0ABC\u0B3C]/gu;

/** What is not seen or only draws a word out: soft hyphens, marks of direction, the tatweel, and the long vowel of kana. */
const unheard = /[\u00AD\u0640\u200B\u200E\u200F\u2060\u2066-\u2069\u202A-\u202E\uFEFF\u30FC]/gu;

/** What joins the parts of a name, and is left out or typed as another one: apostrophes, hyphens, the joiners of Persian. */
export const joiners = "'’‘ʼ`´′ʹʻ＇׳״־\\-‐‑‒–⁃－\u200C\u200D";
const joiner = new RegExp(`[${joiners}]`, "gu");

/** Letters that are no letter with an accent, and what stands in their place without them. */
const letters: Readonly<Record<string, string>> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  ł: "l",
  đ: "d",
  ð: "d",
  þ: "th",
  ı: "i",
  ħ: "h",
  ŋ: "n",
  ĸ: "k",
  ŧ: "t",
  ς: "σ",

  // Arabic as Persian, Urdu and Kurdish write it.
  ى: "ي",
  ی: "ي",
  ې: "ي",
  ے: "ي",
  ک: "ك",
  ڪ: "ك",
  ٱ: "ا",
  ة: "ه",
  ۀ: "ه",
  ہ: "ه",
  ھ: "ه",
  ە: "ه",
  ۂ: "ه",
  ء: "",
  // Variants of names that Unicode keeps apart.
  髙: "高",
  﨑: "崎",
  嵜: "崎",
  𠮷: "吉",
  邉: "邊",
  濵: "濱",
  栁: "柳",
  德: "徳",
  斉: "齋",
  齊: "齋",
};

/** Signs of Chinese and Japanese as the simplified one of them: read once there are any, for most isolates see none. */
let tables: { old: Map<string, string>; simple: Map<string, string> } | undefined;

/** "國 国|廣 广 廣": a sign and what may stand for it, the likeliest first. */
function readPairs(table: string): [string, string][] {
  return table.split("|").map((row) => {
    const [sign = "", other = sign] = row.split(" ");
    return [sign, other];
  });
}

function foldSign(sign: string): string {
  const plain = letters[sign] ?? sign;
  if (!/\p{Script=Han}/u.test(plain)) return plain;
  tables ??= { old: new Map(readPairs(shinjitai)), simple: new Map(readPairs(simplified)) };
  const old = tables.old.get(plain) ?? plain;
  return tables.simple.get(old) ?? old;
}

/**
 * `text` in small letters without accents, with one writing for letters, digits and signs that have several: "Łódź" as "lodz",
 * "علی" as "علي", "ﾀﾅｶ" as "たなか". Joiners of names stay.
 */
export function foldText(text: string): string {
  // Most words are such, and stay as they are.
  if (/^\p{ASCII}*$/u.test(text)) return text.toLowerCase();
  const folded = normalizeText(text.toWellFormed(), "NFKD")
    .replaceAll(accents, "")
    .replaceAll(unheard, "")
    .toLowerCase()
    .replaceAll(accents, "")
    .replaceAll(/[^\P{Nd}0-9]/gu, foldDigit)
    .replaceAll(/[\u30A1-\u30F6]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) - 0x60))
    .replaceAll(/[^\p{ASCII}]/gu, foldSign);
  return normalizeText(folded, "NFC");
}

/** What is written for a letter where a keyboard does not have it. */
const spelled: Readonly<Record<string, string>> = {
  ä: "ae",
  ö: "oe",
  ü: "ue",
  å: "aa",
  ø: "oe",
  đ: "dj",
  ō: "ou",
  ū: "uu",
  Ä: "Ae",
  Ö: "Oe",
  Ü: "Ue",
  Å: "Aa",
  Ø: "Oe",
  Đ: "Dj",
  Ō: "Ou",
  Ū: "Uu",
};

/** As `foldText`, with "ü" as "ue". The same as that where there is nothing of the kind. */
export function foldSpelled(text: string): string {
  const composed = normalizeText(text.toWellFormed(), "NFC");
  return foldText(composed.replaceAll(/[äöüåøđōūÄÖÜÅØĐŌŪ]/g, (letter) => spelled[letter] ?? letter));
}

/** A folded text with "ue" as "u": what "ü" is where two dots are all that was left out. No word ends with it, and "Zoe" stays. */
export function foldShort(folded: string): string {
  return folded.replaceAll(/([aou])e(?=\p{L})|(a)a|(d)j|(o)u|(u)u/gu, "$1$2$3$4$5");
}

/** Each spelling of `text`, folded, once. */
function listFoldings(text: string): string[] {
  const plain = foldText(text);
  return [...new Set([plain, foldSpelled(text), foldShort(plain)])];
}

/**
 * What the texts of a row are searched in: a line for each spelling of each, without joiners and also without spaces, so that
 * "O'Brien", "OBrien" and "O Brien" find one another.
 */
export function writeFolded(texts: readonly (string | null)[]): string {
  const lines = texts.flatMap((text) =>
    listFoldings(text ?? "").flatMap((folded) => {
      const joined = folded
        .replaceAll(joiner, "")
        .replaceAll(/[\p{Cc}\s]+/gu, " ")
        .trim();
      return joined === "" ? [] : [joined, joined.replaceAll(" ", "")];
    }),
  );
  return [...new Set(lines)].map((line) => ` ${line}`).join("\n");
}

/** More words add work to a search, and hardly ever precision. */
const mostWords = 12;

/** What `writeFolded` must contain for each word that was typed. One letter of an alphabet, as of "J. Smith", begins a word. */
export function listSought(words: string): string[] {
  return foldText(words)
    .replaceAll(joiner, "")
    .split(/[\p{Cc}\s]+/u)
    .map((word) => (/^\p{L}\.$/u.test(word) ? word.slice(0, 1) : word))
    .filter((word) => word !== "" && word !== ".")
    .slice(0, mostWords)
    .map((word) => (/^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]$/u.test(word) ? ` ${word}` : word));
}
