import { readFileSync } from "node:fs";
import { join } from "node:path";
import { create, type Font } from "fontkit";
import { root } from "./command.ts";

/** Turns text into outlines, so that a picture needs no installed font. */
export interface Typeface {
  /** Width of `text` in pixels at `size` pixels, with `tracking` in em. */
  measure(text: string, size: number, tracking?: number): number;
  /** SVG path data of `text` with its baseline's left end at x, y. */
  outline(text: string, place: { x: number; y: number; size: number; tracking?: number }): string;
}

/** Opens a font of node_modules that has one weight. Throws when the file holds a collection. */
export function openTypeface(file: string): Typeface {
  const font = readFont(file);
  const em = font.unitsPerEm;

  function place(text: string, tracking: number) {
    const { glyphs, positions } = font.layout(text);
    let at = 0;
    return glyphs.map((glyph, index) => {
      const start = at;
      at += (positions[index]?.xAdvance ?? 0) + tracking * em;
      return { glyph, start, end: at };
    });
  }

  return {
    measure(text, size, tracking = 0) {
      return ((place(text, tracking).at(-1)?.end ?? 0) * size) / em;
    },
    outline(text, { x, y, size, tracking = 0 }) {
      const scale = size / em;
      return place(text, tracking)
        .map(({ glyph, start }) =>
          glyph.path
            .scale(scale, -scale)
            .translate(x + start * scale, y)
            .toSVG(),
        )
        .join("");
    },
  };
}

function readFont(file: string): Font {
  const font = create(readFileSync(join(root, "node_modules", file)));
  if ("fonts" in font) throw new Error(`${file} is not a single font.`);
  return font;
}
