import { type SearchField, searchFields } from "#shared/hiring/application-search.ts";
import { listJoined, listWords } from "./words.ts";

/** Words that must be in one of some fields, one after another. */
export interface Clause {
  /** Null for any field. */
  field: SearchField | null;
  words: readonly string[];
  /** The same with "ü" as "ue", where any of them is written so. */
  spelled?: readonly string[];
  /** The same as one word, where an apostrophe or a hyphen alone stands between them. */
  joined?: string;
  /** True when the last of them may go on. */
  isBeginning: boolean;
}

/** More words add work to a search, and hardly ever precision. D1 takes 100 values in a query; a word needs three at most. */
const mostWords = 20;
const longestSearch = 300;

const part = new RegExp(`(?:(${searchFields.join("|")}):\\s*)?(?:"([^"]*)(?:"|$)(\\*?)|(\\S+))`, "giu");

/**
 * What staff typed into the search box. A word stands for all that begin with it, what is between quotes for just these words
 * (`"data eng*"` for all that begin so), `name:` before either for one field. What is written as one, such as an e-mail
 * address, is looked for as a phrase. Nothing typed is an error; what holds no word is left out.
 */
export function parseSearch(typed: string): Clause[] {
  const clauses: Clause[] = [];
  let left = mostWords;
  for (const [, field = "", quoted, star, plain] of typed.slice(0, longestSearch).toWellFormed().matchAll(part)) {
    const text = quoted ?? plain ?? "";
    const found = [...listWords(text)].slice(0, left);
    const words = found.map(({ folded }) => folded);
    if (words.length === 0) continue;
    left -= words.length;
    const spelled = found.map((word) => word.spelled);
    const joined = listJoined(text, found).find(({ first, last }) => first === 0 && last === words.length - 1);
    clauses.push({
      field: (field.toLowerCase() || null) as SearchField | null,
      words,
      ...(spelled.some((word, index) => word !== words[index]) && { spelled }),
      ...(joined && { joined: joined.folded }),
      isBeginning: mayGoOn(words) && (quoted === undefined || star === "*" || quoted.trimEnd().endsWith("*")),
    });
  }
  return clauses;
}

/** One letter alone is the beginning of half the index. Chinese and Japanese words are of one sign each; in Korean one is a name. */
function mayGoOn(words: readonly string[]): boolean {
  const last = words.at(-1) ?? "";
  return last.length > 1 || /^[\d\p{Script=Hangul}\p{Script=Thai}]$/u.test(last);
}
