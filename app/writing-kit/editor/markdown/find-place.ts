import type { Node, Schema } from "@tiptap/pm/model";
import { Selection } from "@tiptap/pm/state";
import { Transform } from "@tiptap/pm/transform";
import { describeBlock } from "./describe.ts";
import { type Names, readMarkdown } from "./read-markdown.ts";
import { UnreadableMarkdown } from "./unreadable-markdown.ts";

/** Places that are tried on either side, where a cursor is in signs that rich text does not show: one after the other, ... */
const mostNear = 40;
/** ... and then where an address, a title or another text that is not shown may end or begin. */
const mostBorders = 100;

export interface Place {
  /** What the block is with a cursor in it: with the space before the cursor, or with an empty paragraph after it. */
  blocks: Node[];
  /** From the start of these blocks. */
  pos: number;
}

/** A block, and its part of a text. */
interface Part {
  node: Node;
  text: string;
  start: number;
  end: number;
}

/**
 * Where in a block a place of its Markdown is: a sign is written there, and the block read with it. Where the sign would
 * change what the block says, such as in the address of a link, it is tried further on. Null where there is no place for a
 * cursor, such as in a picture.
 */
export function findPlace({ node, text, start, end }: Part, offset: number, names: Names): Place | null {
  const { schema } = node.type;
  const last = Math.max(end, offset);
  const wanted = listDescriptions([node]);
  const sign = findSign(text);
  for (const at of listPlaces(text, { start, offset, last })) {
    const place = readAt(text.slice(start, at) + sign + text.slice(at, last), { sign, schema, names });
    if (place && listDescriptions(place.blocks).join("\n") === wanted.join("\n")) return place;
  }
  return null;
}

/** A cursor at a place that was found, or in the nearest text: a picture that is selected would go with the next key. */
export function selectPlace(doc: Node, pos: number): Selection {
  const $pos = doc.resolve(pos);
  return Selection.findFrom($pos, 1, true) ?? Selection.findFrom($pos, -1, true) ?? Selection.near($pos);
}

/** The places to try: on from the cursor to the end of the block, and then back to its start. */
function* listPlaces(text: string, { start, offset, last }: { start: number; offset: number; last: number }) {
  const ahead = Math.min(offset + mostNear, last);
  for (let at = offset; at <= ahead; at += 1) yield at;
  for (const border of listBorders(text.slice(ahead, last), /[)\]>"'|\s]/g)) yield ahead + border;
  if (last > ahead) yield last;
  const behind = Math.max(offset - mostNear, start);
  for (let at = offset - 1; at >= behind; at -= 1) yield at;
  const before = text.slice(start, behind).split("").toReversed().join("");
  for (const border of listBorders(before, /[[(<!|\s]/g)) yield behind - border;
  if (start < behind) yield start;
}

/** The places behind the first of `signs`, a global pattern for one character. */
function listBorders(text: string, signs: RegExp): number[] {
  return [...text.matchAll(signs)].slice(0, mostBorders).map(({ index }) => index + 1);
}

interface Reading {
  sign: string;
  schema: Schema;
  names: Names;
}

function readAt(source: string, { sign, schema, names }: Reading): Place | null {
  try {
    const doc = schema.node(
      "doc",
      null,
      readMarkdown(source, schema, names).blocks.map(({ node }) => node),
    );
    let pos: number | null = null;
    doc.descendants((node, start) => {
      const found = node.text?.indexOf(sign) ?? -1;
      if (found >= 0) pos = start + found;
    });
    if (pos === null) return null;
    return { blocks: [...new Transform(doc).delete(pos, pos + 1).doc.children], pos };
  } catch (error) {
    if (error instanceof UnreadableMarkdown || error instanceof RangeError) return null;
    throw error;
  }
}

/** What blocks say, without those that say nothing. */
function listDescriptions(blocks: readonly Node[]): string[] {
  return blocks
    .map((block) => ({ description: describeBlock(block), block }))
    .filter(({ description, block }) => description !== describeBlock(block.type.schema.node("paragraph")))
    .map(({ description }) => description);
}

/** A character for private use that is read as a letter, and is not in the text. */
function findSign(text: string): string {
  let code = 0xe0_00;
  while (text.includes(String.fromCodePoint(code))) code += 1;
  return String.fromCodePoint(code);
}
