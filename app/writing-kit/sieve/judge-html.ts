/** Judges HTML before a browser parses it: what is nested without end would keep the page busy for minutes. */

/** Most letters, without pictures that stand in the text; more than an article holds ten times over. */
const longest = 3_000_000;
const deepest = 400;
const mostTags = 200_000;

/** They have no end, or end by themselves where the next one begins. */
const flat = new Set(
  "area base br col embed hr img input link meta param source track wbr p li dt dd tr td th thead tbody tfoot option optgroup rt rp colgroup".split(
    " ",
  ),
);

/**
 * Throws RangeError for HTML that is too long, too deep, or made of too many parts. Returns the tags that it looked at: it
 * reads the text once.
 */
export function judgeHtml(html: string): number {
  if (html.length > longest && html.replaceAll(/\bdata:[a-z]+\/[\w.+-]+;base64,[\w+/=]*/gi, "").length > longest)
    throw new RangeError("Too long");
  let depth = 0;
  let tags = 0;
  const starts = /<(\/?)([a-z][a-z0-9-]*)/gi;
  for (let found = starts.exec(html); found; found = starts.exec(html)) {
    const [, isEnd, name = ""] = found;
    const end = html.indexOf(">", starts.lastIndex);
    // What never ends is no element.
    if (end === -1) break;
    starts.lastIndex = end;
    tags += 1;
    if (tags > mostTags) throw new RangeError("Too many elements");
    if (flat.has(name.toLowerCase())) continue;
    depth = isEnd ? Math.max(0, depth - 1) : depth + 1;
    if (depth > deepest) throw new RangeError("Nested too deep");
  }
  return tags;
}
