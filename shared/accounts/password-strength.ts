/**
 * How hard a password is to guess, in words, for the form while it is typed and for the server when it arrives. The text
 * is read as the cheapest row of pieces that a guesser would put together: known words, the person's own, keys in a row,
 * years, repetitions, and single characters for the rest. A piece costs about as many points as that many random letters.
 */
import { normalizeText } from "#shared/text/normalize-text.ts";
import { commonPasswords } from "./common-passwords.ts";

export type PasswordStrength =
  /** Few guesses are enough; `own` when that is because of the words of the person or the company. */
  { level: "guessable"; because: "common" | "own" } | { level: "fair" | "good" | "strong" };

const cost = { own: 1, common: 2.5, run: 2, repeated: 0.5, year: 1.5, single: 1 } as const;
const least = { fair: 6.5, good: 10, strong: 14 } as const;
/** What comes after is not looked at: who types so much has enough before it, or repeats. */
const longestRead = 128;
const longestPiece = 40;

const rows = [
  "abcdefghijklmnopqrstuvwxyz",
  "01234567890123456789",
  "qwertyuiopasdfghjklzxcvbnm",
  "1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik",
  "1q2w3e4r5t6y7u8i9o0p",
].flatMap((row) => [row + row, reverse(row + row)]);

/** `own`: the words of the person and the company, as `listOwnWords` makes them. */
export function judgePassword(password: string, own: ReadonlySet<string>): PasswordStrength {
  const points = countPoints(password, own);
  if (points >= least.strong) return { level: "strong" };
  if (points >= least.good) return { level: "good" };
  if (points >= least.fair) return { level: "fair" };
  return { level: "guessable", because: countPoints(password, new Set()) >= least.fair ? "own" : "common" };
}

/** The words, and their parts, that a guesser would try for this person: of names, addresses and the company. */
export function listOwnWords(texts: readonly string[]): ReadonlySet<string> {
  const words = texts.flatMap((text) => {
    const sides = text.split("@");
    return [text, ...sides, ...sides.flatMap((side) => side.split(/[^\p{L}\p{N}]+/u))];
  });
  return new Set(words.map(simplify).filter(({ length }) => length >= 3));
}

/** What the form says of a strength. */
export function describeStrength(strength: PasswordStrength): string {
  if (strength.level !== "guessable") return sentences[strength.level];
  return strength.because === "own"
    ? "Easy to guess: it is made of your name, your address or words of this company."
    : "This password is easy to guess. Use a few unrelated words.";
}

const sentences = {
  fair: "Fair. One more unrelated word makes it good.",
  good: "Good.",
  strong: "Strong.",
} as const;

function countPoints(password: string, own: ReadonlySet<string>): number {
  const plain = simplify(password);
  return Math.min(addPieces(plain, own), addPieces(readLeet(plain), own)) + countSigns(password);
}

/** The least that a row of pieces costs which makes up `text`. */
function addPieces(text: string, own: ReadonlySet<string>): number {
  const sums = [0];
  for (let end = 1; end <= text.length; end += 1) {
    let sum = Number.POSITIVE_INFINITY;
    for (let start = Math.max(0, end - longestPiece); start < end; start += 1) {
      const price = ratePiece(text.slice(start, end), text.slice(0, start), own);
      if (price !== null) sum = Math.min(sum, (sums[start] ?? 0) + price);
    }
    sums.push(sum);
  }
  return sums.at(-1) ?? 0;
}

/** What `piece` costs after `before`; null when it is no piece. */
function ratePiece(piece: string, before: string, own: ReadonlySet<string>): number | null {
  if (piece.length === 1) return cost.single;
  if (piece.length === 2) return null;
  if (before.includes(piece)) return cost.repeated;
  if (own.has(piece)) return cost.own;
  if (/^(?:19|20)\d\d$/.test(piece)) return cost.year;
  if (isRun(piece)) return cost.run;
  return commonPasswords.has(piece) ? cost.common : null;
}

/** One character several times, or keys in a row. */
function isRun(piece: string): boolean {
  return piece === piece.charAt(0).repeat(piece.length) || rows.some((row) => row.includes(piece));
}

/** Letters and digits alone: what stands between them is in few people's words hard to guess. */
function simplify(text: string): string {
  return readStart(text)
    .toLowerCase()
    .replaceAll(/[\s\p{P}\p{S}\p{C}]/gu, "");
}

/** Signs and pictures count once each, and signs of the keyboard little, up to three points. */
function countSigns(password: string): number {
  const signs = [...new Set(readStart(password).match(/[\p{P}\p{S}]/gu))];
  const ascii = signs.filter((sign) => sign <= "\u007F").length;
  return Math.min(3, ascii / 2) + signs.length - ascii;
}

/** What is judged: of a text that only repeats itself, what it repeats. */
function readStart(text: string): string {
  return readUnit(normalizeText(text, "NFKC")).slice(0, longestRead);
}

/** The shortest text whose repetition gives `text`; `text` itself if there is none. */
function readUnit(text: string): string {
  const at = (text + text).indexOf(text, 1);
  return at < 0 ? text : text.slice(0, at);
}

function readLeet(text: string): string {
  const letters: Record<string, string> = { "0": "o", "1": "i", "3": "e", "4": "a", "5": "s", "7": "t" };
  return text.replaceAll(/[013457]/g, (digit) => letters[digit] ?? digit);
}

function reverse(text: string): string {
  return Array.from(text).toReversed().join("");
}
