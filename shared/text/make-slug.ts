import { normalizeText } from "./normalize-text.ts";
import { takeNumber } from "./take-number.ts";

/** Letters that do not come apart into a plain letter and an accent. */
const plain: Record<string, string> = { ß: "ss", æ: "ae", œ: "oe", ø: "o", đ: "d", ð: "d", þ: "th", ł: "l", ı: "i" };

/** Most characters of a slug that is made; writers may set a longer one. */
const longest = 80;

/**
 * The last part of an address for `title`: small letters, digits and single hyphens, cut between words. "" where no letter
 * of it can be written so.
 */
export function makeSlug(title: string): string {
  const words = normalizeText(title, "NFKD")
    .toLowerCase()
    .replaceAll(/[ßæœøđðþłı]/g, (letter) => plain[letter] ?? "")
    // An apostrophe belongs to its word.
    .replaceAll(/[\p{M}'’]+/gu, "")
    .split(/[^a-z0-9]+/)
    .filter(Boolean);
  let slug = "";
  for (const word of words) {
    const longer = slug === "" ? word.slice(0, longest) : `${slug}-${word}`;
    if (longer.length > longest) break;
    slug = longer;
  }
  return slug;
}

/** True of what an article's address can end with. */
export function isSlug(text: string): boolean {
  return /^[a-z0-9]+(-[a-z0-9]+)*$/.test(text) && text.length <= 120;
}

/** `slug`, or with the next number that is free, "forecast-2", which is taken with that: see takeNumber. */
export function makeFreeSlug(slug: string, taken: Map<string, number>): string {
  const turn = takeNumber(taken, slug, (next) => `${slug}-${next}`);
  return turn === 1 ? slug : `${slug}-${turn}`;
}
