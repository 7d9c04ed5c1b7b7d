import type { Sieving } from "./sieving.ts";
import {
  closest,
  findPart,
  isIn,
  lineOf,
  listNamed,
  listParts,
  make,
  nodesOf,
  Part,
  remove,
  rename,
  replace,
  textOf,
  unwrap,
} from "./tree.ts";

/** Boxes that other systems set apart: GitHub, Confluence, Notion, Sphinx, Docusaurus. */
const noteClass =
  /(?:^|\s)(?:markdown-alert|confluence-information-macro|callout|admonition|panel-message|theme-admonition)(?:\s|$)/;
const titleClass = /(?:^|[\s_-])(?:title|admonition-title|markdown-alert-title|admonitionHeading)/i;

/** Blocks as an article has them: call-outs, quotes, parts that fold out, lists of terms. */
export function fitBlocks(sieving: Sieving): void {
  const { body, losses } = sieving;
  for (const list of listNamed(body, "dl"))
    losses.add("definitionLists", lineOf(findPart(list, ({ name }) => name === "dt")));
  for (const term of listNamed(body, "dt summary legend")) {
    if (term.name === "summary") losses.add("foldOuts", lineOf(term).slice(0, 60));
    replace(term, make("p", [make("strong", nodesOf(term))]));
  }
  for (const box of listParts(
    body,
    (part) => /^(?:div|aside|section|figure|blockquote)$/.test(part.name) && part.hasClass(noteClass),
  ))
    fitNote(box);
  for (const note of listParts(body, (part) => part.get("data-import") === "note"))
    replace(note, make("x-callout", [make("x-title", [note.get("data-title")]), ...nodesOf(note)]));
  for (const pull of listParts(body, (part) => part.get("data-import") === "pull"))
    replace(pull, make("x-pull", nodesOf(pull)));
  for (const quote of listNamed(body, "blockquote")) fitQuote(quote);
  for (const button of listParts(body, (part) => part.name === "a" && part.hasClass(/wp-block-file__button/)))
    remove(button);
  for (const quote of listNamed(body, "q")) replace(quote, "“", nodesOf(quote), "”");
  for (const ruby of listNamed(body, "rt")) {
    losses.add("readings", lineOf(ruby));
    const hasBrackets = ruby.before instanceof Part && ruby.before.name === "rp";
    replace(ruby, hasBrackets ? nodesOf(ruby) : ["(", ...nodesOf(ruby), ")"]);
  }
  tellLooks(sieving);
}

function fitNote(box: Part): void {
  const title = findPart(box, (part) => part.hasClass(titleClass) && part !== box);
  const words = title ? lineOf(title) : "";
  if (title && !closest(title.parent, ({ name }) => name === "li" || name === "td")) remove(title);
  for (const icon of listNamed(box, "svg")) remove(icon);
  replace(box, make("x-callout", [make("x-title", [words]), ...nodesOf(box)]));
}

function fitQuote(quote: Part): void {
  const isPull =
    closest(quote, (part) => part.hasClass(/(?:^|\s)(?:wp-block-pullquote|kg-blockquote-alt|pullquote)(?:\s|$)/)) !==
    null;
  for (const cite of quote.children()) if (cite.name === "cite" || cite.name === "footer") rename(cite, "p");
  if (!isPull || isIn(quote, "li td th")) return;
  const figure = closest(quote, (part) => part.name === "figure" && part.hasClass(/wp-block-pullquote/));
  const box = make("x-pull", nodesOf(quote));
  replace(quote, box);
  if (figure && listNamed(figure, "x-pull").length === 1) unwrap(figure);
}

/** Colours that say nothing. */
const plainColours =
  /^(?:inherit|initial|unset|auto|windowtext|black|#000|#000000|rgba?\(0, ?0, ?0(?:, ?1)?\)|currentcolor|transparent|none|white|#fff|#ffffff|rgb\(255, ?255, ?255\)|rgba\(0, ?0, ?0, ?0\))$/;

/** Looks of text that an article does not have. */
function tellLooks({ body, losses, sheet }: Sieving): void {
  const say = (part: Part, kind: Parameters<typeof losses.add>[0]) => {
    const words = textOf(part).trim();
    if (words !== "") losses.add(kind);
  };
  for (const part of listParts(body)) {
    const { name } = part;
    if (name === "u" || name === "ins") say(part, "underlines");
    else if (name === "mark") say(part, "highlights");
    else if ((name === "abbr" || name === "acronym") && part.get("title") !== "")
      losses.add("abbreviations", `${lineOf(part)}: ${part.get("title")}`);
    else if (name === "bdo" || part.get("dir").toLowerCase() === "rtl") say(part, "directions");
    if (name === "font" && (part.attributes.has("color") || part.attributes.has("size"))) say(part, "styles");
    if (!part.attributes.has("style") || /^(?:t[dhr]|table|col|a|body)$/.test(name) || isIn(part, "a")) continue;
    const look = sheet.lookOf(part);
    const colours = [look.get("color"), look.get("background-color"), look.get("background")];
    const isCentred = /^(?:p|div|h[1-6])$/.test(name) && /^(?:center|right)$/.test(look.get("text-align") ?? "");
    if (isCentred || colours.some((colour) => colour !== undefined && !plainColours.test(colour))) say(part, "styles");
    if (/underline/.test(look.get("text-decoration") ?? "")) say(part, "underlines");
  }
}
