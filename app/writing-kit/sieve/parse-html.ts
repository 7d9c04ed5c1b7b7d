import {
  defaultTreeAdapter,
  html as names,
  Parser,
  type Token,
  type TreeAdapter,
  type TreeAdapterTypeMap,
} from "parse5";
import { dropControls } from "./drop-controls.ts";
import { findPart, insert, make, type Node, nodesOf, Part, remove, TextPart, work } from "./tree.ts";

/** More than the most baroque of pages nests; what is deeper stays, but less deep. */
const deepest = 100;
/** Elements of formatting that may be open at once: a text that never closes them would have all of them in each paragraph. */
const mostOpen = 20;
/** Signs of a source, which may hold pictures, and elements of it. */
const longest = 20_000_000;
const mostParts = 300_000;

type Tree = TreeAdapterTypeMap<Node, Part, Node, Part, Part, Part, Part, TextPart, Part, Part>;

export interface ParsedHtml {
  /** `html`, with `head` and `body`. */
  root: Part;
  body: Part;
  /** Elements that were left out because of their depth or number; what was in them is there. */
  flattened: number;
  /** Signs at the end that were not read. */
  cut: number;
}

/**
 * Reads HTML as browsers do, without one: nothing is loaded or run. Depth and size are judged meanwhile, so that the
 * work grows with the text and no faster. Comments are left out.
 */
export function parseHtml(source: string): ParsedHtml {
  const html = source.length > longest ? source.slice(0, longest) : source;
  work.steps += html.length;
  const parser = new CarefulParser({ treeAdapter, scriptingEnabled: false });
  parser.tokenizer.write(html, true);
  const root = parser.document;
  const body = findPart(root, ({ name }) => name === "body") ?? root.append(make("body"));
  return { root, body, flattened: parser.flattened, cut: source.length - html.length };
}

const formatting = new Set("a b big code em font i nobr s small strike strong tt u".split(" "));
/** What follows these is no markup, so they have to be seen. They hold nothing. */
const raw = new Set("script style textarea title xmp noembed noframes iframe plaintext".split(" "));

/** Leaves out the tags of elements that would nest too deep. */
class CarefulParser extends Parser<Tree> {
  flattened = 0;
  #parts = 0;
  readonly #dropped = new Map<string, number>();

  override onStartTag(token: Token.TagToken): void {
    const name = token.tagName;
    this.#parts += 1;
    const isTooMuch =
      this.openElements.depth > deepest ||
      this.#parts > mostParts ||
      name === "frameset" ||
      (formatting.has(name) && this.#countOpen() >= mostOpen);
    if (!isTooMuch || raw.has(name)) return super.onStartTag(token);
    this.flattened += 1;
    if (!token.selfClosing) this.#dropped.set(name, (this.#dropped.get(name) ?? 0) + 1);
  }

  override onEndTag(token: Token.TagToken): void {
    const left = this.#dropped.get(token.tagName) ?? 0;
    if (left > 0) this.#dropped.set(token.tagName, left - 1);
    else super.onEndTag(token);
  }

  #countOpen(): number {
    let count = 0;
    for (let entry = this.activeFormattingElements.newest; entry && count < mostOpen; entry = entry.older) count += 1;
    return count;
  }
}

const contents = new WeakMap<Part, Part>();

const treeAdapter: TreeAdapter<Tree> = {
  createDocument: () => new Part("#document"),
  createDocumentFragment: () => new Part("#fragment"),
  createElement: (tagName, namespace, attributes) => {
    const name = tagName.toLowerCase();
    const part = new Part(
      // The sieve's own elements have such names.
      name.startsWith("x-") ? "span" : name,
      attributes.map(({ name, value }) => [name.toLowerCase(), dropControls(value)] as const),
    );
    spaces.set(part, namespace);
    written.set(part, tagName);
    return part;
  },
  createCommentNode: () => new Part("#comment"),
  createTextNode: (text) => new TextPart(dropControls(text)),
  appendChild: (parent, node) => put(parent, node, null),
  insertBefore: put,
  detachNode: remove,
  insertText: (parent, text) => addText(parent, text, null),
  insertTextBefore: addText,
  adoptAttributes: (part, attributes) => {
    for (const { name, value } of attributes)
      if (!part.attributes.has(name)) part.attributes.set(name, dropControls(value));
  },
  setTemplateContent: (part, content) => contents.set(part, content),
  getTemplateContent: (part) => contents.get(part) ?? part,
  getFirstChild: ({ first }) => first,
  getChildNodes: nodesOf,
  getParentNode: ({ parent }) => parent,
  getAttrList: ({ attributes }) => [...attributes].map(([name, value]) => ({ name, value })),
  getTagName: (part) => written.get(part) ?? part.name,
  getNamespaceURI: (part) => spaces.get(part) ?? names.NS.HTML,
  getTextNodeContent: ({ text }) => text,
  getCommentNodeContent: () => "",
  getDocumentTypeNodeName: () => "",
  getDocumentTypeNodePublicId: () => "",
  getDocumentTypeNodeSystemId: () => "",
  isTextNode: (node) => node instanceof TextPart,
  isElementNode: (node): node is Part => node instanceof Part && !node.name.startsWith("#"),
  isCommentNode: (node): node is Part => node instanceof Part && node.name === "#comment",
  isDocumentTypeNode: (_node): _node is Part => false,
  setDocumentType: () => undefined,
  setDocumentMode: (document, mode) => document.attributes.set("mode", mode),
  getDocumentMode: (document) =>
    (document.get("mode") || "no-quirks") as ReturnType<typeof defaultTreeAdapter.getDocumentMode>,
  getNodeSourceCodeLocation: () => null,
  setNodeSourceCodeLocation: () => undefined,
  updateNodeSourceCodeLocation: () => undefined,
};

const spaces = new WeakMap<Part, names.NS>();
const written = new WeakMap<Part, string>();

function put(parent: Part, node: Node, place: Node | null): void {
  work.steps += 1;
  if (!(node instanceof Part && node.name === "#comment")) insert(parent, node, place);
}

function addText(parent: Part, text: string, place: Node | null): void {
  const before = place ? place.before : parent.last;
  if (before instanceof TextPart) before.text += dropControls(text);
  else insert(parent, new TextPart(dropControls(text)), place);
}
