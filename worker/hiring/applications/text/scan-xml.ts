import type { Budget } from "./limits.ts";

export interface XmlTag {
  /** With its prefix. */
  name: string;
  /** What stands behind the name: attributes, and "/" at the end of an empty element. */
  rest: string;
  kind: "opening" | "closing" | "empty";
}

const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/**
 * Goes through XML once, from the front to its end: each character is looked at twice at most. It needs no well-formed one, and
 * knows no entities but those of XML itself. `text` may end it by returning false.
 * @throws {UnreadableFileError} when it takes too much work
 */
export function scanXml(
  xml: string,
  { budget, tag, text }: { budget: Budget; tag: (tag: XmlTag) => void; text: (text: string) => boolean | void },
): void {
  for (let at = 0; at < xml.length;) {
    const open = findOr(xml, "<", at);
    if (open > at && text(decodeEntities(xml.slice(at, open))) === false) return;
    const end = endMarkup(xml, open);
    budget.step(end - at + 8);
    if (xml.startsWith("<![CDATA[", open)) {
      if (text(xml.slice(open + 9, findOr(xml, "]]>", open))) === false) return;
    } else if (xml[end - 1] === ">" && !/[!?]/.test(xml[open + 1] ?? "!")) tag(readTag(xml.slice(open + 1, end - 1)));
    at = end;
  }
}

/** Where `mark` stands, or the end. */
function findOr(xml: string, mark: string, from: number): number {
  const at = xml.indexOf(mark, from);
  return at < 0 ? xml.length : at;
}

/** Where what begins with the bracket at `open` is over; at the next bracket where it is broken. */
function endMarkup(xml: string, open: number): number {
  if (xml.startsWith("<!--", open)) return Math.min(xml.length, findOr(xml, "-->", open + 4) + 3);
  if (xml.startsWith("<![CDATA[", open)) return Math.min(xml.length, findOr(xml, "]]>", open) + 3);
  let quote = "";
  for (let at = open + 1; at < xml.length; at += 1) {
    const letter = xml[at] ?? "";
    if (letter === "<") return at;
    if (quote !== "") quote = letter === quote ? "" : quote;
    else if (letter === ">") return at + 1;
    else if (letter === '"' || letter === "'") quote = letter;
  }
  return xml.length;
}

const longestName = 200;

function readTag(inner: string): XmlTag {
  const from = inner.startsWith("/") ? 1 : 0;
  const length = inner.slice(from, from + longestName).search(/[\s/]/);
  const end = length < 0 ? inner.length : from + length;
  const kind = from === 1 ? "closing" : inner.endsWith("/") ? "empty" : "opening";
  return { name: inner.slice(from, end), rest: inner.slice(end), kind };
}

/** The value of an attribute of a tag, by its name with its prefix. */
export function readAttribute({ rest }: XmlTag, name: string): string | undefined {
  for (const quote of ['"', "'"]) {
    const start = rest.indexOf(`${name}=${quote}`);
    const from = start + name.length + 2;
    const end = start < 0 ? -1 : rest.indexOf(quote, from);
    if (end >= 0) return decodeEntities(rest.slice(from, end));
  }
  return undefined;
}

function decodeEntities(text: string): string {
  if (!text.includes("&")) return text;
  return text.replaceAll(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|([a-z]{2,4}));/gi, (all, hex, decimal, name) => {
    if (name !== undefined) return entities[name] ?? all;
    const point = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return point > 0 && point <= 0x10_ff_ff ? String.fromCodePoint(point) : "";
  });
}
