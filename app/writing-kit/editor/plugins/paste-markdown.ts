import { type Mark, type Node, Slice } from "@tiptap/pm/model";
import type { EditorView } from "@tiptap/pm/view";
import { type Loss, Losses, shorten } from "#shared/insights/losses.ts";
import { markdownToHtml, showAddress } from "../../foreign-markdown/markdown-to-html.ts";
import { judgeHtml } from "../../sieve/judge-html.ts";
import { sieveHtml } from "../../sieve/sieve.ts";

/** An article holds no more letters. */
const longest = 200_000;

/**
 * Pasted text that is Markdown, as what it means; null for text without any signs of Markdown, which stays as it is, line by
 * line. `tell` gets the losses.
 */
export function readPastedMarkdown(
  text: string,
  view: Pick<EditorView, "state">,
  tell: (losses: readonly Loss[]) => void,
): Slice | null {
  if (text.length > longest) return null;
  const losses = new Losses();
  let doc: Node;
  try {
    const html = markdownToHtml(dropFields(text.replaceAll(/\r\n?/g, "\n"), losses), losses);
    if (losses.list().some(({ kind }) => kind === "tooDeep")) return null;
    judgeHtml(html);
    doc = sieveHtml(html, view.state.schema, { losses, takesPicture: (address) => /^\/(?![/\\])/.test(address) }).doc;
  } catch (error) {
    // Nested without end: as plain text nothing of it is lost.
    if (!(error instanceof RangeError)) throw error;
    return null;
  }
  if (!hasMeaning(doc)) return null;
  tell(losses.list());
  return Slice.maxOpen(doc.content);
}

/** Without the fields that files have before their text, such as `title: A`. */
function dropFields(text: string, losses: Losses): string {
  const [whole, fields = ""] =
    /^---\n((?:[A-Za-z_][\w-]*:[^\n]*\n(?:(?:[ \t#]|- )[^\n]*\n)*)+)---(?:\n|$)/.exec(text) ?? [];
  if (whole === undefined) return text;
  losses.add("other", `the fields before the text: ${shorten(fields)}`);
  return text.slice(whole.length);
}

/** True where anything but paragraphs of plain text was read. An address in them is text, too. */
function hasMeaning(doc: Node): boolean {
  let isFound = false;
  doc.descendants(({ type, marks, isText, text }) => {
    const isPlain = ({ type, attrs }: Mark) =>
      type.name === "softBreak" || (type.name === "link" && isBare(attrs.href, text));
    isFound ||= isText ? !marks.every(isPlain) : type.name !== "paragraph";
  });
  return isFound;
}

/** In an address letters other than ASCII are written as numbers, in its text they are not. */
function isBare(href: string, text = ""): boolean {
  const shown = showAddress(href);
  return text === shown || text === shown.replace(/^mailto:/, "");
}
