import { makeHeadRow } from "../../../editor/plugins/clean-paste.ts";
import type { Losses } from "../losses.ts";
import { makeElement, putBefore } from "./dom.ts";

/** What a cell may hold: one line. */
const inline =
  "a, b, strong, i, em, s, del, strike, code, span, img, sub, sup, u, ins, mark, small, big, abbr, cite, font, time, var, bdi, bdo, label";

/** Tables as Markdown has them: rows of one line each, under a row of heads. */
export function fitTables(body: Element, losses: Losses): void {
  // Inner ones first.
  for (const table of [...body.querySelectorAll("table")].toReversed()) {
    if (table.parentElement?.closest("td, th")) {
      losses.add("a table inside a table");
      flatten(table);
      table.replaceWith(...table.childNodes, " ");
    } else fitTable(table, losses);
  }
  for (const part of body.querySelectorAll("tr, td, th, tbody, thead, tfoot, caption"))
    if (!part.closest("table")) part.replaceWith(...part.childNodes);
}

function fitTable(table: HTMLTableElement, losses: Losses): void {
  const cells = [...table.querySelectorAll("td, th")];
  const only = cells.length === 1 ? cells[0] : null;
  const isLayout = table.getAttribute("role") === "presentation" || only;
  const caption = table.querySelector("caption");
  if (caption?.textContent?.trim()) putBefore(table, [makeElement(caption, "p", [...caption.childNodes])]);
  caption?.remove();
  if (cells.length === 0 || isLayout) {
    for (const cell of cells) putBefore(table, [makeElement(cell, "div", [...cell.childNodes])]);
    table.remove();
    return;
  }
  for (const cell of cells) {
    if (Number(cell.getAttribute("colspan") ?? 1) > 1 || Number(cell.getAttribute("rowspan") ?? 1) > 1)
      losses.add("joined cells of a table");
    if (cell.querySelectorAll("p, li, pre, blockquote, hr, h1, h2, h3, h4, h5, h6").length > 1)
      losses.add("several paragraphs or a list in a cell of a table");
    const align = cell.querySelector("[align]")?.getAttribute("align");
    const look = /text-align\s*:\s*(left|center|right)/.exec(cell.getAttribute("data-look") ?? "")?.[1];
    const side = look ?? /has-text-align-(left|center|right)/.exec(cell.className)?.[1] ?? align;
    if (side && !cell.hasAttribute("align")) cell.setAttribute("align", side);
    flatten(cell);
    cell.removeAttribute("colspan");
    cell.removeAttribute("rowspan");
  }
  makeHeadRow(table);
}

/** One line of what `element` holds. */
function flatten(element: Element): void {
  for (const part of [...element.querySelectorAll("*")].toReversed()) {
    if (part.matches("figure[data-picture]")) part.replaceWith(makePicture(part), " ");
    else if (part.localName === "pre") part.replaceWith(part.textContent ?? "", " ");
    else if (!part.matches(inline)) part.replaceWith(" ", ...part.childNodes, " ");
  }
}

function makePicture(figure: Element): Element {
  const picture = makeElement(figure, "img");
  picture.setAttribute("src", figure.getAttribute("data-picture") ?? "");
  picture.setAttribute("alt", figure.getAttribute("data-alt") ?? "");
  picture.setAttribute("title", figure.getAttribute("data-caption") ?? "");
  return picture;
}
