/**
 * The tree of a foreign text while it is sieved. It needs no browser, and every change of it takes one step, however many
 * neighbours a node has.
 */

/** How many nodes were looked at, in all texts: tests hold that it grows with the text and no faster. */
export const work = { steps: 0 };

/** A piece of text. */
export class TextPart {
  parent: Part | null = null;
  before: Node | null = null;
  after: Node | null = null;
  text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** An element. */
export class Part {
  parent: Part | null = null;
  before: Node | null = null;
  after: Node | null = null;
  first: Node | null = null;
  last: Node | null = null;
  /** In small letters. */
  readonly name: string;
  readonly attributes: Map<string, string>;

  constructor(name: string, attributes: Iterable<readonly [string, string]> = []) {
    this.name = name;
    this.attributes = new Map(attributes);
  }

  /** The value of an attribute, "" where there is none. */
  get(name: string): string {
    return this.attributes.get(name) ?? "";
  }

  hasClass(pattern: RegExp): boolean {
    return pattern.test(this.get("class"));
  }

  append(...content: Content[]): this {
    for (const node of content.flat()) insert(this, typeof node === "string" ? new TextPart(node) : node, null);
    return this;
  }

  children(): Part[] {
    return nodesOf(this).filter((node) => node instanceof Part);
  }
}

export type Node = Part | TextPart;

/** Many nodes come as a list: as arguments they would overflow the stack. */
type Content = Node | string | readonly (Node | string)[];

/** Makes an element around nodes, which leave their places. */
export function make(
  name: string,
  nodes: readonly (Node | string)[] = [],
  attributes: Record<string, string> = {},
): Part {
  return new Part(name, Object.entries(attributes)).append(nodes);
}

/** Puts `node` into `parent`, before `place` or at the end. */
export function insert(parent: Part, node: Node, place: Node | null): void {
  remove(node);
  const before = place ? place.before : parent.last;
  node.parent = parent;
  node.before = before;
  node.after = place;
  if (before) before.after = node;
  else parent.first = node;
  if (place) place.before = node;
  else parent.last = node;
}

export function remove(node: Node): void {
  const { parent, before, after } = node;
  if (!parent) return;
  if (before) before.after = after;
  else parent.first = after;
  if (after) after.before = before;
  else parent.last = before;
  node.parent = null;
  node.before = null;
  node.after = null;
}

/** Puts other nodes in place of `node`, which may be among them with nothing around it. */
export function replace(node: Node, ...content: Content[]): void {
  const { parent, after } = node;
  if (!parent) return;
  remove(node);
  for (const other of content.flat()) insert(parent, typeof other === "string" ? new TextPart(other) : other, after);
}

/** Leaves what is in `part` in its place. */
export function unwrap(part: Part): void {
  replace(part, nodesOf(part));
}

export function nodesOf(part: Part): Node[] {
  const nodes: Node[] = [];
  for (let node = part.first; node; node = node.after) nodes.push(node);
  work.steps += nodes.length;
  return nodes;
}

/** The node after `node` in the order of the text, within `root`; past what is in it if `isLeft`. */
export function nextOf(node: Node, root: Part, isLeft = false): Node | null {
  work.steps += 1;
  if (!isLeft && node instanceof Part && node.first) return node.first;
  for (let at: Node | null = node; at && at !== root; at = at.parent) if (at.after) return at.after;
  return null;
}

/** The elements in `root` that fit, in the order of the text: a list of its own, so that they may be moved. */
export function listParts(root: Part, fits: (part: Part) => boolean = () => true): Part[] {
  const found: Part[] = [];
  for (let node = nextOf(root, root); node; node = nextOf(node, root))
    if (node instanceof Part && fits(node)) found.push(node);
  return found;
}

export function findPart(root: Part, fits: (part: Part) => boolean): Part | null {
  for (let node = nextOf(root, root); node; node = nextOf(node, root))
    if (node instanceof Part && fits(node)) return node;
  return null;
}

/** The elements of these names in `root`. */
export function listNamed(root: Part, names: string): Part[] {
  const wanted = new Set(names.split(" "));
  return listParts(root, ({ name }) => wanted.has(name));
}

/** `part` itself or the nearest around it that fits. */
export function closest(part: Part | null, fits: (part: Part) => boolean): Part | null {
  for (let at = part; at; at = at.parent) {
    work.steps += 1;
    if (fits(at)) return at;
  }
  return null;
}

/** True where one of these elements is around `node`. */
export function isIn(node: Node, names: string): boolean {
  const wanted = ` ${names} `;
  return closest(node.parent, ({ name }) => wanted.includes(` ${name} `)) !== null;
}

export function contains(outer: Part, node: Node | null): boolean {
  for (let at = node; at; at = at.parent) if (at === outer) return true;
  return false;
}

/** All text in `part`. */
export function textOf(part: Part | null): string {
  if (!part) return "";
  const texts: string[] = [];
  for (let node = nextOf(part, part); node; node = nextOf(node, part))
    if (node instanceof TextPart) texts.push(node.text);
  return texts.join("");
}

/** True where there is more than blank text in `node`. */
export function hasWords(node: Node): boolean {
  if (node instanceof TextPart) return node.text.trim() !== "";
  for (let at = nextOf(node, node); at; at = nextOf(at, node))
    if (at instanceof TextPart && at.text.trim() !== "") return true;
  return false;
}

/** All text in `part`, on one line. */
export function lineOf(part: Part | null): string {
  return textOf(part).replaceAll(/\s+/g, " ").trim();
}

/** The element with another name; it keeps its attributes. */
export function rename(part: Part, name: string): Part {
  if (part.name === name) return part;
  const other = new Part(name, part.attributes).append(nodesOf(part));
  replace(part, other);
  return other;
}

/** The neighbours of `node` that say something: blank text is passed over. */
export function nextElement(node: Node): Part | null {
  let at = node.after;
  for (; at instanceof TextPart && at.text.trim() === ""; at = at.after) work.steps += 1;
  return at instanceof Part ? at : null;
}

export function previousElement(node: Node): Part | null {
  let at = node.before;
  for (; at instanceof TextPart && at.text.trim() === ""; at = at.before) work.steps += 1;
  return at instanceof Part ? at : null;
}
