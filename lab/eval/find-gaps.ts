import { parseQuery } from "../../worker/search/engine/parse-query.ts";
import { stemText } from "../../worker/search/engine/stem-words.ts";

/** A text that visitors sought, from what analytics has stored of those who agreed. */
interface LoggedSearch {
  text: string;
  times: number;
  /** How many of these times nothing was found. */
  empty: number;
  /** How many times something was found and none of it was opened. */
  unopened: number;
}

export interface Gap extends LoggedSearch {
  /** Other texts that mean the same by their stems; `text` is the most frequent. */
  also: string[];
  reason: "nothing found" | "nothing opened";
}

/** Somebody who opens nothing once may have found the answer in the list. */
const fewestUnopened = 2;

/**
 * What is asked and not answered: nothing was found, or mostly nothing of it was opened. What was not found first, and the most
 * frequent first.
 */
export function findGaps(searches: readonly LoggedSearch[], { most = 50 }: { most?: number } = {}): Gap[] {
  const same = Map.groupBy(searches, ({ text }) => {
    const stems = stemText(parseQuery(text).text);
    return stems.length > 0 ? stems.toSorted().join(" ") : text.toLowerCase().trim();
  });
  return [...same.values()]
    .map((group): Gap => {
      const [first, ...others] = group.toSorted((one, other) => other.times - one.times);
      const sum = (name: "times" | "empty" | "unopened") => group.reduce((total, search) => total + search[name], 0);
      const [times, empty, unopened] = [sum("times"), sum("empty"), sum("unopened")];
      const reason = empty > 0 ? "nothing found" : "nothing opened";
      return { text: first?.text ?? "", also: others.map(({ text }) => text), times, empty, unopened, reason };
    })
    .filter(({ times, empty, unopened }) => empty > 0 || (unopened >= fewestUnopened && unopened * 2 > times))
    .toSorted(
      (one, other) =>
        Number(other.empty > 0) - Number(one.empty > 0) || other.times - one.times || (one.text < other.text ? -1 : 1),
    )
    .slice(0, most);
}
