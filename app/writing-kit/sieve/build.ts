import type { Node, Schema } from "@tiptap/pm/model";
import { closeFrame, type Frame, isBlock, isLeaf, isNesting, makeFrame, openFrame } from "./frames.ts";
import { closeLine, makeParagraphs, type Piece, splitAtBreaks } from "./line.ts";
import { enterState, makeMarks, plain, type State } from "./marks.ts";
import type { Sieving } from "./sieving.ts";
import { type Node as TreeNode, Part, TextPart, textOf } from "./tree.ts";

/** Lists and quotes deeper than this are written by nobody; readers of Markdown stop at about a hundred. */
const deepestNesting = 8;
/** Letters that one text may have: five times what an article holds. */
const mostLetters = 1_000_000;

/** Makes the article of a tree that was sieved, node by node: nothing here goes into itself. */
export function buildDocument(sieving: Sieving, schema: Schema): Node {
  const builder = new Builder(sieving, schema);
  const { body } = sieving;
  let node: TreeNode | null = body.first;
  while (node) {
    if (node instanceof TextPart) builder.addText(node.text);
    else if (builder.enter(node) && node.first) {
      node = node.first;
      continue;
    } else builder.leave(node);
    while (node && !node.after) {
      node = node.parent === body ? null : node.parent;
      if (node instanceof Part) builder.leave(node);
    }
    node = node?.after ?? null;
  }
  return builder.close();
}

class Builder {
  readonly #sieving: Sieving;
  readonly #schema: Schema;
  readonly #frames: Frame[] = [makeFrame("flow", "doc")];
  readonly #states: State[];
  /** Elements that opened a frame, the innermost last. */
  readonly #owners: Part[] = [];
  readonly #footnotes: Node[] = [];
  /** Pictures of a heading, which follow it. */
  #hoisted: Node[] = [];
  #letters = 0;

  constructor(sieving: Sieving, schema: Schema) {
    this.#sieving = sieving;
    this.#schema = schema;
    this.#states = [enterState(plain, sieving.body, sieving.sheet)];
  }

