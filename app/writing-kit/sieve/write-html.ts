import { nextOf, type Node, type Part, TextPart } from "./tree.ts";

const empty = new Set("br hr img input meta link col area base embed source track wbr".split(" "));
const raw = new Set("script style xmp iframe noembed noframes plaintext".split(" "));

/** What is in `root` as HTML whose tags are all closed; attributes that `keeps` refuses are left out. */
export function writeHtml(root: Part, keeps: (name: string) => boolean = () => true): string {
  const out: string[] = [];
  let node: Node | null = nextOf(root, root);
  while (node) {
    if (node instanceof TextPart) out.push(raw.has(node.parent?.name ?? "") ? node.text : escapeText(node.text));
    else {
      const attributes = [...node.attributes].filter(([name]) => keeps(name) && /^[\w:.-]+$/.test(name));
      out.push(`<${node.name}${attributes.map(([name, value]) => ` ${name}="${escapeText(value)}"`).join("")}>`);
    }
    const isOpen = !(node instanceof TextPart) && node.first !== null;
    if (!isOpen) for (let at: Node | null = node; at && at !== root; at = at.after ? null : at.parent) close(at, out);
    node = nextOf(node, root);
  }
  return out.join("");
}

function close(node: Node, out: string[]): void {
  if (!(node instanceof TextPart) && !empty.has(node.name)) out.push(`</${node.name}>`);
}

function escapeText(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
