import { type SearchField, searchFields } from "#app/shared/application-search.ts";
import { foldWords } from "./words.ts";

/** Words that must be in one of some fields, one after another. */
export interface Clause {
  /** Null for any field. */
  field: SearchField | null;
  words: readonly string[];
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
    const words = foldWords(quoted ?? plain ?? "").slice(0, left);
    if (words.length === 0) continue;
    left -= words.length;
    clauses.push({
      field: (field.toLowerCase() || null) as SearchField | null,
      words,
      isBeginning: mayGoOn(words) && (quoted === undefined || star === "*" || quoted.trimEnd().endsWith("*")),
    });
  }
  return clauses;
}

/** One letter alone is the beginning of half the index. Chinese and Japanese words are of one sign each. */
function mayGoOn(words: readonly string[]): boolean {
  const last = words.at(-1) ?? "";
  return last.length > 1 || /^\d$/.test(last);
}
