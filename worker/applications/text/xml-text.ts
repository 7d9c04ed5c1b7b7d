import { type Budget, limits } from "./limits.ts";

/** Names of elements, without their prefixes. */
export interface XmlWords {
  /** What stands in these is text. */
  text: readonly string[];
  /** A line ends with these. */
  ends: readonly string[];
  /** What these stand for is a space or a new line. */
  spaces: readonly string[];
  breaks: readonly string[];
  /** Left out with all that is in them. */
  skipped: readonly string[];
}

/** A comment, a CDATA section, a tag with its quoted values, or text: one after another, each read once. */
const token =
  /<!--[\s\S]*?(?:-->|$)|<!\[CDATA\[([\s\S]*?)(?:\]\]>|$)|<(\/?)([^\s/>"'<]*)((?:[^<>"']|"[^"]*"|'[^']*')*)>|([^<]+)|</g;

const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/**
 * The text of an XML document. It needs no well-formed one, and knows no entities but those of XML itself.
 * @throws {UnreadableFileError} when it takes too much work
 */
export function readXmlText(xml: string, { words, budget }: { words: XmlWords; budget: Budget }): string {
  const parts: string[] = [];
  let length = 0;
  /** How many elements of text, and of what is left out, are open here. */
  let inText = 0;
  let inSkipped = 0;
  const add = (part: string) => {
    parts.push(part);
    length += part.length;
  };
  for (const [, cdata, slash, name = "", rest = "", text] of xml.matchAll(token)) {
    budget.addOperations();
    if (length >= limits.characters) break;
    const written = cdata ?? (text === undefined ? undefined : decodeEntities(text));
    if (written !== undefined) {
      if (inText > 0 && inSkipped === 0) add(written);
      continue;
    }
    const local = name.slice(name.indexOf(":") + 1);
    const isOpening = slash === "" && !rest.endsWith("/");
    const isClosing = slash === "/";
    const change = isOpening ? 1 : isClosing ? -1 : 0;
    if (words.skipped.includes(local)) inSkipped = Math.max(0, inSkipped + change);
    if (inSkipped > 0) continue;
    if (words.text.includes(local)) inText = Math.max(0, inText + change);
    if (words.breaks.includes(local) && !isClosing) add("\n");
    if (words.spaces.includes(local) && !isOpening) add(" ");
    if (words.ends.includes(local) && !isOpening) add("\n");
  }
  return parts.join("");
}

function decodeEntities(text: string): string {
  if (!text.includes("&")) return text;
  return text.replaceAll(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|([a-z]{2,4}));/gi, (all, hex, decimal, name) => {
    if (name !== undefined) return entities[name] ?? all;
    const point = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return point > 0 && point <= 0x10_ff_ff ? String.fromCodePoint(point) : "";
  });
}
