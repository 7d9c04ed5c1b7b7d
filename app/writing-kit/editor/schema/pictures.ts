import { Node } from "@tiptap/core";
import type { Node as PmNode } from "@tiptap/pm/model";
import { pictureWidths } from "#shared/insights/article-pictures.ts";

/** In pixels, by address, as the article that was opened last has them. */
export const knownSizes = new Map<string, { width: number; height: number }>();

/** True for an address of this site, the only ones from which readers get pictures. */
function isOwnPicture(src: string): boolean {
  return /^\/(?![/\\])/.test(src);
}

/** A picture that is not described, or that lies on another site. */
export function isPictureAtFault({ type, attrs }: PmNode): boolean {
  if (type.name !== "figure" && type.name !== "image") return false;
  return String(attrs.alt).trim() === "" || !isOwnPicture(String(attrs.src));
}

const attributes = () => ({ src: { default: "" }, alt: { default: "" }, title: { default: "" } });

/** A picture alone in its paragraph; its title is the caption. */
export const Figure = Node.create({
  name: "figure",
  group: "block",
  atom: true,
  draggable: true,
  addAttributes: () => ({ ...attributes(), width: { default: "" } }),
  parseHTML: () => [{ tag: "figure[data-picture]", getAttrs: readData }],
  renderHTML: ({ node }) => {
    const { src, alt, title } = node.attrs;
    const shown = isOwnPicture(String(src))
      ? ["img", { src, alt, draggable: "false", ...knownSizes.get(String(src)) }]
      : ["span", { class: "editor-no-picture" }, `Not a picture of this site: ${String(alt)}`];
    const caption = title ? [["figcaption", {}, String(title)]] : [];
    return ["figure", writeData(node.attrs), shown, ...caption];
  },
});

/** A picture in a line of text. */
export const Image = Node.create({
  name: "image",
  group: "inline",
  inline: true,
  atom: true,
  draggable: true,
  addAttributes: attributes,
  parseHTML: () => [
    {
      // Pictures of other sites stay out: readers could not load them.
      tag: "img[src]",
      getAttrs: (element) => {
        const src = element.getAttribute("src") ?? "";
        const words = (name: string) => element.getAttribute(name) ?? "";
        return isOwnPicture(src) ? { src, alt: words("alt"), title: words("title") } : false;
      },
    },
  ],
  renderHTML: ({ node }) => {
    const { src, alt, title } = node.attrs;
    return isOwnPicture(String(src))
      ? ["img", { src, alt, title: title || null, ...knownSizes.get(String(src)) }]
      : ["span", { class: "editor-no-picture" }, String(alt)];
  },
});

function writeData(attrs: Record<string, unknown>) {
  const { src, alt, title, width } = attrs;
  return { "data-picture": src, "data-alt": alt, "data-caption": title, class: width || null };
}

function readData(element: HTMLElement) {
  const { picture = "", alt = "", caption = "" } = element.dataset;
  const width = pictureWidths.find((name) => name === element.className) ?? "";
  return isOwnPicture(picture) ? { src: picture, alt, title: caption, width } : false;
}
