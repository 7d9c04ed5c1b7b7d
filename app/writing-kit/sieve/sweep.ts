import { nameEmbed } from "./name-embed.ts";
import type { Sieving } from "./sieving.ts";
import { isHidden } from "./styles.ts";
import {
  closest,
  contains,
  findPart,
  isIn,
  lineOf,
  listNamed,
  listParts,
  make,
  nodesOf,
  type Part,
  previousElement,
  remove,
  replace,
  textOf,
  unwrap,
} from "./tree.ts";
import type { LossKind } from "#shared/insights/losses.ts";

/** What an article never holds. Outer ones first: a form's fields go with it. */
const removed: readonly (readonly [string, LossKind])[] = [
  ["script", "scripts"],
  ["svg canvas", "drawings"],
  ["object embed applet frameset frame portal noframes noembed", "embeds"],
  ["input select textarea datalist progress meter", "forms"],
  ["template slot dialog", "scripts"],
  ["map", "links"],
];
const silent = new Set("meta link title base head source track param wbr o:p style xml area bgsound".split(" "));
/** Takes out all that runs, loads or asks for something, and what no reader saw. Videos and frames become links. */
export function sweep({ body, losses, sheet }: Sieving): void {
  for (const part of listParts(body)) {
    const handlers = [...part.attributes.keys()].filter((name) => name.startsWith("on"));
    if (handlers.length > 0) losses.add("scripts", "", handlers.length);
  }
  for (const part of listNamed(body, "noscript")) keepNoscript(part);
  for (const part of listNamed(body, "math")) writeFormula(part, losses);
  for (const part of listNamed(body, "video audio")) replaceMedia(part, losses);
  for (const part of listNamed(body, "iframe")) replaceFrame(part, losses);
  for (const part of listNamed(body, "button")) dropButton(part, losses);
  for (const [names, kind] of removed)
    for (const part of listNamed(body, names)) {
      if (!contains(body, part) || isTick(part)) continue;
      losses.add(kind, kind === "drawings" ? lineOf(part) : "");
      remove(part);
    }
  for (const part of listNamed(body, "form")) {
    losses.add("forms");
    unwrap(part);
  }
  for (const part of listParts(body, (part) => isUnseen(part) || isHidden(sheet.lookOf(part)))) {
    if (!contains(body, part) || isIn(part, "head")) continue;
    if (part.name === "img" || findPart(part, ({ name }) => name === "img" || name === "figure")) continue;
    if (/[\p{L}\p{N}]/u.test(textOf(part))) losses.add("hidden", lineOf(part).slice(0, 60));
    remove(part);
  }
  // From inside out, so that nothing is lost with what is around it.
  for (const part of listParts(body, ({ name }) => silent.has(name)))
    if (part.name === "style" || part.name === "title" || part.name === "xml") remove(part);
    else unwrap(part);
}

function isUnseen(part: Part): boolean {
  return (
    part.attributes.has("hidden") ||
    part.get("aria-hidden") === "true" ||
    part.hasClass(/(?:^|\s)(?:sr-only|screen-reader-text|visually-hidden|katex-html)(?:\s|$)/)
  );
}

/** A box to tick in front of an item of a list says something. */
export function isTick(part: Part): boolean {
  return part.name === "input" && part.get("type").toLowerCase() === "checkbox";
}

/** The picture itself, for readers whose browser would not run the script that loads it later. */
function keepNoscript(part: Part): void {
  // Looked for only where there is one: blanks before others pile up.
  const before = findPart(part, ({ name }) => name === "img") && previousElement(part);
  if (before?.name === "img") remove(before);
  unwrap(part);
}

/** Formulas bring their source in TeX; without it, their signs stay, those of powers as powers. */
function writeFormula(part: Part, losses: Sieving["losses"]): void {
  const source = findPart(part, (one) => one.name === "annotation" && /tex/i.test(one.get("encoding")));
  losses.add("formulas", lineOf(source ?? part).slice(0, 60));
  if (source) return replace(part, lineOf(source));
  for (const power of listNamed(part, "msup msub")) {
    const [, raised] = power.children();
    if (raised) replace(raised, make(power.name === "msup" ? "sup" : "sub", nodesOf(raised)));
  }
  for (const inner of listParts(part, ({ name }) => name !== "sup" && name !== "sub")) {
    if (inner.name.startsWith("annotation")) remove(inner);
    else unwrap(inner);
  }
  unwrap(part);
}

function replaceMedia(media: Part, losses: Sieving["losses"]): void {
  const source = findPart(media, (part) => part.name === "source" && part.get("src") !== "");
  const address = (media.get("src") || (source?.get("src") ?? "")).trim();
  const isVideo = media.name === "video";
  const canLead = /^(?:https?:)?\/|^[\w./-]+$/i.test(address);
  losses.add(canLead ? (isVideo ? "videoLinks" : "audioLinks") : isVideo ? "videos" : "audio", address);
  replaceByLink(media, canLead ? address : "", media.get("title"));
}

/** A frame is a video that an article shows, a page that a link leads to, or nothing. */
function replaceFrame(frame: Part, losses: Sieving["losses"]): void {
  const sources = [frame.get("src"), frame.get("data-src"), frame.get("data-lazy-src")];
  const address = sources.find((one) => one !== "" && !one.startsWith("about:")) ?? "";
  const embed = nameEmbed(address);
  const url = URL.canParse(address, "https://site.invalid") ? new URL(address, "https://site.invalid") : null;
  const host = url && /^https?:$/.test(url.protocol) && url.host !== "site.invalid" ? url.host : "";
  if (!embed) losses.add("embeds", host);
  else if (!embed.isPlayer) losses.add("embedLinks", embed.address);
  if (embed?.isPlayer && !isIn(frame, "p li td th h1 h2 h3 h4 h5 h6 dt dd a")) {
    replace(
      frame,
      make("x-embed", [frame.get("title").trim() || embed.address], {
        href: embed.address,
        title: frame.get("title").trim(),
      }),
    );
    return;
  }
  replaceByLink(frame, embed?.address ?? "", frame.get("title"));
}

function replaceByLink(part: Part, address: string, title: string): void {
  if (address === "") return remove(part);
  const words = title.trim() || address;
  const link = make("a", [words], { href: address });
  if (isIn(part, "a")) replace(part, words);
  else replace(part, isIn(part, "p li td th h1 h2 h3 h4 h5 h6 dt dd") ? link : make("p", [link]));
}

/** Buttons of pages and of code to copy are no text; what has a heading or a sentence in it folds out. */
function dropButton(button: Part, losses: Sieving["losses"]): void {
  const words = lineOf(button);
  if (closest(button, ({ name }) => /^h[1-6]$/.test(name)) || words.length > 60) return unwrap(button);
  losses.add("forms", words);
  remove(button);
}
