import type { Node, Slice } from "@tiptap/pm/model";
import type { Transaction } from "@tiptap/pm/state";

/** Pictures that were in pasted text, by the address that stands for each until it is stored. */
const waiting = new Map<string, File>();

/** The address that stands for a picture. */
export function waitForPicture(picture: Blob): string {
  const name = `/pasted/${crypto.randomUUID()}`;
  const ending = picture.type.slice("image/".length).replace("jpeg", "jpg");
  waiting.set(name, new File([picture], `pasted.${ending}`, { type: picture.type }));
  return name;
}

export function hasWaiting({ content }: Slice): boolean {
  let isFound = false;
  content.descendants((node) => {
    isFound ||= isWaiting(node);
  });
  return isFound;
}

function isWaiting({ attrs }: Node): boolean {
  return waiting.has(String(attrs.src));
}

export interface TakenPicture {
  /** Where it stood. */
  pos: number;
  file: File;
  alt: string;
  caption: string;
}

/** Takes such pictures out of what a transaction makes: nobody may get an article with an address that is none. */
export function takeWaiting(tr: Transaction): TakenPicture[] {
  const found: { pos: number; node: Node }[] = [];
  tr.doc.descendants((node, pos) => {
    if (isWaiting(node)) found.push({ pos, node });
  });
  const taken: (TakenPicture & { step: number })[] = [];
  // From the end, so that nothing moves the places of those before.
  for (const { pos, node } of found.toReversed()) {
    const src = String(node.attrs.src);
    const file = waiting.get(src);
    waiting.delete(src);
    tr.delete(pos, pos + node.nodeSize);
    const words = { alt: String(node.attrs.alt), caption: String(node.attrs.title) };
    if (file) taken.unshift({ pos, file, ...words, step: tr.steps.length });
  }
  for (const picture of taken) picture.pos = tr.mapping.slice(picture.step).map(picture.pos);
  return taken;
}
