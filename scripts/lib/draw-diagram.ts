import type { Theme } from "../../shared/pages/theme.ts";
import { readColours } from "./tokens.ts";
import { openTypeface, type Typeface } from "./typeface.ts";

/** In pixels of a drawing that is 600 px wide. A phone shows it 350 px wide, so its text has 13 px there. */
const textSize = 23;

const faces: Record<string, Typeface> = {
  "500": openTypeface("@fontsource/hanken-grotesk/files/hanken-grotesk-latin-500-normal.woff2"),
  "600": openTypeface("@fontsource/hanken-grotesk/files/hanken-grotesk-latin-600-normal.woff2"),
};

const colour = readColours();

/**
 * Draws a diagram for one theme: colours written as `var(--ink)` come from tokens.css, and each `<text>` becomes outlines
 * in the site's typeface, because a drawing in an `<img>` can use neither. Throws for an unknown colour.
 */
export function drawDiagram(source: string, theme: Theme): string {
  const glyphs = new Map<string, string>();
  const drawn = source
    .replaceAll(/<text ([^>]*)>([^<]*)<\/text>/g, (_, attributes: string, text: string) =>
      setText(attributes, text, glyphs),
    )
    .replaceAll(/var\(--([a-z0-9-]+)\)/g, (_, name: string) => colour(name, theme));
  return drawn.replace(/(?<=<svg [^>]*>)/, `<defs>${[...glyphs.values()].join("")}</defs>`);
}

/** Adds new letters to `glyphs`: each is drawn once and used wherever it occurs. */
function setText(attributes: string, text: string, glyphs: Map<string, string>): string {
  const read = (name: string) => new RegExp(`(?:^| )${name}="([^"]*)"`).exec(attributes)?.[1];
  const weight = read("font-weight") ?? "500";
  const face = faces[weight];
  if (!face) throw new Error(`No face of this weight: <text ${attributes}>`);
  const share = { middle: 0.5, end: 1 }[read("text-anchor") ?? "start"] ?? 0;
  const left = Number(read("x")) - share * face.measure(text, textSize);
  const letters = Array.from(text, (letter, index) => {
    if (letter === " ") return "";
    const id = `g${weight}-${letter.codePointAt(0)}`;
    const path = face.outline(letter, { x: 0, y: 0, size: textSize });
    glyphs.set(id, `<path id="${id}" d="${path}"/>`);
    // Measured from the start of the text, so that kerning counts.
    const x = left + face.measure(text.slice(0, index + 1), textSize) - face.measure(letter, textSize);
    return `<use href="#${id}" x="${Math.round(x * 10) / 10}"/>`;
  });
  return `<g fill="${read("fill")}" transform="translate(0 ${read("y")})">${letters.join("")}</g>`;
}
