import { DecodingMode, decodeHTMLStrict, EntityDecoder, htmlDecodeTree } from "entities/decode";
import { packGaps } from "./pack-signs.ts";

const signs = [..."abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"];

/** With less, the step to the signs beyond the first plane would be half a character. */
const gapBase = 1640;

/** Each name that HTML has for signs, such as "amp", with what it stands for. */
export function listEntities(): [name: string, text: string][] {
  const decoder = new EntityDecoder(htmlDecodeTree, () => undefined);
  const goesOn = (name: string) => {
    decoder.startEntity(DecodingMode.Strict);
    return decoder.write(`&${name}`, 1) === -1;
  };
  const grow = (name: string): string[] =>
    signs
      .map((sign) => name + sign)
      .filter(goesOn)
      .flatMap((longer) => [longer].concat(grow(longer)));
  return grow("")
    .map((name): [string, string] => [name, decodeHTMLStrict(`&${name};`)])
    .filter(([name, text]) => text !== `&${name};`);
}

/**
 * A module that exports `decodeHTMLStrict` for one reference by name, which is all that markdown-it asks for. It has half of the
 * compressed size of the tree that it stands for, and nothing is read before the first name.
 */
export function packEntities(): string {
  const names = new Map<string, string[]>();
  for (const [name, text] of listEntities()) names.set(text, [...(names.get(text) ?? []), name]);
  const rows = [...names]
    .map(([text, named]) => ({ code: text.codePointAt(0) ?? 0, rest: [...text].slice(1).join(""), named }))
    .toSorted((one, next) => one.code - next.code);
  const written = rows.map(({ rest, named }) => named.join(" ") + (rest && `=${rest}`)).join("|");
  return `let texts;
function read() {
  const rows = ${JSON.stringify(written)}.split("|");
  texts = new Map();
  ${packGaps(
    rows.map(({ code }) => code),
    gapBase,
  )}.forEach((code, at) => {
    const [names, rest = ""] = rows[at].split("=");
    for (const name of names.split(" ")) texts.set(name, String.fromCodePoint(code) + rest);
  });
}
export function decodeHTMLStrict(text) {
  if (!texts) read();
  return texts.get(text.slice(1, -1)) ?? text;
}`;
}
