import type { Token } from "markdown-it";
import type { Node, Schema } from "@tiptap/pm/model";
import { readEmbed } from "#shared/insights/article-embeds.ts";
import { createArticleMarkdown } from "#shared/insights/article-markdown.ts";
import { readFigure } from "#shared/insights/article-pictures.ts";
import { readInline, readPicture } from "./read-inline.ts";
import { UnreadableMarkdown } from "./unreadable-markdown.ts";

/** A block of the article and the very text that it was read from. */
export interface ReadBlock {
  node: Node;
  source: string;
  /** What stands between it and the block before it, blank lines as a rule. */
  gap: string;
}

export interface ReadMarkdown {
  blocks: ReadBlock[];
  /** What follows the last block. */
  tail: string;
  /** Labels of footnotes and addresses that links name: what a part of the source needs to be read alone. */
  names: Names;
}

export interface Names {
  references: Record<string, { title: string; href: string }>;
  /** The labels of footnotes, each behind a colon; what each stands for is of no use here. */
  notes: Record<string, number>;
}

/** The state while a source is read: of markdown-it and its plugins, and for us the kinds of blocks. */
interface Environment {
  schema: Schema;
  references?: Names["references"];
  footnotes?: { refs?: Record<string, number>; list?: { content?: string }[] };
}

// Tokens stay in the order of the source: neither are footnotes moved to the end nor headings changed for readers.
const markdown = createArticleMarkdown();
markdown.core.ruler.disable(["footnote_tail", "headings", "pictures", "embeds"]);

/**
 * Reads the source of an article into blocks of the editor. Throws UnreadableMarkdown for what it cannot hold. With
 * `names` it reads a part of an article.
 */
export function readMarkdown(source: string, schema: Schema, names?: Names): ReadMarkdown {
  const text = source.replaceAll(/\r\n?/g, "\n").replaceAll("\0", "\uFFFD");
  const env: Environment = {
    schema,
    // Looked up in those of the article: copies for each block would take the square of their number.
    references: inherit(names?.references),
    footnotes: { refs: inherit(names?.notes) },
  };
  const groups = groupTokens(markdown.parse(text, env as unknown as Record<string, unknown>));
  const lines = text.split("\n");
  const blocks: ReadBlock[] = [];
  let end = 0;
  for (const [at, group] of groups.entries()) {
    const { start, stop } = findLines(group, groups[at + 1], lines, end);
    const between = splitGap(lines.slice(end, start).join("\n") + (start > end ? "\n" : ""), schema);
    const before = at > 0 && end > 0 ? "\n" : "";
    if (between.addresses) blocks.push({ ...between.addresses, gap: before + between.addresses.gap });
    blocks.push({
      node: readBlock(group, env),
      source: lines.slice(start, stop).join("\n"),
      gap: between.addresses ? between.rest : before + between.rest,
    });
    end = stop;
  }
  const left = splitGap(lines.slice(end).join("\n"), schema);
  const before = blocks.length > 0 && end < lines.length ? "\n" : "";
  if (left.addresses) blocks.push({ ...left.addresses, gap: before + left.addresses.gap });
  const tail = left.addresses ? left.rest : before + left.rest;
  if (!names) checkAddresses(blocks, env);
  const notes = Object.fromEntries(Object.keys(env.footnotes?.refs ?? {}).map((label) => [label, -1]));
  return { blocks, tail, names: { references: env.references ?? {}, notes } };
}

function inherit<T>(known: Record<string, T> = {}): Record<string, T> {
  return Object.create(known) as Record<string, T>;
}

/** Lines that make no block: blank ones, and addresses of links, which become a block of their own. */
function splitGap(text: string, schema: Schema): { addresses?: ReadBlock; rest: string } {
  if (text.trim() === "") return { rest: text };
  const source = text.replace(/^(?:[ \t]*\n)*/, "").trimEnd();
  const start = text.indexOf(source);
  const node = schema.node("linkAddresses", { source });
  return { addresses: { node, source, gap: text.slice(0, start) }, rest: text.slice(start + source.length) };
}

/** An address that is named inside of another block would be lost with a change of that block. */
function checkAddresses(blocks: readonly ReadBlock[], { references = {} }: Environment): void {
  const own: Partial<Environment> = {};
  const sources = blocks.filter(({ node }) => node.type.name === "linkAddresses").map(({ source }) => source);
  markdown.parse(sources.join("\n\n"), own);
  if (Object.keys(references).some((name) => !own.references?.[name]))
    throw new UnreadableMarkdown("addresses of links inside of other blocks");
}

/** Each with all tokens of one block of the article. */
function groupTokens(tokens: readonly Token[]): Token[][] {
  const groups: Token[][] = [];
  let depth = 0;
  for (const token of tokens) {
    if (depth === 0) groups.push([]);
    groups.at(-1)?.push(token);
    depth += token.nesting;
  }
  return groups;
}

