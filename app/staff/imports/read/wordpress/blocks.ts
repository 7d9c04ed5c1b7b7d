import { type Losses, shorten } from "#shared/insights/losses.ts";
import { addParagraphs, findEnds } from "./paragraphs.ts";

/** Blocks whose HTML says all of them. */
const plain = new Set(
  (
    "paragraph heading list list-item image quote code table separator spacer buttons button group preformatted verse html " +
    "shortcode freeform more pullquote media-text cover file video audio details missing embed gallery post-content " +
    "subhead text-columns accordion column"
  ).split(" "),
);
/** What of others is lost. */
const partly = new Map(
  Object.entries({
    columns: "columns: their parts follow each other",
    nextpage: "a page break: an article is one page",
    block: "a synced pattern (reusable block), whose text is elsewhere in the file",
  }),
);

/**
 * The HTML of a text of the block editor, without the comments in which it notes its blocks. What stands between blocks is
 * from before it, and gets paragraphs. Unknown blocks are counted in `losses`; the HTML in them stays.
 */
export function readBlocks(text: string, losses: Losses, readText: (text: string) => string): string {
  const find = findEnds(text);
  const out: string[] = [];
  const open: string[] = [];
  const write = (part: string) => {
    const isOld = open.length === 0 || open.at(-1) === "freeform";
    const read = readText(part);
    out.push(isOld && /<[a-z]|\S/i.test(read) ? addParagraphs(read) : read);
  };
  let at = 0;
  for (let start = text.indexOf("<!--"); start >= 0; start = text.indexOf("<!--", Math.max(at, start + 4))) {
    const end = find("-->", start);
    if (end === start) break;
    const note = /^\s+(\/?)wp:([a-z][\w-]*(?:\/[a-z][\w-]*)?)\s([^]*)$/.exec(text.slice(start + 4, end - 3));
    if (!note) continue;
    write(text.slice(at, start));
    at = end;
    const [, isEnd, given = "", rest = ""] = note;
    const name = given.replace(/^core\//, "");
    if (isEnd) {
      // An end without a start, in a damaged text, ends nothing.
      if (open.includes(name)) while (open.pop() !== name);
      continue;
    }
    const isEmpty = rest.trimEnd().endsWith("/");
    lose(name, isEmpty, losses);
    if (!isEmpty) open.push(name);
  }
  write(text.slice(at));
  return out.join("");
}

function lose(name: string, isEmpty: boolean, losses: Losses): void {
  const loss = partly.get(name);
  if (loss !== undefined) losses.add("other", loss);
  else if (name === "footnotes" || name.startsWith("core-embed/")) return;
  else if (!plain.has(name))
    losses.add(
      "other",
      `the block “${shorten(name)}”${isEmpty ? ", which has no text in the file" : ": its text is kept"}`,
    );
}
