import type { StateCore, Token } from "markdown-it";

/** How wide a picture alone in its paragraph stands, where it is not as wide as the text: `![…](…){.wide}`. */
export const pictureWidths = ["small", "wide"] as const;

/** The picture of a paragraph that is nothing but it, and its width: one of `pictureWidths`, or "". */
export function readFigure({ content, children }: Token): { picture: Token; width: string } | null {
  const [picture, mark, ...others] = children ?? [];
  if (picture?.type !== "image" || others.length > 0) return null;
  if (!mark) return { picture, width: "" };
  // Escaped, or written as numbers, the same signs are text.
  const width = pictureWidths.find((name) => mark.content === `{.${name}}` && content.endsWith(`){.${name}}`));
  return mark.type === "text" && width !== undefined ? { picture, width } : null;
}

/** A picture that stands alone in its paragraph becomes a figure; its title is the caption. */
export function markPictures(state: StateCore): void {
  for (const [index, open] of state.tokens.entries()) {
    const inline = state.tokens[index + 1];
    const close = state.tokens[index + 2];
    const found = open.type === "paragraph_open" && !open.hidden && inline ? readFigure(inline) : null;
    if (!found || !inline || !close) continue;
    open.tag = "figure";
    close.tag = "figure";
    if (found.width !== "") open.attrSet("class", found.width);
    found.picture.meta = { caption: String(found.picture.attrGet("title") ?? ""), width: found.width };
    inline.children = [found.picture];
  }
}
