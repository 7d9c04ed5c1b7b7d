/**
 * What a page is made of, for tests with hostile texts: a page with them must be made of the same as one with harmless
 * words. Pages are read as browsers read them, by parse5, so that no trick in the text hides from the test.
 */
import { type DefaultTreeAdapterTypes, html as names, parse, parseFragment } from "parse5";

type Node = DefaultTreeAdapterTypes.Node;
type Element = DefaultTreeAdapterTypes.Element;

const uuid = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
const follows = new Set(["href", "xlink:href", "cite"]);
const loads = new Set(["src", "srcset", "action", "formaction", "data", "poster", "background", "ping", "imagesrcset"]);
const ownOrigin = "https://own.example";

/**
 * The kinds of elements of `html`, each once and sorted: name and attributes, and the text of scripts and styles. An
 * address that runs, that loads from elsewhere, or that leaves http and mail is listed with its value; so is a comment
 * that React did not write, and an id that two elements have.
 */
export function listShapes(html: string): string[] {
  const root = /^\s*<!doctype/i.test(html) ? parse(html) : parseFragment(html);
  const shapes = new Set<string>();
  const ids = new Set<string>();
  visit(root, (node) => {
    if (node.nodeName === "#comment") {
      const { data } = node as DefaultTreeAdapterTypes.CommentNode;
      if (!/^[ $&!?;~/]*$/.test(data)) shapes.add(`comment: ${data}`);
    }
    if (!("attrs" in node)) return;
    shapes.add(describe(node));
    for (const { name, value } of node.attrs) {
      if (!isHarmless(node, name, value)) shapes.add(`address: ${node.tagName} ${name}=${value}`);
      if (name === "id" && ids.has(value)) shapes.add(`twice: #${value}`);
      if (name === "id") ids.add(value);
    }
  });
  return [...shapes].toSorted();
}

/** The text that readers of the first element named `tag` see, or undefined. */
export function readTextOf(html: string, tag: string): string | undefined {
  let text: string | undefined;
  visit(parse(html), (node) => {
    if ("tagName" in node && node.tagName === tag) text ??= readText(node);
  });
  return text;
}

/** All text of a page but that of its scripts. */
export function readAllText(html: string): string {
  const texts: string[] = [];
  visit(parse(html), (node) => {
    if ("value" in node && node.parentNode?.nodeName !== "script") texts.push(node.value);
    if ("attrs" in node) texts.push(...node.attrs.map(({ value }) => value));
  });
  return texts.join("\n");
}

function describe(element: Element): string {
  const attributes = element.attrs.map(({ name }) => name).toSorted();
  const foreign = element.namespaceURI === names.NS.HTML ? "" : `${element.namespaceURI} `;
  const code = ["script", "style"].includes(element.tagName) ? `: ${describeCode(readText(element))}` : "";
  return `${foreign}${element.tagName}[${attributes.join(" ")}]${code}`;
}

/** A script: what our own data is written into counts as one, as long as it holds nothing but data. */
function describeCode(text: string): string {
  const [, streamed] =
    /^window\.__reactRouterContext\.streamController\.enqueue\(("[^]*")\);\s*$/.exec(text.trim()) ?? [];
  const data = streamed ?? (/^[[{]/.test(text.trim()) ? text : null);
  if (data === null) return text.replaceAll(uuid, "id");
  JSON.parse(data);
  return "data";
}

function isHarmless(element: Element, name: string, value: string): boolean {
  if (/^on|^style$|^srcdoc$/.test(name)) return false;
  if (name === "http-equiv" || (element.tagName === "meta" && name === "content" && /^\s*\d*\s*;\s*url/i.test(value)))
    return false;
  const isNamed = /^(?:canonical|alternate)$/.test(
    element.attrs.find(({ name: other }) => other === "rel")?.value ?? "",
  );
  const isFetched = name === "href" && ["link", "base", "use", "image"].includes(element.tagName) && !isNamed;
  if (loads.has(name) || isFetched) {
    const list = name.endsWith("srcset") ? value.split(/,\s+/).map((one) => one.split(/\s/)[0] ?? "") : [value];
    return list.every((one) => /^data:image\/webp;base64,[\w+/=]*$/.test(one) || read(one)?.origin === ownOrigin);
  }
  if (!follows.has(name)) return true;
  // Two slashes at the start leave the site without anybody noticing.
  return ["http:", "https:", "mailto:"].includes(read(value)?.protocol ?? "") && !/^\s*[/\\]\s*[/\\]/.test(value);
}

/** An address as browsers read it. Those that begin with this site's origin are its own. */
function read(address: string): URL | null {
  const own = address.replace(/^http:\/\/(?:localhost|127\.0\.0\.1)(?::\d+)?(?=\/|$)/, ownOrigin);
  return URL.parse(own, ownOrigin);
}

function readText(node: Node): string {
  if ("value" in node) return node.value;
  return "childNodes" in node ? node.childNodes.map(readText).join("") : "";
}

function visit(node: Node, look: (node: Node) => void): void {
  look(node);
  if ("childNodes" in node) for (const child of node.childNodes) visit(child, look);
  if ("content" in node) visit(node.content, look);
}
