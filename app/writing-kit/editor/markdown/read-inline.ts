import type { Token } from "markdown-it";
import type { Mark, Node, Schema } from "@tiptap/pm/model";
import { readAttribute, readText } from "#shared/insights/article-markdown.ts";
import { UnreadableMarkdown } from "./unreadable-markdown.ts";

const markNames: Record<string, string> = {
  strong: "bold",
  em: "italic",
  s: "strike",
  link: "link",
  sup: "superscript",
  sub: "subscript",
};

/** The text of a block. `notes`: footnotes in the middle of the text, by their number. */
export function readInline(
  tokens: readonly Token[],
  schema: Schema,
  notes: readonly { content?: string }[] = [],
): Node[] {
  const nodes: Node[] = [];
  let marks: readonly Mark[] = [];
  let linkedFrom = 0;
  for (const token of tokens) {
    const name = markNames[token.type.replace(/_(open|close)$/, "")];
    const type = name === undefined ? undefined : schema.marks[name];
    if (type && token.nesting === 1) {
      const title = token.attrGet("title");
      if (type.isInSet(marks)) throw new UnreadableMarkdown("emphasis inside the same emphasis");
      if (name === "link") linkedFrom = nodes.length;
      marks = type.create(name === "link" ? { href: readAttribute(token, "href"), title } : null).addToSet(marks);
    } else if (type && token.nesting === -1) {
      // Readers get it: by keyboard they come to it.
      if (name === "link" && nodes.length === linkedFrom) throw new UnreadableMarkdown("a link without words");
      marks = marks.filter((mark) => mark.type !== type);
    } else nodes.push(...readToken(token, schema, marks, notes));
  }
  // Adjacent texts of the same marks are one.
  return nodes.reduce<Node[]>((joined, node) => {
    const last = joined.at(-1);
    if (node.isText && last?.isText && node.sameMarkup(last))
      joined[joined.length - 1] = schema.text(`${last.text}${node.text}`, node.marks);
    else joined.push(node);
    return joined;
  }, []);
}

function readToken(
  token: Token,
  schema: Schema,
  marks: readonly Mark[],
  notes: readonly { content?: string }[],
): Node[] {
  switch (token.type) {
    case "text":
      return token.content === "" ? [] : [schema.text(token.content, marks)];
    case "code_inline":
      return [schema.text(token.content, schema.marks.code?.create().addToSet(marks))];
    case "softbreak":
      return [schema.text(" ", schema.marks.softBreak?.create().addToSet(marks))];
    case "hardbreak":
      return [schema.node("hardBreak", null, undefined, marks)];
    case "image":
      return [schema.node("image", readPicture(token), undefined, marks)];
    case "footnote_ref": {
      const { id, label } = token.meta as { id: number; label?: string };
      const attrs = label === undefined ? { content: notes[id]?.content ?? "" } : { label };
      return [schema.node(label === undefined ? "inlineNote" : "footnoteReference", attrs, undefined, marks)];
    }
    default:
      throw new UnreadableMarkdown(`text of the kind “${token.type}”`);
  }
}

/** Address, words and title of a picture. */
export function readPicture(token: Token): { src: string; alt: string; title: string } {
  return { src: readAttribute(token, "src"), alt: readText(token), title: readAttribute(token, "title") };
}
