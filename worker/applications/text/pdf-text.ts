import type { PlacedChar } from "virtual:pdf-parts";

/** Characters that one font may map; there are 65,536 numbers of two bytes. */
const mostMapped = 70_000;
const largestMap = 1024 * 1024;

const range = /<([0-9A-Fa-f]{1,8})> ?<([0-9A-Fa-f]{1,8})> ?(<[0-9A-Fa-f ]{1,256}>|\[[^[\]]*\])/g;
const single = /<([0-9A-Fa-f]{1,8})> ?(<[0-9A-Fa-f ]{1,256}>)/g;

/**
 * The map from a font's numbers to letters (a CMap), written anew as its reader expects it: one range in each line, and none
 * that would fill the memory.
 */
export function tidyUnicodeMap(bytes: Uint8Array): Uint8Array {
  const source = new TextDecoder("latin1").decode(bytes.subarray(0, largestMap)).replaceAll(/\s+/g, " ");
  const lines: string[] = [];
  let mapped = 0;
  for (const section of listSections(source, "bfrange"))
    for (const [, from = "", to = "", letters = ""] of section.matchAll(range)) {
      const count = Number.parseInt(to, 16) - Number.parseInt(from, 16) + 1;
      if (count > 0 && mapped + count <= mostMapped) lines.push(`<${from}> <${to}> ${letters.replaceAll(" ", "")}`);
      mapped += Math.max(0, count);
    }
  const singles = listSections(source, "bfchar")
    .flatMap((section) => Array.from(section.matchAll(single)))
    .slice(0, mostMapped)
    .map(([, from = "", letters = ""]) => `<${from}> ${letters.replaceAll(" ", "")}`);
  const tidy = ["beginbfrange", ...lines, "endbfrange", "beginbfchar", ...singles, "endbfchar"].join("\n");
  return new TextEncoder().encode(tidy);
}

/** What stands between `begin…` and `end…`, each time. */
function listSections(source: string, name: string): string[] {
  const sections: string[] = [];
  let start = source.indexOf(`begin${name}`);
  while (start >= 0) {
    const end = source.indexOf(`end${name}`, start);
    if (end < 0) break;
    sections.push(source.slice(start, end));
    start = source.indexOf(`begin${name}`, end);
  }
  return sections;
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
