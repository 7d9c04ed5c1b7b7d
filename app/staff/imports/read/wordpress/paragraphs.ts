/**
 * Texts of WordPress from before its block editor have no paragraphs: a blank line is one, and a line end a break. Their
 * own package for this is under the GPL, which would bind this product.
 */
const containers = new Set(
  "address article aside blockquote center details div dl fieldset figure footer form header hr main nav ol section table tbody tfoot thead tr ul".split(
    " ",
  ),
);
/** Their text is a paragraph already, or needs none. */
const texts = new Set("p h1 h2 h3 h4 h5 h6 li td th dt dd figcaption caption summary legend".split(" "));
/** What is in them stays as it is. */
const asIs = new Set(["pre", "script", "style", "textarea", "svg"]);

/** `text`, which may hold HTML, with `<p>` and `<br>`. */
export function addParagraphs(text: string): string {
  const out: string[] = [];
  let isInText = false;
  let pending = "";
  const flush = () => {
    if (isInText) out.push(pending);
    else
      for (const part of pending.split(/\n[ \t]*\n\s*/))
        if (part.trim() !== "") out.push(`<p>${breakLines(part.trim())}</p>\n`);
    pending = "";
  };
  for (const { tag, name, isClosing, before } of cutAtTags(text.replaceAll(/\r\n?/g, "\n"))) {
    pending += before;
    if (tag === "") continue;
    const isContainer = containers.has(name) || asIs.has(name);
    if (!isContainer && !texts.has(name)) {
      pending += tag;
      continue;
    }
    flush();
    out.push(tag, "\n");
    isInText = !isContainer && !isClosing;
  }
  flush();
  return out.join("");
}

interface Cut {
  before: string;
  tag: string;
  name: string;
  isClosing: boolean;
}

/** The tags of a text; what stays as it is comes as one tag. The last cut has none. */
function* cutAtTags(text: string): Generator<Cut> {
  const find = findEnds(text);
  const tags = /<(\/?)([a-z][a-z0-9]*)(?=[\s/>])[^<>]*>|<!--/gi;
  let at = 0;
  for (let found = tags.exec(text); found; found = tags.exec(text)) {
    const name = found[2]?.toLowerCase() ?? "";
    let end = tags.lastIndex;
    if (name === "") end = find("-->", end);
    else if (asIs.has(name) && found[1] === "") end = find(`</${name}`, end);
    const close = name !== "" && end > tags.lastIndex ? text.indexOf(">", end) + 1 || text.length : end;
    yield {
      before: text.slice(at, found.index),
      tag: text.slice(found.index, close),
      name,
      isClosing: found[1] === "/",
    };
    at = close;
    tags.lastIndex = close;
  }
  yield { before: text.slice(at), tag: "", name: "", isClosing: false };
}

/**
 * Where the next `sign` ends, or `from` where there is none: "-->", "</name" or "[/name]", in small letters. All of them are
 * found at once, so that a text with thousands of names is read once.
 */
export function findEnds(text: string): (sign: string, from: number) => number {
  const places = new Map<string, number[]>();
  for (const { 0: sign, index } of text.matchAll(/-->|<\/[a-z][a-z0-9]*|\[\/[a-z][\w-]*\]/gi)) {
    const known = places.get(sign.toLowerCase());
    if (known) known.push(index);
    else places.set(sign.toLowerCase(), [index]);
  }
  return (sign, from) => {
    const at = findFirst(places.get(sign) ?? [], from);
    return at === undefined ? from : at + sign.length;
  };
}

/** The first of sorted numbers that is `from` or more. */
function findFirst(sorted: readonly number[], from: number): number | undefined {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) < from) low = middle + 1;
    else high = middle;
  }
  return sorted[low];
}

function breakLines(part: string): string {
  return part.replaceAll(/<[^<>]*>|\n/g, (found) => (found.startsWith("<") ? found : "<br>\n"));
}
