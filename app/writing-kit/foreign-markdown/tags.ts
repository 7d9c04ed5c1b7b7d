/**
 * Tags between Markdown: `List<String>` and `<your name>` are words, components of MDX are named as losses, and so is code for
 * a server in a block of its own.
 */
import type MarkdownIt from "markdown-it";
import type { StateCore, Token } from "markdown-it";
import { html as names } from "parse5";
import { shorten } from "#shared/insights/losses.ts";
import { replaceBetween } from "../merge/replace-between.ts";
import { type ForeignText, lossesOf } from "./foreign-text.ts";

/** They need no end. */
const open = setOf("br hr wbr p");
/** Neither do these, which mean nothing without attributes or an element around them. */
const inner = new Map(
  Object.entries({
    table: "caption col colgroup thead tbody tfoot tr td th",
    "ul ol menu": "li",
    dl: "dt dd",
    ruby: "rt rp",
    "select datalist": "option",
    "video audio picture": "source",
    "video audio": "track",
    "": "img input embed",
  }).flatMap(([outer, names]) => names.split(" ").map((name) => [name, outer.split(" ")] as const)),
);
/** Attributes that have no value. */
const bare = setOf(
  "hidden inert open checked disabled selected required readonly multiple autofocus controls autoplay muted loop playsinline allowfullscreen async defer nowrap noshade compact reversed download markdown",
);
/** What follows these is no text up to their end. */
const hiding = setOf(
  "iframe video audio object canvas svg math select textarea script style title template button xmp plaintext noembed noframes dialog map",
);
/** All of HTML: the parser knows those that it treats differently. */
const known = new Set([
  ...Object.values<string>(names.TAG_NAMES),
  ...setOf(
    "abbr acronym audio bdi bdo blink canvas cite data datalist del dfn ins kbd legend map mark meter output picture portal progress q samp slot time video",
  ),
]);

function setOf(words: string): Set<string> {
  return new Set(words.split(" "));
}

export function useTags(markdown: InstanceType<typeof MarkdownIt>): void {
  markdown.core.ruler.after("normalize", "tags", listTags);
  Object.assign(markdown.renderer.rules, {
    html_inline: (tokens: readonly Token[], at: number, _options: unknown, env: ForeignText) =>
      writeTags(tokens[at]?.content ?? "", env),
    html_block: (tokens: readonly Token[], at: number, _options: unknown, env: ForeignText) =>
      writeTags(dropCode(tokens[at]?.content ?? "", env), env),
  });
}

function listTags({ src, env }: StateCore): void {
  const tags = Array.from(src.matchAll(/<(\/?[a-z][\w.:-]*)/gi), ([, name = ""]) => name.toLowerCase());
  Object.assign(env, { tags: new Set(tags) } satisfies Partial<ForeignText>);
}

/** A block without `<?php … ?>` and `<!DOCTYPE …>`, which no reader of a page sees. */
function dropCode(html: string, env: ForeignText): string {
  const drop = (code: string) => {
    lossesOf(env).add("other", `the code ${shorten(code, 80)}`);
    return "";
  };
  const rest = replaceBetween(html, /<\?/g, /\?>/g, (_start, inner) => drop(`<?${inner}?>`));
  return rest.replaceAll(/<![a-z][^<>]*>/gi, drop);
}

/** HTML without comments, in which all that is no tag is text. One without an end hides no words. */
function writeTags(html: string, env: ForeignText): string {
  return replaceBetween(html.replaceAll(/<!---?>/g, ""), /<!--/g, /-->/g, () => "")
    .replaceAll(/<(?=[?!]|\/(?![a-z]))/gi, "&lt;")
    .replaceAll(
      /<(\/?)([a-z][\w.:-]*)(?![\w.:-])([^<>]*)(>?)/gi,
      (whole, slash: string, name: string, attributes: string, end: string, at: number, all: string) => {
        // A value in quotes may hold such signs, too. Without an end, it would take in what follows.
        const quote = /=\s*(?:(")[^"]*|(')[^']*)$/.exec(attributes)?.slice(1).join("") ?? "";
        const isTag = quote === "" ? end !== "" : all.includes(quote, at + whole.length);
        return (
          (isTag && writeTag({ whole, name, isEnd: slash !== "", rest: attributes.trim() }, env)) ||
          `&lt;${whole.slice(1)}`
        );
      },
    );
}

interface Tag {
  whole: string;
  name: string;
  isEnd: boolean;
  /** What stands behind its name. */
  rest: string;
}

/** The tag for the sieve, or null for words. */
function writeTag({ whole, name, isEnd, rest }: Tag, env: ForeignText): string | null {
  const plain = name.toLowerCase();
  const tags = env.tags ?? new Set();
  const isPair = tags.has(plain) && tags.has(`/${plain}`);
  // Names with a colon are those of Office.
  const isKnown = known.has(plain) || /^[a-z]+:[a-z]+\d?$/.test(plain);
  if (isEnd) return isKnown || isPair ? whole : null;
  const isAlone = rest.endsWith("/");
  if (isKnown && !isAttributes(isAlone ? rest.slice(0, -1) : rest)) return null;
  // Those of HTML have no dash, and are not written like names.
  const isComponent = /-|^[A-Z].*[a-z]/.test(name);
  const isDrawing = tags.has("/svg") || tags.has("/math");
  const isTag = isKnown
    ? open.has(plain) || isPair || isAlone || /=\s*["']/.test(rest) || isInner(plain, rest, tags)
    : isPair || (isAlone && (isComponent || isDrawing));
  if (!isTag) return null;
  if (isComponent || !(isKnown || isDrawing))
    lossesOf(env).add("other", `the tag <${shorten(`${name} ${rest}`, 60)}>, of which the text is kept`);
  // Browsers wait for its end, whatever it says.
  const needsEnd = isAlone ? !open.has(plain) && !inner.has(plain) : hiding.has(plain) && !isPair;
  return needsEnd ? `${whole}</${name}>` : whole;
}

/** False for words, as in `<input file>`. */
function isAttributes(rest: string): boolean {
  return (
    /=\s*["']/.test(rest) ||
    rest.split(/\s+/).every((word) => /^$|^[\w@:-]+=|^(?:data|aria)-/i.test(word) || bare.has(word.toLowerCase()))
  );
}

/** True for an element that needs no end and has attributes, or stands in another. */
function isInner(name: string, rest: string, tags: ReadonlySet<string>): boolean {
  const outer = inner.get(name);
  return outer !== undefined && (rest !== "" || outer.some((around) => tags.has(`/${around}`)));
}
