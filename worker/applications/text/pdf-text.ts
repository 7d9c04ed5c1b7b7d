import type { PlacedChar } from "virtual:pdf-parts";

/** Characters that one font may map; there are 65,536 numbers of two bytes. */
const mostMapped = 70_000;
const largestMap = 1024 * 1024;

const entry = /<([0-9A-Fa-f]{1,8})>\s*<([0-9A-Fa-f]{1,8})>\s*(<[0-9A-Fa-f\s]{1,256}>|\[[^\]]*\])/g;

/**
 * The map from a font's numbers to letters (a CMap), with one range in each line, which its reader expects, and without
 * ranges that would fill the memory.
 */
export function tidyUnicodeMap(bytes: Uint8Array): Uint8Array {
  const source = new TextDecoder("latin1").decode(bytes.subarray(0, largestMap));
  let mapped = 0;
  const tidy = source.replaceAll(/beginbfrange([\s\S]*?)endbfrange/g, (_all, ranges: string) => {
    const lines = [...ranges.matchAll(entry)].flatMap(([, from = "", to = "", letters = ""]) => {
      const count = Number.parseInt(to, 16) - Number.parseInt(from, 16) + 1;
      mapped += Math.max(0, count);
      return count > 0 && mapped <= mostMapped ? [`<${from}> <${to}> ${letters.replaceAll(/\s+/g, "")}`] : [];
    });
    return `beginbfrange\n${lines.join("\n")}\nendbfrange`;
  });
  return new TextEncoder().encode(tidy);
}

/** The text of characters in the order in which they are drawn: a gap is a space, another height is a new line. */
export function joinChars(chars: readonly PlacedChar[]): string {
  let text = "";
  let before: PlacedChar | undefined;
  for (const char of chars) {
    if (before) {
      const size = Math.max(1, Math.abs(char.fontSize), Math.abs(before.fontSize));
      const gap = char.bbox.x - (before.bbox.x + before.bbox.width);
      if (Math.abs(char.baseline - before.baseline) > size / 2) text += "\n";
      else if ((gap > size / 5 || gap < -2 * size) && !/\s$/.test(text.slice(-1)) && char.char !== " ") text += " ";
    }
    text += char.char;
    before = char;
  }
  return text;
}
