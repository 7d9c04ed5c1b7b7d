import type { IconName } from "#app/staff-kit/icon.tsx";

export interface ToolFace {
  icon: IconName;
  name: string;
}

/** The tools of the text, in groups. Two menus follow the last group. */
export const formatTools = [
  [
    { icon: "undo", name: "Undo" },
    { icon: "redo", name: "Redo" },
  ],
  [
    { icon: "heading-two", name: "Heading 2" },
    { icon: "heading-three", name: "Heading 3" },
    { icon: "heading-four", name: "Heading 4" },
  ],
  [
    { icon: "bold", name: "Bold" },
    { icon: "italic", name: "Italic" },
    { icon: "strike", name: "Strikethrough" },
    { icon: "code", name: "Code" },
    { icon: "link", name: "Link" },
  ],
  [
    { icon: "bullets", name: "Bulleted list" },
    { icon: "numbers", name: "Numbered list" },
    { icon: "quote", name: "Quote" },
  ],
] as const satisfies readonly (readonly ToolFace[])[];

export type FormatTool = (typeof formatTools)[number][number]["name"];

/** What changes how the text is shown; of the source only those that are not `ofText`. */
export const viewTools = [
  { icon: "search", name: "Find and replace", ofText: true },
  { icon: "outline", name: "Outline", ofText: true },
  { icon: "expand", name: "Focus mode", ofText: false },
  { icon: "source", name: "Markdown", ofText: false },
] as const satisfies readonly (ToolFace & { ofText: boolean })[];

export type ViewTool = (typeof viewTools)[number]["name"];

/** The menus behind the last group of `formatTools`. */
export const insertMenu = { label: "Insert", icon: "plus" } as const;
export const moreMenu = { label: "More", icon: "more" } as const;
