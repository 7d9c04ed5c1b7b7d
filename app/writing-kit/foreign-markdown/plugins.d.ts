declare module "markdown-it-deflist" {
  import type MarkdownIt from "markdown-it";
  export default function deflist(markdown: InstanceType<typeof MarkdownIt>): void;
}

declare module "markdown-it-mark" {
  import type MarkdownIt from "markdown-it";
  export default function mark(markdown: InstanceType<typeof MarkdownIt>): void;
}
