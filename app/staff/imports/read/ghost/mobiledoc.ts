import { escapeHtml } from "#shared/text/escape-html.ts";
import type { Losses } from "#shared/insights/losses.ts";
import { isCard, writeCard } from "./cards.ts";

interface Mobiledoc {
  atoms: readonly unknown[];
  cards: readonly unknown[];
  markups: readonly unknown[];
  sections: readonly unknown[];
}

const blocks = new Set(["p", "h1", "h2", "h3", "h4", "h5", "h6", "blockquote", "aside"]);
const marks = new Set(["strong", "b", "em", "i", "s", "u", "code", "sub", "sup", "mark"]);

/** A document of Ghost 2 to 4, as HTML. Throws SyntaxError for what is none. */
export function mobiledocToHtml(document: unknown, losses: Losses): string {
  const found = document as Partial<Mobiledoc> | null;
  if (!Array.isArray(found?.sections)) throw new SyntaxError("no sections");
  const whole: Mobiledoc = {
    atoms: asList(found.atoms),
    cards: asList(found.cards),
    markups: asList(found.markups),
    sections: found.sections,
  };
  return whole.sections.map((section) => writeSection(asList(section), whole, losses)).join("");
}

function writeSection(section: readonly unknown[], whole: Mobiledoc, losses: Losses): string {
  const [kind, first, second] = section;
  if (kind === 1) {
    const name = blocks.has(String(first)) ? String(first) : "p";
    const inner = writeMarkers(asList(second), whole, losses);
    return name === "aside" ? `<div data-import="pull"><p>${inner}</p></div>` : `<${name}>${inner}</${name}>`;
  }
  if (kind === 2) return `<figure><img src="${escapeHtml(String(first))}" alt=""></figure>`;
  if (kind === 3) {
    const name = first === "ol" ? "ol" : "ul";
    const items = asList(second).map((item) => `<li>${writeMarkers(asList(item), whole, losses)}</li>`);
    return `<${name}>${items.join("")}</${name}>`;
  }
  if (kind === 10) {
    const [name, payload] = asList(whole.cards[Number(first)]);
    if (isCard(String(name))) return writeCard(String(name), (payload ?? {}) as Record<string, unknown>, losses);
    losses.add("other", `the card “${String(name).slice(0, 40)}”`);
  } else losses.add("other", "a part of a kind that is not known");
  return "";
}

/** `[type, opened markups, number of closed ones, text or atom]`, one after the other. */
function writeMarkers(markers: readonly unknown[], whole: Mobiledoc, losses: Losses): string {
  const open: string[] = [];
  let html = "";
  for (const marker of markers) {
    const [type, opened, closed, value] = asList(marker);
    for (const at of asList(opened)) {
      const [name, attributes] = asList(whole.markups[Number(at)]);
      const tag = name === "a" || marks.has(String(name)) ? String(name) : "span";
      const href = tag === "a" ? ` href="${escapeHtml(findHref(asList(attributes)))}"` : "";
      html += `<${tag}${href}>`;
      open.push(tag);
    }
    html += type === 1 ? writeAtom(asList(whole.atoms[Number(value)]), losses) : escapeHtml(String(value ?? ""));
    for (let left = Math.min(Number(closed) || 0, open.length); left > 0; left -= 1) html += `</${open.pop()}>`;
  }
  return (
    html +
    open
      .toReversed()
      .map((tag) => `</${tag}>`)
      .join("")
  );
}

function writeAtom([name, text]: readonly unknown[], losses: Losses): string {
  if (name === "soft-return") return "<br>";
  losses.add("other", `the sign “${String(name).slice(0, 40)}” in a line`);
  return escapeHtml(String(text ?? ""));
}

/** Attributes are names and values in turn. */
function findHref(attributes: readonly unknown[]): string {
  const at = attributes.indexOf("href");
  return at === -1 ? "" : String(attributes[at + 1] ?? "");
}

function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
