const elements = new Set([
  "svg",
  "g",
  "defs",
  "path",
  "rect",
  "circle",
  "ellipse",
  "line",
  "polyline",
  "polygon",
  "use",
]);

/** Of one attribute. A use may show what stands in the same drawing. */
const attribute =
  /^(?:(?:xmlns="http:\/\/www\.w3\.org\/2000\/svg")|(?:href="#[\w-]+")|(?:(?:id|d|x|y|x1|y1|x2|y2|cx|cy|r|rx|ry|width|height|viewBox|points|transform|fill|fill-opacity|fill-rule|stroke|stroke-[a-z]+|opacity)="[\w#%.,() \n-]*"))$/;

/**
 * True for a diagram: shapes, and copies of shapes in it. No script, style, text, link, picture or entity, so nothing in it
 * could run or load.
 */
export function checkDiagram(text: string): boolean {
  const tags = /<(\/?)([a-zA-Z]+)((?:\s+[\w:-]+="[^"<>&]*")*)\s*\/?>|([^<]+)/y;
  for (let at = 0; at < text.length; at = tags.lastIndex) {
    tags.lastIndex = at;
    const found = tags.exec(text);
    if (!found) return false;
    const [, , name, written = "", words = ""] = found;
    if (name === undefined ? words.trim() !== "" : !elements.has(name)) return false;
    const attributes = written.match(/(?<![\w:-])[\w:-]+="[^"]*"/g) ?? [];
    if (!attributes.every((each) => attribute.test(each) && !each.includes("url("))) return false;
  }
  return /^\s*<svg\s/.test(text);
}
