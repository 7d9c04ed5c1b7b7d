import { markEmphasis, moveChildren, rename } from "../../../editor/plugins/clean-paste.ts";
import type { Losses } from "../losses.ts";

/** Looks of text that an article does not have. */
const unknownLooks: readonly (readonly [string, string])[] = [
  ["sub, sup:not([data-import-note]):not([data-note])", "text that stands lower or higher (sub, sup)"],
  ["u, ins", "underlined text"],
  ["mark", "marked text"],
  ["abbr[title], acronym[title]", "the explanation of an abbreviation"],
  ["ruby rt", "how a word is pronounced (ruby)"],
  ["bdo, [dir=rtl]", "the direction of a text"],
];

/** Text with its emphasis as an article knows it. */
export function fitMarks(body: Element, losses: Losses): void {
  for (const element of body.querySelectorAll<HTMLElement>("[data-look]")) {
    const look = element.dataset.look?.toLowerCase() ?? "";
    if (/(?:^|[;\s])(?:color|background(?:-color)?|font-size|text-align)\s*:/.test(look) && !isTablePart(element))
      losses.add("text with a look of its own (colour, size, alignment)");
    markEmphasis(element);
  }
  for (const element of body.querySelectorAll("font[color], font[size]")) {
    losses.add("text with a look of its own (colour, size, alignment)");
    element.replaceWith(...element.childNodes);
  }
  for (const [selector, words] of unknownLooks)
    for (const element of body.querySelectorAll(selector)) if (element.textContent?.trim()) losses.add(words);
  for (const element of body.querySelectorAll("kbd, samp, tt")) rename(element, "code");
  for (const element of body.querySelectorAll("q")) element.replaceWith("“", ...element.childNodes, "”");
  for (const note of body.querySelectorAll("sup[data-import-note]")) {
    const label = note.getAttribute("data-import-note") ?? "";
    note.textContent = "";
    if (/^[\w-]{1,40}$/.test(label)) note.setAttribute("data-note", label);
    note.removeAttribute("data-import-note");
  }
  // Code is text alone; what was emphasised in it is not.
  for (const code of body.querySelectorAll("code code")) moveChildren(code, code.parentElement ?? code);
}

function isTablePart(element: Element): boolean {
  return element.closest("table") !== null;
}