  get #top(): Frame {
    return this.#frames.at(-1) as Frame;
  }

  get #state(): State {
    return this.#states.at(-1) as State;
  }

  addText(text: string): void {
    this.#letters += text.length;
    const extra = this.#letters - mostLetters;
    const taken = extra <= 0 ? text : text.slice(0, Math.max(0, text.length - extra));
    if (extra > 0) this.#sieving.losses.add("tooLong", "", text.length - taken.length);
    if (taken === "") return;
    const marks = makeMarks(this.#state, this.#schema);
    if (!this.#state.keepsLines || this.#top.kind !== "flow" || !taken.includes("\n") || taken.trim() === "") {
      this.#push({ text: taken, marks });
      return;
    }
    for (const [at, line] of taken.split("\n").entries()) {
      if (at > 0) this.#push({ node: this.#schema.node("hardBreak") });
      if (line !== "") this.#push({ text: line, marks });
    }
  }

  #push(piece: Piece): void {
    const { kind, pieces } = this.#top;
    if (kind === "flow" || kind === "line") pieces.push(piece);
    else if ("node" in piece || piece.text.trim() !== "") {
      // Words between the items of a list or the cells of a table: they are a block before it.
      const flow = this.#frames.findLast((frame) => frame.kind === "flow");
      flow?.pieces.push(piece);
    }
  }

  /** False for what has nothing in it to be looked at. */
  enter(part: Part): boolean {
    this.#states.push(enterState(this.#state, part, this.#sieving.sheet));
    return this.#top.kind === "line" ? this.#enterInLine(part) : this.#enterInFlow(part);
  }

  #enterInLine(part: Part): boolean {
    const { name } = part;
    if (name === "x-code") this.#push({ text: ` ${textOf(part)} `, marks: makeMarks(this.#state, this.#schema) });
    else if (name === "br" || isBlock(name)) this.#push({ text: " ", marks: [] });
    else if (name === "x-embed") this.#addLink(part);
    else this.#enterText(part);
    return name !== "x-code" && name !== "x-embed";
  }

  #enterText(part: Part): void {
    const { name } = part;
    if (name === "br") this.#push({ node: this.#schema.node("hardBreak") });
    else if (name === "x-picture" || name === "x-figure") this.#addPicture(part);
    else if (name === "x-note") this.#addMention(part.get("data-sieve-note"));
  }

  #enterInFlow(part: Part): boolean {
    const { name } = part;
    if (!isBlock(name)) {
      this.#enterText(part);
      return true;
    }
    this.#flush();
    const opened = this.#openFor(part);
    if (opened) {
      this.#frames.push(opened);
      this.#owners.push(part);
      return true;
    }
    const block = this.#makeAtom(part);
    if (block) this.#flow.blocks.push(block);
    if (name === "x-embed" && !block) this.#addLink(part);
    return !isLeaf(name);
  }

  get #flow(): Frame {
    return this.#frames.findLast(({ kind }) => kind === "flow") as Frame;
  }

  #makeAtom(part: Part): Node | null {
    const schema = this.#schema;
    if (part.name === "hr") return schema.node("horizontalRule");
    if (part.name === "x-figure") return schema.node("figure", readPicture(part));
    if (part.name === "x-embed" && this.#frames.length === 1)
      return schema.node("embed", { href: part.get("href"), title: part.get("title") });
    if (part.name !== "x-code" || textOf(part).trim() === "") return null;
    const text = this.#take(textOf(part));
    return text === ""
      ? null
      : schema.node("codeBlock", { language: part.get("language") || null }, [schema.text(text)]);
  }

  /** As much of a text as may come. */
  #take(text: string): string {
    this.#letters += text.length;
    const extra = Math.min(text.length, Math.max(0, this.#letters - mostLetters));
    if (extra > 0) this.#sieving.losses.add("tooLong", "", extra);
    return text.slice(0, text.length - extra);
  }

  /** The frame that an element opens, or null for one that is a block of its own or none. */
  #openFor(part: Part): Frame | null {
    const frame = openFrame(part, this.#top);
    if (!frame || !isNesting(frame) || this.#frames.filter(isNesting).length < deepestNesting) return frame;
    this.#sieving.losses.add("tooDeep");
    return null;
  }

  #addPicture(part: Part): void {
    const attrs = readPicture(part);
    const marks = makeMarks({ ...plain, href: this.#state.href, title: this.#state.title }, this.#schema);
    if (this.#top.type === "heading" || this.#top.type === "noteTitle")
      this.#hoisted.push(this.#schema.node("figure", attrs));
    else this.#push({ node: this.#schema.node("image", attrs, [], marks) });
  }

  #addMention(label: string): void {
    // A footnote has no footnotes, and neither has a title.
    if (this.#frames.some(({ type }) => type === "footnote" || type === "noteTitle")) {
      this.#sieving.losses.add("footnotes");
      this.#push({ text: ` [${label}]`, marks: [] });
    } else this.#push({ node: this.#schema.node("footnoteReference", { label }) });
  }

  /** A video where an article has none, such as in a list. */
  #addLink(part: Part): void {
    const href = part.get("href");
    this.#push({ text: part.get("title").trim() || href, marks: makeMarks({ ...plain, href }, this.#schema) });
  }

  leave(part: Part): void {
    this.#states.pop();
    if (this.#owners.at(-1) === part) {
      this.#owners.pop();
      const block = this.#closeFrame();
      if (block) this.#place(block);
      return;
    }
    if (!isBlock(part.name)) return;
    if (this.#top.kind === "line") this.#push({ text: " ", marks: [] });
    else this.#flush();
  }

  #place(block: Node): void {
    if (block.type.name === "footnote") this.#footnotes.push(block);
    else this.#top.blocks.push(block);
    if (this.#top.kind === "flow") this.#top.blocks.push(...this.#hoisted.splice(0));
  }

  #closeFrame(): Node | null {
    this.#flush();
    const frame = this.#frames.pop() as Frame;
    const node = closeFrame(frame, this.#schema);
    if (!node && frame.type === "heading") this.#flow.blocks.push(...this.#hoisted.splice(0));
    return node;
  }

  /** Makes paragraphs of the text that has come. */
  #flush(): void {
    const { kind, pieces, blocks } = this.#top;
    if (kind === "line" || pieces.length === 0) return;
    this.#top.pieces = [];
    const isOutermost = this.#frames.length === 1;
    for (const part of splitAtBreaks(pieces))
      blocks.push(...makeParagraphs(closeLine(part, this.#schema), { schema: this.#schema, isOutermost }));
  }

  close(): Node {
    this.#flush();
    const { blocks } = this.#frames[0] as Frame;
    const all = [...blocks, ...this.#hoisted, ...this.#footnotes];
    return this.#schema.node("doc", null, all.length > 0 ? all : [this.#schema.node("paragraph")]);
  }
}

function readPicture(part: Part): { src: string; alt: string; title: string } {
  return { src: part.get("src"), alt: part.get("alt"), title: part.get("title") };
}
