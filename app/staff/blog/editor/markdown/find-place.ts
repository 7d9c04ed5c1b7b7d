import type { Node, Schema } from "@tiptap/pm/model";
import { Transform } from "@tiptap/pm/transform";
import { describeBlock } from "./describe.ts";
import { type Names, readMarkdown } from "./read-markdown.ts";
import { UnreadableMarkdown } from "./unreadable-markdown.ts";

/** Places that are tried, where a cursor is in signs that rich text does not show. */
const mostTries = 80;

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
 * change what the block says, it is tried one place on. Null where there is no place for a cursor.
 */
export function findPlace({ node, text, start, end }: Part, offset: number, names: Names): Place | null {
  const { schema } = node.type;
  const last = Math.max(end, offset);
  const wanted = listDescriptions([node]);
  const sign = findSign(text);
  for (let tries = 0; tries < mostTries; tries += 1) {
    const at = offset + tries <= last ? offset + tries : last - tries;
    if (at < start) return null;
    const place = readAt(text.slice(start, at) + sign + text.slice(at, last), { sign, schema, names });
    if (place && listDescriptions(place.blocks).join("\n") === wanted.join("\n")) return place;
  }
  return null;
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
