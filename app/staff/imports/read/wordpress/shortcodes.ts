import { type Losses, shorten } from "#shared/insights/losses.ts";
import { escapeHtml } from "#shared/text/escape-html.ts";
import { nameEmbed } from "#app/writing-kit/sieve/name-embed.ts";
import { decodeText } from "../text/decode-text.ts";
import { findEnds } from "./paragraphs.ts";

/** A picture of the other system's library. */
export interface Attachment {
  url: string;
  alt: string;
  caption: string;
  /** The id of the post that it was uploaded in. */
  parent: string;
}

export interface ShortcodeContext {
  losses: Losses;
  attachments: ReadonlyMap<string, Attachment>;
  /** The id of the post. */
  postId: string;
}

interface Shortcode {
  name: string;
  /** Words without a name have numbers. */
  attributes: Record<string, string>;
  /** What stands between `[name]` and `[/name]`; null for one without an end. */
  inner: string | null;
  /** True where words of a sentence stand before it. */
  isInline: boolean;
}

const codes = new Set(
  "code sourcecode php js javascript css html xml sql bash python ruby java csharp cpp plain text".split(" "),
);
const players = new Set("youtube vimeo soundcloud spotify tweet instagram dailymotion ted".split(" "));
/** Those that may stand without anything. */
const alone = new Set("gallery playlist toc contact-form contact-form-7 gravityform".split(" "));
const known = new Set([...codes, ...players, ...alone, "caption", "wp_caption", "embed", "video", "audio"]);

/** Turns shortcodes into HTML that an article can hold. Unknown ones go, their inner text stays. */
export function readShortcodes(text: string, context: ShortcodeContext, depth = 0): string {
  if (!text.includes("[")) return text;
  const find = findEnds(text);
  const out: string[] = [];
  const signs = /<[a-z!/][^<>]*>|\[(\[?)([a-z][\w-]*)((?:[\s=/][^[\]]*)?)\](\]?)/gi;
  let at = 0;
  for (let found = signs.exec(text); found; found = signs.exec(text)) {
    const [whole, escape = "", given = "", rest = "", escapeEnd = ""] = found;
    const name = given.toLowerCase();
    const end = signs.lastIndex;
    let next = end;
    let written = whole;
    if (name === "") {
      // Brackets in code are code.
      const code = /^<(pre|code)\b/i.exec(whole)?.[1]?.toLowerCase();
      next = code === undefined ? end : find(`</${code}`, end);
      written = text.slice(found.index, next);
    } else if (escape && escapeEnd) written = whole.slice(1, -1);
    else {
      const after = rest.trimEnd().endsWith("/") ? end : find(`[/${name}]`, end);
      const inner = after > end ? text.slice(end, after - name.length - 3) : null;
      if (inner !== null || isShortcode(name, rest)) {
        next = after;
        const isInline = isWithinWords(text, found.index);
        written =
          escape + write({ name, attributes: readAttributes(rest), inner, isInline }, context, depth) + escapeEnd;
        // Tabs and columns follow each other without a blank.
        if (inner !== null && isNext(text, name, next)) written += "\n\n";
      }
    }
    out.push(text.slice(at, found.index), written);
    at = next;
    signs.lastIndex = next;
  }
  return out.join("") + text.slice(at);
}

/** True where words of a sentence stand right before `at`. What begins a line may be a box, even with words behind it. */
function isWithinWords(text: string, at: number): boolean {
  return /[\p{L}\p{N},;:(] ?$/u.test(text.slice(Math.max(0, at - 2), at));
}

/** True where another shortcode of the name begins. */
function isNext(text: string, name: string, at: number): boolean {
  const end = at + name.length + 1;
  return text.slice(at, end).toLowerCase() === `[${name}` && /[\s\]]/.test(text.charAt(end));
}