/** The first line of a block, and the line after its last one that is not blank. */
function findLines(group: Token[], next: Token[] | undefined, lines: string[], after: number) {
  const maps = group.flatMap(({ map }) => (map ? [map] : []));
  // A footnote says of its parts alone where they stand: its first line is the first one that names it.
  const label = group[0]?.type === "footnote_reference_open" ? String(group[0].meta?.label) : undefined;
  const named = label === undefined ? undefined : findLine(lines, after, `[^${label}]:`);
  const start = named ?? maps[0]?.[0] ?? after;
  const limit = next?.[0]?.map?.[0] ?? lines.length;
  let stop = Math.min(Math.max(start + 1, ...maps.map(([, last]) => last)), Math.max(limit, start + 1));
  while (stop > start + 1 && lines[stop - 1]?.trim() === "") stop -= 1;
  return { start, stop };
}

function findLine(lines: readonly string[], from: number, text: string): number | undefined {
  for (let at = from; at < lines.length; at += 1) if (lines[at]?.includes(text)) return at;
  return undefined;
}

function readBlock(group: Token[], env: Environment): Node {
  try {
    const node = readGroup(group, env);
    node.check();
    return node;
  } catch (error) {
    // The schema refuses it, such as a footnote in a list.
    if (error instanceof RangeError) throw new UnreadableMarkdown("a block where the editor has no place for it");
    throw error;
  }
}

function readBlocks(tokens: readonly Token[], env: Environment): Node[] {
  return groupTokens(tokens).map((group) => readGroup(group, env));
}

function readGroup(group: Token[], env: Environment): Node {
  const [open] = group as [Token];
  const inner = group.slice(1, -1);
  const { schema } = env;
  const inline = (type: string, attrs?: Record<string, unknown>) =>
    schema.node(type, attrs, readInline(group[1]?.children ?? [], schema, env.footnotes?.list));
  const filled = (type: string, attrs?: Record<string, unknown> | null, first: Node[] = []) => {
    const children = readBlocks(inner, env);
    if (children.length === 0) children.push(schema.node("paragraph"));
    return schema.node(type, attrs, [...first, ...children]);
  };
  switch (open.type) {
    case "paragraph_open": {
      const text = group[1] as Token;
      const figure = open.hidden ? null : readFigure(text);
      if (figure) return schema.node("figure", { ...readPicture(figure.picture), width: figure.width });
      const video = open.level === 0 ? readEmbed(text) : null;
      if (video) return schema.node("embed", { href: video.embed.href, title: video.title });
      return inline("paragraph");
    }
    case "heading_open":
      return inline("heading", { level: Number(open.tag.slice(1)) });
    case "blockquote_open": {
      const { kind, title = "" } = (open.meta ?? {}) as { kind?: string; title?: string };
      if (kind === "pull") return filled("pullQuote", { title });
      if (kind !== "note") return filled("blockquote");
      return filled("note", null, [schema.node("noteTitle", null, readPlain(title, schema))]);
    }
    case "bullet_list_open":
      return schema.node("bulletList", { tight: isTight(inner) }, readBlocks(inner, env));
    case "ordered_list_open":
      return schema.node(
        "orderedList",
        { tight: isTight(inner), start: Number(open.attrGet("start") ?? 1) },
        readBlocks(inner, env),
      );
    case "list_item_open":
      return filled("listItem");
    case "footnote_reference_open":
      return filled("footnote", { label: String(open.meta?.label) });
    case "fence":
    case "code_block": {
      if (open.content === "\n") throw new UnreadableMarkdown("code that is one blank line");
      const language = open.type === "fence" ? open.info.trim() || null : null;
      return schema.node("codeBlock", { language }, readPlain(open.content.replace(/\n$/, ""), schema));
    }
    case "hr":
      return schema.node("horizontalRule");
    case "table_open":
      return schema.node(
        "table",
        null,
        readBlocks(
          inner.filter(({ type }) => !/^t(head|body)_/.test(type)),
          env,
        ),
      );
    case "tr_open":
      return schema.node("tableRow", null, readBlocks(inner, env));
    case "th_open":
    case "td_open": {
      const align = /text-align:(\w+)/.exec(String(open.attrGet("style") ?? ""))?.[1] ?? null;
      return inline(open.type === "th_open" ? "tableHeader" : "tableCell", { align });
    }
    default:
      throw new UnreadableMarkdown(`a part of the kind “${open.type.replace(/_open$/, "").replaceAll("_", " ")}”`);
  }
}

function readPlain(text: string, schema: Schema): Node[] {
  return text === "" ? [] : [schema.text(text)];
}

/** Markdown marks a tight list by hiding the paragraphs of its items. Without any it makes no difference. */
function isTight(inner: readonly Token[]): boolean {
  const level = (inner[0]?.level ?? 0) + 1;
  return !inner.some((token) => token.type === "paragraph_open" && token.level === level && !token.hidden);
}
