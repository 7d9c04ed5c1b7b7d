import { readOwn } from "#shared/text/read-own.ts";
import { type Budget, limits } from "./limits.ts";
import { readAttribute, scanXml, type XmlTag } from "./scan-xml.ts";

/** Names of elements, without their prefixes but where one is given. */
export interface XmlWords {
  /** What stands in these is text. */
  text: readonly string[];
  /** One of these in another begins a line. */
  paragraphs: readonly string[];
  /** What these stand for where they end. */
  signs: Readonly<Record<string, string>>;
  /** Left out with all that is in them. */
  skipped: readonly string[];
  /** Fields of forms, with the attribute that has what was typed. */
  fields: Readonly<Record<string, string>>;
  /** Within a run: the rest of it is not shown. */
  hides: string;
  run: string;
}

const off = /\bval=["'](?:0|false|off)["']/;

/**
 * The text of an XML document as a reader sees it.
 * @throws {UnreadableFileError} when it takes too much work
 */
export function readXmlText(xml: string, { words, budget }: { words: XmlWords; budget: Budget }): string {
  const parts: string[] = [];
  let length = 0;
  /** How many elements of text, of what is left out, and paragraphs are open here. */
  let inText = 0;
  let inSkipped = 0;
  let inParagraph = 0;
  let isHidden = false;
  const add = (part: string) => {
    parts.push(part);
    length += part.length;
  };
  const see = (tag: XmlTag) => {
    const local = tag.name.slice(tag.name.indexOf(":") + 1);
    const change = tag.kind === "opening" ? 1 : tag.kind === "closing" ? -1 : 0;
    if (words.skipped.includes(local) || words.skipped.includes(tag.name)) inSkipped = Math.max(0, inSkipped + change);
    if (inSkipped > 0) return;
    const isParagraph = words.paragraphs.includes(local);
    if (local === words.run || isParagraph) isHidden = false;
    if (isParagraph) {
      if (inParagraph > 0 && tag.kind === "opening" && parts.at(-1)?.endsWith("\n") === false) add("\n");
      inParagraph = Math.max(0, inParagraph + change);
    }
    if (local === words.hides && tag.kind !== "closing" && !off.test(tag.rest)) isHidden = true;
    if (words.text.includes(local)) inText = Math.max(0, inText + change);
    const field = readOwn(words.fields, tag.name);
    if (field && tag.kind !== "closing") add(`${readAttribute(tag, field) ?? ""}\n`);
    const sign = readOwn(words.signs, local);
    if (sign !== undefined && tag.kind !== "opening" && !isHidden) add(sign);
  };
  scanXml(xml, {
    budget,
    tag: see,
    text(text) {
      if (inText > 0 && inSkipped === 0 && !isHidden) add(text);
      return length < limits.characters;
    },
  });
  return parts.join("");
}
