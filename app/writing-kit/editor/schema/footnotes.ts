import { Node } from "@tiptap/core";

/** Where a footnote is mentioned: `[^label]`. */
export const FootnoteReference = Node.create({
  name: "footnoteReference",
  group: "inline",
  inline: true,
  atom: true,
  addAttributes: () => ({ label: { default: "" } }),
  parseHTML: () => [{ tag: "sup[data-note]", getAttrs: ({ dataset }) => ({ label: dataset.note ?? "" }) }],
  renderHTML: ({ node }) => [
    "sup",
    { "data-note": node.attrs.label, "aria-label": `Note ${String(node.attrs.label)}` },
    String(node.attrs.label),
  ],
});

/** A footnote in the middle of the text: `^[Its Markdown]`. */
export const InlineNote = Node.create({
  name: "inlineNote",
  group: "inline",
  inline: true,
  atom: true,
  addAttributes: () => ({ content: { default: "" } }),
  parseHTML: () => [{ tag: "sup[data-content]", getAttrs: ({ dataset }) => ({ content: dataset.content ?? "" }) }],
  renderHTML: ({ node }) => ["sup", { "data-content": node.attrs.content, title: node.attrs.content }, "note"],
});

/** What a footnote says: `[^label]: …`. Readers find all of them at the end of the article. */
export const Footnote = Node.create({
  name: "footnote",
  group: "definition",
  content: "block+",
  defining: true,
  isolating: true,
  addAttributes: () => ({ label: { default: "" } }),
  parseHTML: () => [{ tag: "aside[data-note]", getAttrs: ({ dataset }) => ({ label: dataset.note ?? "" }) }],
  renderHTML: ({ node }) => [
    "aside",
    { class: "editor-footnote", "data-note": node.attrs.label, "aria-label": `Note ${String(node.attrs.label)}` },
    0,
  ],
});

/** Addresses that links of the source name by a word, `[word]: /address`. They stay as they are written. */
export const LinkAddresses = Node.create({
  name: "linkAddresses",
  group: "definition",
  atom: true,
  addAttributes: () => ({ source: { default: "" } }),
  parseHTML: () => [{ tag: "pre[data-addresses]", getAttrs: ({ textContent }) => ({ source: textContent }) }],
  renderHTML: ({ node }) => [
    "pre",
    { class: "editor-addresses", "data-addresses": "", contenteditable: "false" },
    String(node.attrs.source),
  ],
});
