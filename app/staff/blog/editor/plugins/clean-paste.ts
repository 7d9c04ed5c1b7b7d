import { replaceBetween } from "../../replace-between.ts";

/**
 * Takes from pasted HTML what an article can hold, as plain elements: Word's paragraphs that look like lists become
 * lists, Google's spans with styles become emphasis. Styles, classes, comments, scripts and so on are dropped. The
 * schema of the editor decides in the end what stays; nothing of the text is markup before that.
 */
export function cleanPastedHtml(html: string): string {
  const { body } = parseQuietly(html);
  for (const element of body.querySelectorAll(dropped)) element.remove();
  // Our own copies know what each part is.
  if (body.querySelector("[data-pm-slice]")) return body.innerHTML;
  for (const element of body.querySelectorAll<HTMLElement>("[data-look]")) markEmphasis(element);
  makeWordLists(body);
  for (const heading of body.querySelectorAll("h1")) rename(heading, "h2");
  for (const cell of body.querySelectorAll("td, th")) flattenCell(cell);
  for (const table of body.querySelectorAll("table")) makeHeadRow(table);
  for (const link of body.querySelectorAll("a[href]")) followRedirect(link);
  return body.innerHTML;
}

const dropped =
  "script, style, meta, link, title, template, noscript, iframe, object, embed, svg, math, form, input, button, select, " +
  "textarea, video, audio, canvas, o\\:p, x-style, [hidden], [aria-hidden=true]:not(img)";

/**
 * Reads HTML so that the page's policy has nothing to refuse, and nothing is fetched: a document that nobody sees is
 * under it, too. Before the reading, what styles, moves addresses or loads gets another name, wherever the word stands;
 * after it, what was text or a value gets its words back. Styles stay as `data-look`: Word names its lists there
 * (`mso-list:l0 level2 lfo1`), Google Docs its emphasis.
 */
