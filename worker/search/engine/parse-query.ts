import { isTelling, splitWords } from "./words.ts";

/** What is read of a query: so many characters, and so many terms. On the site nobody means more. */
const siteLimits = { longest: 300, most: 24 };
/** In longer queries words stand beside each other by the grammar, and pairs of them lead astray. */
const mostPaired = 3;

/** One thing that is sought: a word, or words in quotation marks that stand beside each other. */
export interface Term {
  words: readonly [string, ...string[]];
  /** It is still being typed, so words that begin with it count. */
  isPrefix: boolean;
  /** The word that was typed right before it, where both together say more: beside each other they rank higher. */
  after?: string;
  /** How often it was said: more than once counts for more. */
  times: number;
}

type Sought = Pick<Term, "words" | "after" | "times">;

export interface ParsedQuery {
  terms: readonly Term[];
  /** As it was asked, with single spaces. */
  text: string;
}

/**
 * Reads what somebody typed. Quotation marks of any kind hold words together; nothing else has a meaning. `isTyping` is set
 * while the last word may not be whole. Small words are left out where there are others. Any text can be read; `longest` and `most` are
 * for what is no search of a visitor.
 */
export function parseQuery(
  typed: string,
  { isTyping = false, longest = siteLimits.longest, most = siteLimits.most } = {},
): ParsedQuery {
  const read = typed.slice(0, longest);
  const text = read.replaceAll(/\s+/g, " ").trim();
  const parts = text.split(/["“”„«»]/);
  const terms = parts.flatMap((part, index): Sought[] => {
    const words = splitWords(part);
    // Every other part is within quotation marks; the last one only if they were closed.
    const isQuoted = index % 2 === 1 && index < parts.length - 1;
    const [first, ...others] = words;
    if (first === undefined) return [];
    if (isQuoted) return [{ words: [first, ...others], times: 1 }];
    return words.map((word, place) => {
      const before = words[place - 1];
      // "call" alone says little of "on call"; in a longer query small words stand between the others by chance.
      const isPair = before !== undefined && ((isTelling(before) && isTelling(word)) || words.length === 2);
      return isPair ? { words: [word], after: before, times: 1 } : { words: [word], times: 1 };
    });
  });
  const telling = terms.filter(({ words }) => words.length > 1 || isTelling(words[0]));
  const last = terms.at(-1);
  const isOpen = isTyping && last?.words.length === 1 && /[\p{L}\p{N}]$/u.test(read);
  // What is being typed may become a longer word, so it stays even where it looks like a small one.
  const wanted = isOpen && !telling.includes(last) ? [...telling, last] : telling;
  const chosen = unite(wanted.length > 0 ? wanted : terms).slice(0, most);
  const isShort = chosen.length <= mostPaired;
  return {
    text,
    terms: chosen.map((term) => {
      const { words, after, times } = term;
      const isPrefix = isOpen && words.join(" ") === last.words.join(" ");
      return isShort && after !== undefined ? { words, isPrefix, times, after } : { words, isPrefix, times };
    }),
  };
}

/** Each term once, where it was said first, with how often it was; of what stands before it the last counts. */
function unite(terms: readonly Sought[]): Sought[] {
  const united = new Map<string, Sought>();
  for (const term of terms) {
    const said = term.words.join(" ");
    united.set(said, { ...term, times: (united.get(said)?.times ?? 0) + term.times });
  }
  return [...united.values()];
}
