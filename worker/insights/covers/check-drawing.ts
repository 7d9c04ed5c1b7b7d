/** What a drawing of app/art is made of; each attribute with the values it may have. */
const number = String.raw`-?\d{1,5}(?:\.\d{1,4})?`;
const colour = "(?:#[0-9a-f]{3,8}|none)";
const attributes: Record<string, RegExp> = {
  fill: new RegExp(`^${colour}$`),
  stroke: new RegExp(`^${colour}$`),
  d: /^[MmLlHhVvCcAaZz\d .-]+$/,
  "stroke-linecap": /^round$/,
  "stroke-linejoin": /^round$/,
  ...Object.fromEntries(
    ["cx", "cy", "r", "x", "y", "rx", "width", "height", "stroke-width"].map((name) => [
      name,
      new RegExp(`^${number}$`),
    ]),
  ),
};

const start = new RegExp(
  `<svg xmlns="http://www\\.w3\\.org/2000/svg" width="(\\d{1,4})" height="(\\d{1,4})" viewBox="${number} ${number} ${number} ${number}">`,
  "y",
);
const shape = /<(path|circle|rect)((?: [a-z-]+="[^"<>&]*")+)\/>/y;
const end = "</svg>";

/**
 * The size in CSS pixels of a drawing as app/art writes it: plain shapes in plain colours, nothing that could run, link or
 * load. Null for anything else, so that no other SVG can be stored in a drawing's place.
 */
export function checkDrawing(text: string): { width: number; height: number } | null {
  start.lastIndex = 0;
  const [head = "", width, height] = start.exec(text) ?? [];
  if (head === "") return null;
  let at = head.length;
  while (at < text.length - end.length) {
    shape.lastIndex = at;
    const found = shape.exec(text);
    if (!found || !hasPlainAttributes(found[2] ?? "")) return null;
    at += found[0].length;
  }
  return text.slice(at) === end ? { width: Number(width), height: Number(height) } : null;
}

function hasPlainAttributes(written: string): boolean {
  return Array.from(written.matchAll(/ ([a-z-]+)="([^"]*)"/g)).every(
    ([, name = "", value = ""]) => attributes[name]?.test(value) === true,
  );
}
