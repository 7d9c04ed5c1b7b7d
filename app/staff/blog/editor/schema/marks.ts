import { Mark } from "@tiptap/core";
import { isSafeAddress } from "#app/shared/article-markdown.ts";

declare module "@tiptap/core" {
  interface Commands<ReturnType> {
    articleLink: {
      /** Links the selection, or the whole link around the cursor; an address that is not safe is refused. */
      linkTo: (link: { href: string; title?: string | null }) => ReturnType;
      unlink: () => ReturnType;
    };
  }
}

export const Link = Mark.create({
  name: "link",
  priority: 1000,
  inclusive: false,
  addAttributes: () => ({ href: { default: "" }, title: { default: null } }),
  parseHTML: () => [
    {
      tag: "a[href]",
      getAttrs: (element) => {
        const href = element.getAttribute("href") ?? "";
        return href !== "" && isSafeAddress(href) ? { href, title: element.getAttribute("title") } : false;
      },
    },
  ],
  // Not a link that a click would follow: the bubble opens it.
  renderHTML: ({ HTMLAttributes }) => [
    "a",
    {
      href: isSafeAddress(String(HTMLAttributes.href)) ? HTMLAttributes.href : null,
      title: HTMLAttributes.title,
      rel: "noopener",
    },
    0,
  ],
  addCommands() {
    return {
      linkTo:
        (link) =>
        ({ chain }) =>
          isSafeAddress(link.href) && chain().extendMarkRange(this.name).setMark(this.name, link).run(),
      unlink:
        () =>
        ({ chain }) =>
          chain().extendMarkRange(this.name).unsetMark(this.name).run(),
    };
  },
});

/** A space that is the end of a line in the source. Readers see a space; the source keeps its lines. */
export const SoftBreak = Mark.create({
  name: "softBreak",
  inclusive: false,
  parseHTML: () => [{ tag: "span[data-line-end]" }],
  renderHTML: () => ["span", { "data-line-end": "" }, 0],
});