export function parseQuietly(html: string): Document {
  const mark = `data-${crypto.randomUUID()}-`;
  const withoutSheets = replaceBetween(html, /<style\b/gi, /<\/style\s*>/gi, () => "");
  const quiet = replaceBetween(withoutSheets, /<!--\[if /g, /<!\[endif\]-->/g, () => "")
    .replaceAll(/<!\[(?:if[^<\]]*|endif)\]>/g, "")
    .replaceAll(/<(\/?)(style|base|track)(?=[\s/>])/gi, "<$1x-$2")
    .replaceAll(/([\s"'/])style(?=[\s=/>])/gi, `$1${mark}style`);
  const page = new DOMParser().parseFromString(quiet, "text/html");
  const nodes = page.createTreeWalker(page, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
  for (let node = nodes.nextNode(); node; node = nodes.nextNode())
    if (node instanceof Text) node.data = node.data.replaceAll(mark, "");
    else if (node instanceof Element) restoreAttributes(node, mark);
  return page;
}

function restoreAttributes(element: Element, mark: string): void {
  for (const name of element.getAttributeNames()) {
    const attribute = element.getAttributeNode(name);
    if (!attribute) continue;
    attribute.value = attribute.value.replaceAll(mark, "");
    if (name === `${mark}style`) element.setAttribute("data-look", attribute.value);
    if (name.includes(mark)) element.removeAttributeNode(attribute);
  }
}

export function markEmphasis(element: HTMLElement): void {
  const look = element.dataset.look?.toLowerCase() ?? "";
  const isBlock = !element.matches("span, b, strong, i, em, font, a");
  const wrap = (name: string) => {
    const inner = element.ownerDocument.createElement(name);
    moveChildren(element, inner);
    element.appendChild(inner);
  };
  if (/font-weight\s*:\s*(?:normal|400)/.test(look) && element.matches("b, strong")) rename(element, "span");
  else if (isBlock) return;
  else {
    if (/font-weight\s*:\s*(?:bold|[6-9]00)/.test(look)) wrap("strong");
    if (/font-style\s*:\s*italic/.test(look)) wrap("em");
    if (/text-decoration[^;]*line-through/.test(look)) wrap("s");
    if (/font-family\s*:[^;]*(?:mono|courier|consolas)/.test(look)) wrap("code");
  }
}

/** Word writes an item of a list as a paragraph with a mark of its own in front. */
function makeWordLists(body: HTMLElement): void {
  for (const first of [...body.querySelectorAll("p")].filter(
    (p) => isWordItem(p) && !isWordItem(p.previousElementSibling),
  )) {
    const items: Element[] = [];
    for (let item: Element | null = first; item && isWordItem(item); item = item.nextElementSibling) items.push(item);
    const open: { level: number; list: Element }[] = [];
    for (const item of items) {
      const level = Number(/level(\d+)/.exec(item.getAttribute("data-look") ?? "")?.[1] ?? 1);
      const mark = [...item.querySelectorAll("[data-look]")].find((part) =>
        /mso-list\s*:\s*ignore/i.test(part.getAttribute("data-look") ?? ""),
      );
      const name = /^\s*(?:\d+|[a-z]{1,4})[.)]/i.test(mark?.textContent ?? "") ? "ol" : "ul";
      mark?.remove();
      while ((open.at(-1)?.level ?? 0) > level) open.pop();
      if ((open.at(-1)?.level ?? 0) < level) {
        const list = body.ownerDocument.createElement(name);
        const parent = open.at(-1)?.list.lastElementChild;
        if (parent) parent.appendChild(list);
        else item.parentNode?.insertBefore(list, item);
        open.push({ level, list });
      }
      const line = body.ownerDocument.createElement("li");
      moveChildren(item, line);
      open.at(-1)?.list.appendChild(line);
      item.remove();
    }
  }
}

function isWordItem(element: Element | null): boolean {
  return /mso-list\s*:/.test(element?.getAttribute("data-look") ?? "");
}

/** A cell is one line: its paragraphs follow each other with a space. */
function flattenCell(cell: Element): void {
  const align = cell.querySelector("p[align]")?.getAttribute("align");
  if (align && !cell.hasAttribute("align")) cell.setAttribute("align", align);
  for (const part of cell.querySelectorAll("p, div, li, h1, h2, h3, h4, h5, h6, br"))
    part.replaceWith(...part.childNodes, " ");
  for (const list of cell.querySelectorAll("ul, ol")) list.replaceWith(...list.childNodes);
  cell.removeAttribute("colspan");
  cell.removeAttribute("rowspan");
}

/** Markdown needs a row of heads: without one, the first row is it. All rows have as many cells as the longest. */
export function makeHeadRow(table: HTMLTableElement): void {
  const rows = [...table.rows];
  const width = Math.max(0, ...rows.map(({ cells }) => cells.length));
  for (const [at, row] of rows.entries()) {
    while (row.cells.length < width) row.appendChild(table.ownerDocument.createElement("td"));
    for (const cell of row.cells) rename(cell, at === 0 ? "th" : "td");
  }
  for (const part of table.querySelectorAll("caption, colgroup")) part.remove();
}

/** Google Docs sends readers over its own server. */
export function followRedirect(link: Element): void {
  const found = /^https:\/\/www\.google\.com\/url\?(.*)$/.exec(link.getAttribute("href") ?? "")?.[1];
  const target = found === undefined ? null : new URLSearchParams(found).get("q");
  if (target) link.setAttribute("href", target);
}

export function rename(element: Element, name: string): void {
  if (element.localName === name) return;
  const other = element.ownerDocument.createElement(name);
  moveChildren(element, other);
  const align =
    element.getAttribute("align") ?? /text-align\s*:\s*(\w+)/.exec(element.getAttribute("data-look") ?? "")?.[1];
  if (align) other.setAttribute("align", align);
  element.replaceWith(other);
}

export function moveChildren(from: Element, to: Element): void {
  while (from.firstChild) to.appendChild(from.firstChild);
}
