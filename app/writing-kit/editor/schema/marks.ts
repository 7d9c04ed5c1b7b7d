import { Mark } from "@tiptap/core";
import { isSafeAddress } from "#shared/insights/article-markdown.ts";

declare module "@tiptap/core" {
  interface Commands<ReturnType> {
    articleLink: {
      /** Links the selection, or the whole link around the cursor; an address that is not safe is refused. */
      linkTo: (link: { href: string; title?: string | null }) => ReturnType;
      unlink: () => ReturnType;
    };
    articleScripts: {
      /** Raises the selection, or puts it back; what was lowered is raised. */
      toggleSuperscript: () => ReturnType;
      toggleSubscript: () => ReturnType;
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

/** `10^6^`. The mentions of notes are `sup`, too, and are nodes of their own. */
export const Superscript = Mark.create({
  name: "superscript",
  // Markdown has no code in it.
  excludes: "code",
  parseHTML: () => [{ tag: "sup:not([data-note], [data-content])" }],
  renderHTML: () => ["sup", 0],
  addCommands: () => ({
    toggleSuperscript:
      () =>
      ({ chain }) =>
        chain().unsetMark("subscript").toggleMark("superscript").run(),
  }),
  addKeyboardShortcuts: () => ({ "Mod-.": ({ editor }) => editor.commands.toggleSuperscript() }),
});

/** `H~2~O`. */
export const Subscript = Mark.create({
  name: "subscript",
  excludes: "code",
  parseHTML: () => [{ tag: "sub" }],
  renderHTML: () => ["sub", 0],
  addCommands: () => ({
    toggleSubscript:
      () =>
      ({ chain }) =>
        chain().unsetMark("superscript").toggleMark("subscript").run(),
  }),
  addKeyboardShortcuts: () => ({ "Mod-,": ({ editor }) => editor.commands.toggleSubscript() }),
});

/** A space that is the end of a line in the source. Readers see a space; the source keeps its lines. */
export const SoftBreak = Mark.create({
  name: "softBreak",
  inclusive: false,
  parseHTML: () => [{ tag: "span[data-line-end]" }],
  renderHTML: () => ["span", { "data-line-end": "" }, 0],
});
