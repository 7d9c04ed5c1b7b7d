import type { MarkedText } from "#shared/search/site-search.ts";
import type { Mark } from "./types.ts";

/** How far before the first mark a passage may begin. */
const lead = 60;

/** The part of a text, at most `longest` characters, that has most of its marks; cut between words, with dots where it was cut. */
export function cutPassage({ text, marks }: MarkedText, longest: number): MarkedText {
  if (text.length <= longest) return { text, marks };
  const wanted = chooseStart(marks, longest);
  const from = wanted <= lead ? 0 : nextWord(text, wanted - lead);
  const rest = text.slice(from, from + longest);
  const isEnd = from + rest.length >= text.length;
  const cut = isEnd
    ? rest
    : rest.slice(0, Math.max(rest.lastIndexOf(" "), longest / 2)).replace(/[\uD800-\uDBFF]$/, "");
  const before = from > 0 ? "… " : "";
  const to = from + cut.length;
  const shift = before.length - from;
  return {
    text: `${before}${cut}${isEnd ? "" : " …"}`,
    marks: marks
      .filter(([first, end]) => first >= from && end <= to)
      .map(([first, end]) => [first + shift, end + shift] as const),
  };
}

/** The mark after which most others follow within `longest` characters. */
function chooseStart(marks: readonly Mark[], longest: number): number {
  let [best, most] = [0, 0];
  for (const [from] of marks) {
    const near = marks.filter(([first, end]) => first >= from && end <= from + longest - lead).length;
    if (near > most) [best, most] = [from, near];
  }
  return best;
}

function nextWord(text: string, from: number): number {
  const space = text.indexOf(" ", from);
  return space === -1 || space > from + lead ? from : space + 1;
}
