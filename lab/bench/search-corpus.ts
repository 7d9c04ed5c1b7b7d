/** A made-up site of many passages, the same each time, and what its visitors search for. */
import { createRandom } from "../../app/art/random.ts";
import type { Indexed } from "../../worker/search/engine/put-documents.ts";

/** As many words as texts of this length have, each about as frequent as its rank says (Zipf). */
const vocabulary = 40_000;
const subjects = 120;
/** Words that are a subject's own, of each subject. */
const ownWords = 150;
const sectionsOfDocument = 8;
const small = "the of and to in a for is on that by with as are be or from at this it".split(" ");
const onsets = "b c d f g h k l m n p r s t v w br cl cr dr fl gr pl pr sh sp st th tr".split(" ");
const vowels = "a e i o u ai ea io ou".split(" ");
const codas = ["", "", "", "n", "r", "s", "t", "l", "m", "ng", "nt", "rd", "st"];

/** What visitors do; each is measured by itself. */
export const searchKinds = [
  "one word",
  "three words",
  "question of ten words",
  "misspelled",
  "while typing",
  "unknown words",
  "300 characters",
] as const;
export type SearchKind = (typeof searchKinds)[number];

export interface MadeSite {
  documents: Indexed[];
  /** Another query with each number. */
  ask(kind: SearchKind, number: number): string;
}

/** A site of so many passages, eight to a document. */
export function makeSite(passages: number): MadeSite {
  const draw = createRandom("search bench");
  const pick = (most: number) => Math.floor(draw() * most);
  const word = () =>
    Array.from({ length: 2 + pick(3) }, () => `${onsets[pick(onsets.length)]}${vowels[pick(vowels.length)]}`).join("") +
    codas[pick(codas.length)];
  const words = [...new Set(Array.from({ length: vocabulary * 1.2 }, word))].slice(0, vocabulary);
  /** By Zipf's law: the second half as often as the first of each ten-fold. */
  const frequent = () => words[Math.floor(words.length ** draw()) - 1] ?? "";
  const own = Array.from({ length: subjects }, () =>
    Array.from({ length: ownWords }, () => words[pick(words.length)] ?? ""),
  );
  const say = (subject: number, count: number) =>
    Array.from({ length: count }, () => {
      const chance = draw();
      if (chance < 0.4) return small[pick(small.length)] ?? "";
      return chance < 0.65 ? (own[subject]?.[Math.floor(ownWords * draw() ** 2)] ?? "") : frequent();
    });
  const write = (said: readonly string[]) => {
    const text = said.join(" ");
    return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
  };
  const documents = Array.from({ length: passages / sectionsOfDocument }, (_, number): Indexed => {
    const subject = number % subjects;
    const id = `00000000-0000-7000-9500-${String(number).padStart(12, "0")}`;
    return {
      key: `article:${id}`,
      kind: "article",
      path: `/insights/made-${number}`,
      title: write(say(subject, 4 + pick(5))),
      summary: write(say(subject, 20)),
      changedAt: 1,
      sections: Array.from({ length: sectionsOfDocument }, (_, place) => ({
        anchor: place === 0 ? "" : `part-${place}`,
        trail: place === 0 ? [] : [write(say(subject, 3 + pick(4)))],
        // 500 to 1,100 characters.
        text: Array.from({ length: 6 + pick(5) }, () => write(say(subject, 9 + pick(9)))).join(" "),
      })),
    };
  });
  const telling = (subject: number, count: number) =>
    Array.from({ length: count }, () => (draw() < 0.7 ? (own[subject]?.[pick(ownWords)] ?? "") : frequent()));
  const ask = (kind: SearchKind, number: number): string => {
    const subject = number % subjects;
    switch (kind) {
      case "one word":
        return telling(subject, 1).join(" ");
      case "three words":
        return telling(subject, 3).join(" ");
      case "question of ten words":
        return `How is the ${telling(subject, 6).join(" ")}?`;
      case "misspelled":
        return telling(subject, 3).map(misspell).join(" ");
      case "while typing":
        return `${telling(subject, 1).join(" ")} ${(own[subject]?.[pick(ownWords)] ?? "").slice(0, 2 + (number % 4))}`;
      case "unknown words":
        return [word(), word()].map((each) => `${each}x${number}`).join(" ");
      case "300 characters":
        return telling(subject, 60).join(" ").slice(0, 300);
    }
  };
  /** Two letters in the middle in the wrong order. */
  const misspell = (right: string) => {
    const at = right.length >> 1;
    return right.slice(0, at - 1) + (right[at] ?? "") + (right[at - 1] ?? "") + right.slice(at + 1);
  };
  return { documents, ask };
}
