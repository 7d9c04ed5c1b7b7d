import { rename } from "../../../editor/plugins/clean-paste.ts";
import type { Losses } from "../losses.ts";
import { makeElement, putBefore } from "./dom.ts";

/** Deeper than anybody writes; readers of Markdown stop at about a hundred. */
const deepest = 8;

/** Blocks as an article has them: call-outs, quotes, code, fold-out parts, lists of terms. */
export function fitBlocks(body: Element, losses: Losses): void {
  for (const heading of body.querySelectorAll("h1")) rename(heading, "h2");
  for (const code of body.querySelectorAll("pre")) fitCode(code);
  for (const term of body.querySelectorAll("dt, summary, legend")) {
    if (term.localName === "summary") losses.add("a part that folds out: it is always open");
    const strong = makeElement(term, "strong", [...term.childNodes]);
    term.replaceWith(makeElement(term, "p", [strong]));
  }
  for (const quote of body.querySelectorAll("blockquote")) fitQuote(quote);
  for (const note of body.querySelectorAll("[data-import=note]")) {
    const title = makeElement(note, "p", [note.getAttribute("data-title") ?? ""]);
    title.className = "note-title";
    const box = makeElement(note, "div", [title, ...note.childNodes]);
    box.className = "note";
    note.replaceWith(box);
  }
  for (const pull of body.querySelectorAll("[data-import=pull]")) makePullQuote(pull, pull);
  for (const note of body.querySelectorAll("aside[data-import-footnote]")) {
    const label = note.getAttribute("data-import-footnote") ?? "";
    note.removeAttribute("data-import-footnote");
    // The schema has a place for them at the end of an article alone.
    if (/^[\w-]{1,40}$/.test(label)) note.setAttribute("data-note", label);
    if (note.parentElement !== body) body.appendChild(note);
  }
  for (const list of body.querySelectorAll("ul.blocks-gallery-grid, ul.wp-block-gallery, ul.gallery")) {
    for (const item of list.children) putBefore(list, [...item.childNodes]);
    list.remove();
  }
  for (const button of body.querySelectorAll("a.wp-block-file__button")) button.remove();
  for (const list of body.querySelectorAll("ol[type], ol[reversed]")) {
    if (list.hasAttribute("reversed") || /^[aAiI]$/.test(list.getAttribute("type") ?? ""))
      losses.add("a list that counts with letters or backwards");
  }
  flattenDepth(body, losses);
}

function fitQuote(quote: Element): void {
  const isPull = quote.closest(".wp-block-pullquote, .kg-blockquote-alt, .pullquote") !== null;
  for (const cite of quote.querySelectorAll(":scope > cite, :scope > footer")) rename(cite, "p");
  if (isPull && !quote.closest("li, td, th")) makePullQuote(quote, quote.closest("figure.wp-block-pullquote") ?? quote);
}

/** What `quote` holds, in the place of `whole`. */
function makePullQuote(quote: Element, whole: Element): void {
  const box = makeElement(quote, "div", [...quote.childNodes]);
  box.className = "pull";
  whole.replaceWith(box);
}

/** Code with its language, without numbers of lines, out of the table that some highlighters put it into. */
function fitCode(code: Element): void {
  const table = code.closest("table");
  if (code.closest(".gutter, .lineno, .linenos, .rouge-gutter")) {
    (code.closest("td") ?? code).remove();
    return;
  }
  if (table && table.querySelectorAll("pre").length <= 2 && !table.querySelector("th")) {
    for (const gutter of table.querySelectorAll(".gutter, .lineno, .linenos, .rouge-gutter")) gutter.remove();
    if (table.querySelectorAll("td").length <= 1) table.replaceWith(code);
  }
  for (const line of code.querySelectorAll("br")) line.replaceWith("\n");
  if (code.classList.contains("wp-block-verse")) {
    const lines = (code.textContent ?? "").split("\n");
    const parts = lines.flatMap((line, at) => (at === 0 ? [line] : [makeElement(code, "br"), line]));
    code.replaceWith(makeElement(code, "p", parts));
    return;
  }
  const inner = makeElement(code, "code", [(code.textContent ?? "").replace(/^\n/, "").trimEnd()]);
  const language = findLanguage(code);
  if (language) inner.className = `language-${language}`;
  code.replaceWith(makeElement(code, "pre", [inner]));
}

function findLanguage(code: Element): string | null {
  const around = [code.querySelector("code"), code, code.parentElement, code.parentElement?.parentElement];
  for (const element of around) {
    const named = element?.getAttribute("data-language") ?? element?.getAttribute("data-lang") ?? "";
    const words = `${named ? `language-${named}` : ""} ${element?.className ?? ""}`;
    const found = /(?:^|\s)(?:lang(?:uage)?-|highlight-source-|brush:\s*)([\w+#.-]{1,30})/i.exec(words)?.[1];
    if (found) return found.toLowerCase();
  }
  return null;
}

function flattenDepth(body: Element, losses: Losses): void {
  const nesting = "ul, ol, blockquote, .note, .pull";
  const depths = new Map<Element, number>();
  for (const element of body.querySelectorAll(nesting)) {
    const outer = element.parentElement?.closest(nesting);
    const depth = 1 + ((outer && depths.get(outer)) ?? 0);
    depths.set(element, depth);
    if (depth === deepest + 1) losses.add(`a list or quote nested more than ${deepest} deep`);
  }
  for (const [element, depth] of [...depths].toReversed())
    if (depth > deepest) {
      for (const item of element.querySelectorAll(":scope > li")) rename(item, "p");
      element.replaceWith(...element.childNodes);
    }
}
