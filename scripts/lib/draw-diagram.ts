import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Theme } from "../../app/shared/theme.ts";
import { root } from "./command.ts";
import { openTypeface, type Typeface } from "./set-type.ts";

/** At least 13 px where a phone shows the drawing, of 600 px width, on 350. */
const textSize = 23;

const faces: Record<string, Typeface> = {
  "500": openTypeface("@fontsource/hanken-grotesk/files/hanken-grotesk-latin-500-normal.woff2"),
  "600": openTypeface("@fontsource/hanken-grotesk/files/hanken-grotesk-latin-600-normal.woff2"),
};

/**
 * A diagram as one theme shows it: colours written as `var(--ink)` come from tokens.css, and each `<text>` is set in the
 * site's type as outlines, for a drawing inside an `<img>` knows neither. Throws for an unknown colour.
 */
export async function drawDiagram(source: string, theme: Theme): Promise<string> {
  const colours = await readColours(theme);
  const glyphs = new Map<string, string>();
  const drawn = source
    .replaceAll(/<text ([^>]*)>([^<]*)<\/text>/g, (_, attributes: string, text: string) =>
      setText(attributes, text, glyphs),
    )
    .replaceAll(/var\(--([a-z0-9-]+)\)/g, (_, name: string) => {
      const colour = colours.get(name);
      if (!colour) throw new Error(`tokens.css knows no colour --${name}.`);
      return colour;
    });
  return drawn.replace(/(?<=<svg [^>]*>)/, `<defs>${[...glyphs.values()].join("")}</defs>`);
}

/** Adds the letters that are new to `glyphs`: each is drawn once and used wherever it stands. */
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
    // To where the text ends with it, so that kerning counts.
    const x = left + face.measure(text.slice(0, index + 1), textSize) - face.measure(letter, textSize);
    return `<use href="#${id}" x="${Math.round(x * 10) / 10}"/>`;
  });
  return `<g fill="${read("fill")}" transform="translate(0 ${read("y")})">${letters.join("")}</g>`;
}

/** The hexadecimal colours of a theme by name; the dark theme overrides some of the light one. */
async function readColours(theme: Theme): Promise<Map<string, string>> {
  const sheet = await readFile(join(root, "app/styles/tokens.css"), "utf8");
  const blocks = [/^:root \{(.*?)^\}/ms, ...(theme === "dark" ? [/^:root\[data-theme="dark"\] \{(.*?)^\}/ms] : [])];
  return new Map(
    blocks.flatMap((block) =>
      Array.from(
        (block.exec(sheet)?.[1] ?? "").matchAll(/--([a-z0-9-]+): (#[0-9a-f]{3,6});/g),
        ([, name = "", colour = ""]) => [name, colour] as const,
      ),
    ),
  );
}
