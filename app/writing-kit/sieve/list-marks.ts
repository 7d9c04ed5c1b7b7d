export interface ListMark {
  kind: "bullet" | "number" | "letter" | "roman";
  /** What it counts; 1 for a bullet. */
  number: number;
  text: string;
}

const romans: readonly (readonly [string, number])[] = [
  ["m", 1000],
  ["cm", 900],
  ["d", 500],
  ["cd", 400],
  ["c", 100],
  ["xc", 90],
  ["l", 50],
  ["xl", 40],
  ["x", 10],
  ["ix", 9],
  ["v", 5],
  ["iv", 4],
  ["i", 1],
];

/** What the mark of an item says: `3.`, `2.1.4`, `b)`, `(iv)`, `·`. */
export function readMark(text: string): ListMark {
  const plain = text.replaceAll(/[()[\]\s.:°ºª-]+/g, " ").trim();
  const number = /^(?:[^\d]{0,12} )?(?:\d+ )*(\d{1,9})$/.exec(plain)?.[1];
  if (number !== undefined && /\d/.test(text)) return { kind: "number", number: Number(number), text };
  if (!/[.):\]]/.test(text) || !/^[a-z]{1,8}$/i.test(plain)) return { kind: "bullet", number: 1, text };
  const letters = plain.toLowerCase();
  const roman = readRoman(letters);
  // `i)` begins a list of Roman numbers; `c)`, `d)` and so on are letters.
  if (roman !== null && (letters.length > 1 || /[ivx]/.test(letters))) return { kind: "roman", number: roman, text };
  if (letters.length > 1) return { kind: "bullet", number: 1, text };
  return { kind: "letter", number: letters.charCodeAt(0) - 96, text };
}

function readRoman(letters: string): number | null {
  let left = letters;
  let sum = 0;
  for (const [sign, value] of romans)
    while (left.startsWith(sign)) {
      sum += value;
      left = left.slice(sign.length);
    }
  return left === "" && sum > 0 ? sum : null;
}
