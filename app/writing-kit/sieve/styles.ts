import { listNamed, type Part, textOf, work } from "./tree.ts";

/** Declarations of a style by their names, in small letters; the last of a name counts. */
export type Look = ReadonlyMap<string, string>;

const nothing: Look = new Map();
/** Longer ones are no styles. */
const longest = 20_000;

/**
 * Reads `name: value; name: value`, each sign once. A semicolon between quotes or brackets ends nothing, so that a name
 * within an address or a font is none.
 */
export function readDeclarations(style: string): Look {
  const text = style.slice(0, longest);
  if (!text.includes(":")) return nothing;
  work.steps += text.length;
  const found = new Map<string, string>();
  for (const declaration of splitOutside(text, ";")) {
    const colon = declaration.indexOf(":");
    if (colon < 1) continue;
    const name = declaration.slice(0, colon).trim().toLowerCase();
    const value = declaration
      .slice(colon + 1)
      .trim()
      .toLowerCase();
    const end = value.lastIndexOf("!");
    const plain = end >= 0 && value.slice(end + 1).trim() === "important" ? value.slice(0, end).trim() : value;
    if (plain !== "") found.set(name, plain);
  }
  return found;
}

/** Cuts `text` at `sign` where that stands outside of quotes, brackets and comments. */
function splitOutside(text: string, sign: string): string[] {
  const parts: string[] = [];
  let part = "";
  let quote = "";
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const letter = text.charAt(at);
    if (quote === "" && letter === "/" && text.charAt(at + 1) === "*") {
      const end = text.indexOf("*/", at + 2);
      at = end < 0 ? text.length : end + 1;
      continue;
    }
    if (letter === "\\") {
      part += letter + text.charAt(at + 1);
      at += 1;
      continue;
    }
    if (quote !== "") quote = letter === quote ? "" : quote;
    else if (letter === '"' || letter === "'") quote = letter;
    else if (letter === "(") depth += 1;
    else if (letter === ")") depth = Math.max(0, depth - 1);
    else if (letter === sign && depth === 0) {
      parts.push(part);
      part = "";
      continue;
    }
    part += letter;
  }
  return [...parts, part];
}

/** What the sheets of a text say of classes, as spreadsheets and Apple's programs write them: `.xl65` and `span.s1`. */
export interface Sheet {
  /** The whole look of an element: what its classes say, and what it says itself. */
  lookOf: (part: Part) => Look;
}

/** Rules that one text may have; Word brings some hundred. */
const mostRules = 3000;

/** Reads the sheets in `root`. */
export function readSheets(root: Part): Sheet {
  const rules = new Map<string, Look>();
  for (const sheet of listNamed(root, "style")) readRules(textOf(sheet), rules);
  const known = new WeakMap<Part, Look>();
  return {
    lookOf(part) {
      let look = known.get(part);
      if (!look) known.set(part, (look = combine(part, rules)));
      return look;
    },
  };
}

function combine(part: Part, rules: ReadonlyMap<string, Look>): Look {
  const own = readDeclarations(part.get("style"));
  const classes = part.get("class");
  if (rules.size === 0 || classes === "") return own;
  const looks = classes.split(/\s+/, 20).flatMap((name) => [rules.get(`.${name}`), rules.get(`${part.name}.${name}`)]);
  const found = looks.filter((look) => look !== undefined);
  if (found.length === 0) return own;
  const whole = new Map<string, string>();
  for (const look of [...found, own]) for (const [name, value] of look) whole.set(name, value);
  return whole;
}

function readRules(sheet: string, rules: Map<string, Look>): void {
  const text = sheet.replaceAll("<!--", "").replaceAll("-->", "");
  let at = 0;
  while (rules.size < mostRules) {
    const open = text.indexOf("{", at);
    const close = text.indexOf("}", open);
    if (open < 0 || close < 0) return;
    const selector = text.slice(at, open);
    at = close + 1;
    if (selector.length > 2000 || selector.includes("@")) continue;
    for (const one of selector.slice(selector.lastIndexOf("*/") + 1).split(",")) {
      const name = one.replace(/^\//, "").trim();
      if (/^[a-z0-9]{0,12}\.[\w-]{1,60}$/i.test(name))
        rules.set(
          name.replace(/^[A-Z0-9]+(?=\.)/i, (tag) => tag.toLowerCase()),
          readDeclarations(text.slice(open + 1, close)),
        );
    }
  }
}

/** Whether a look makes text bold; null where it says nothing. */
export function readWeight(look: Look): boolean | null {
  const weight = look.get("font-weight");
  if (weight === undefined) return readShorthand(look, /^(?:bold|bolder|[6-9]\d\d)$/);
  if (/^(?:bold|bolder)$/.test(weight)) return true;
  if (/^(?:normal|lighter)$/.test(weight)) return false;
  const number = Number(weight);
  return Number.isNaN(number) ? null : number >= 600;
}

/** The same for slanted text. */
export function readSlant(look: Look): boolean | null {
  const style = look.get("font-style");
  if (style === undefined) return readShorthand(look, /^(?:italic|oblique)$/);
  if (/^(?:italic|oblique)/.test(style)) return true;
  return style === "normal" ? false : null;
}

/** `font` says all, also what it does not name. */
function readShorthand(look: Look, pattern: RegExp): boolean | null {
  const font = look.get("font");
  if (font === undefined || !/\d/.test(font)) return null;
  return font.split(/\s+/, 6).some((word) => pattern.test(word));
}

export function isStruck(look: Look): boolean {
  return /line-through/.test(`${look.get("text-decoration") ?? ""} ${look.get("text-decoration-line") ?? ""}`);
}

/** Whether text stands higher or lower; "" where it stands on the line, null where nothing is said. */
export function readHeight(look: Look): "super" | "sub" | "" | null {
  const height = look.get("vertical-align");
  if (height === "super" || height === "sub") return height;
  return height === "baseline" ? "" : null;
}

export function isMonospaced(look: Look): boolean {
  const fonts = `${look.get("font-family") ?? ""} ${look.get("font") ?? ""}`;
  return /mono|courier|consolas|menlo|fira code|source code|cascadia|hack|inconsolata|lucida console/.test(fonts);
}

/** Spaces and ends of lines count: `pre` as they stand, `lines` for ends of lines alone. */
export function readSpacing(look: Look): "pre" | "lines" | "none" | null {
  const spacing = look.get("white-space") ?? look.get("white-space-collapse");
  if (spacing === undefined) return null;
  if (spacing === "pre" || spacing === "preserve nowrap") return "pre";
  return /^(?:pre-|break-spaces|preserve)/.test(spacing) ? "lines" : "none";
}

export function isHidden(look: Look): boolean {
  return look.get("display") === "none" || look.get("visibility") === "hidden" || look.get("mso-hide") === "all";
}

/** `left`, `center` or `right`, or "". */
export function readSide(part: Part, look: Look): string {
  const side = look.get("text-align") ?? part.get("align").toLowerCase();
  const given = side || (/has-text-align-(left|center|right)/.exec(part.get("class"))?.[1] ?? "");
  if (given === "end") return "right";
  return /^(?:left|center|right)$/.test(given) ? given : "";
}