/** Words in brackets are words: "[n=12]", "[re-read this]", "[text]", "[video below]". */
function isShortcode(name: string, rest: string): boolean {
  if (/\s[\w-]+\s*=\s*["']/.test(rest)) return true;
  const given = rest.replace(/^[\s=]+/, "").trimEnd();
  if (given === "" || given === "/") return alone.has(name);
  if (!known.has(name) || codes.has(name)) return false;
  return (
    /^(?:[\w-]+\s*=|(?:https?:)?\/\/)\S/.test(given) ||
    // The id of a video or a message.
    (players.has(name) && /^(?:\d{5,}|(?![A-Z]?[a-z]+$)[\w-]{11})$/.test(given))
  );
}

function write(code: Shortcode, context: ShortcodeContext, depth: number): string {
  const { losses } = context;
  const { name, attributes, inner } = code;
  const deeper = () => (depth < 5 ? readShortcodes(inner ?? "", context, depth + 1) : (inner ?? ""));
  const address = attributes.url ?? attributes.src ?? attributes[0] ?? "";
  if (name === "caption" || name === "wp_caption") return writeCaption(code, deeper());
  if (codes.has(name)) {
    if (inner === null) return lose(losses, name);
    const language =
      attributes.language ?? attributes.lang ?? (/^(code|sourcecode|plain|text)$/.test(name) ? "" : name);
    return `\n\n<pre class="language-${escapeHtml(language)}"><code>${decodeOnce(inner)}</code></pre>\n\n`;
  }
  if (name === "gallery") return writeGallery(attributes, context);
  if (name === "embed") {
    const embedded = (inner ?? address).trim();
    return embedded === "" ? lose(losses, name) : `\n\n${escapeHtml(embedded)}\n\n`;
  }
  if (name === "video" || name === "audio") {
    const source = ["src", "mp4", "m4v", "webm", "ogv", "mp3", "m4a", "ogg", "wav"].map((key) => attributes[key]);
    return `\n\n<${name} src="${escapeHtml(source.find(Boolean) ?? inner?.trim() ?? "")}"></${name}>\n\n`;
  }
  if (players.has(name)) {
    const embed = findPlayer(name, (inner?.trim() || attributes.id || address).replace(/^=/, ""));
    return embed ? `\n\n${escapeHtml(embed)}\n\n` : lose(losses, name);
  }
  lose(losses, name);
  return alone.has(name) ? (inner === null ? "" : deeper()) : writeUnknown(code, inner === null ? null : deeper());
}

/** The words that readers saw: a title, or those of a button. They are HTML already. In a sentence they are behind its own. */
function writeUnknown({ attributes, isInline }: Shortcode, inner: string | null): string {
  const words = ["title", "heading", "question", "label", "text"].map((key) => attributes[key]).find(Boolean);
  if (words === undefined) return inner ?? "";
  const address = attributes.url ?? attributes.link ?? attributes.href;
  const link = (text: string) => `<a href="${escapeHtml(decodeText(address ?? ""))}">${text}</a>`;
  if (inner && isInline && !/\n|<(?:p|div|[uo]l|table|h\d)\b/i.test(inner))
    return `${address ? link(inner) : inner} (${words})`;
  const shown = address ? link(words) : `<b>${words}</b>`;
  return inner === null ? shown : `\n\n${shown}\n\n${inner}\n\n`;
}

function lose(losses: Losses, name: string): string {
  losses.add("other", `the shortcode [${shorten(name)}]`);
  return "";
}

function findPlayer(name: string, given: string): string | null {
  const [word = ""] = given.trim().split(/[\s&]/);
  if (/^(?:https?:)?\/\//.test(word)) return nameEmbed(word)?.address ?? null;
  if (name === "youtube" && /^[\w-]{6,20}$/.test(word)) return `https://www.youtube.com/watch?v=${word}`;
  return name === "vimeo" && /^\d+$/.test(word) ? `https://vimeo.com/${word}` : null;
}

/** `[caption]<a><img></a> Words[/caption]`; old ones have the words as an attribute. */
function writeCaption({ attributes }: Shortcode, inner: string): string {
  const [, picture = "", words = ""] = /^\s*((?:<a\b[^<>]*>\s*)?<img\b[^<>]*>(?:\s*<\/a>)?)([^]*)$/i.exec(inner) ?? [];
  if (picture === "") return inner;
  const caption = words.trim() || escapeHtml(attributes.caption ?? "");
  return `\n\n<figure>${picture}<figcaption>${caption.replaceAll(/\s+/g, " ")}</figcaption></figure>\n\n`;
}

function writeGallery(attributes: Record<string, string>, { attachments, postId, losses }: ShortcodeContext): string {
  const named = attributes.ids ?? attributes.include;
  const ids =
    named?.split(",").map((id) => id.trim()) ??
    [...attachments].filter(([, { parent }]) => parent === postId).map(([id]) => id);
  if (ids.length === 0) return lose(losses, "gallery");
  const figures = ids.map((id) => {
    const picture = attachments.get(id);
    if (!picture) {
      losses.add("other", "a picture of a gallery that is not in the file");
      return "";
    }
    const { url, alt, caption } = picture;
    return `<figure><img src="${escapeHtml(url)}" alt="${escapeHtml(alt)}"><figcaption>${escapeHtml(caption)}</figcaption></figure>`;
  });
  return `\n\n<figure>${figures.join("")}</figure>\n\n`;
}

function readAttributes(text: string): Record<string, string> {
  const attributes: Record<string, string> = {};
  let number = 0;
  for (const [, name, double, single, bare, quoted, word] of text.matchAll(
    /([\w-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"']+))|"([^"]*)"|([^\s"]+)/g,
  )) {
    if (name === undefined) attributes[number++] = quoted ?? word ?? "";
    else attributes[name.toLowerCase()] = double ?? single ?? bare ?? "";
  }
  return attributes;
}

/** Code stands between these as its writer typed it, or as the visual editor encoded it. */
function decodeOnce(code: string): string {
  const isEncoded = /&(?:lt|gt|amp|quot|#\d+);/.test(code) && !/<[a-z]/i.test(code);
  return isEncoded ? code : escapeHtml(code);
}
