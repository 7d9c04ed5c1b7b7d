import { parseQuery } from "../engine/parse-query.ts";
import { stemText } from "../engine/stem-words.ts";

/** A search as visitors made it, from what analytics has stored of those who agreed. */
export interface LoggedSearch {
  text: string;
  times: number;
  /** Documents that were found; the fewest where it differed. */
  found: number;
  clicks: number;
}

export interface Gap {
  /** The words that most of its searches had. */
  text: string;
  /** Others that mean the same by their stems. */
  also: string[];
  times: number;
  found: number;
  clicks: number;
  reason: "nothing found" | "nothing opened";
}

/** Searches by one person tell little. */
const fewestTimes = 3;

/** What is asked and not answered: nothing was found, or nothing of it was opened. The most frequent first. */
export function findGaps(searches: readonly LoggedSearch[], { most = 50 }: { most?: number } = {}): Gap[] {
  const same = Map.groupBy(searches, ({ text }) => {
    const stems = stemText(parseQuery(text).text);
    return stems.length > 0 ? stems.toSorted().join(" ") : text.toLowerCase().trim();
  });
  return [...same.values()]
    .map((group) => {
      const [first, ...others] = group.toSorted((one, other) => other.times - one.times);
      const sum = (name: "times" | "clicks") => group.reduce((total, search) => total + search[name], 0);
      const found = Math.min(...group.map((search) => search.found));
      const [times, clicks] = [sum("times"), sum("clicks")];
      const reason = found === 0 ? ("nothing found" as const) : ("nothing opened" as const);
      return { text: first?.text ?? "", also: others.map(({ text }) => text), times, found, clicks, reason };
    })
    .filter(({ times, found, clicks }) => (found === 0 ? times > 0 : times >= fewestTimes && clicks === 0))
    .toSorted((one, other) => other.times - one.times || (one.text < other.text ? -1 : 1))
    .slice(0, most);
}
