import { type Losses, shorten } from "../losses.ts";
import { escapeHtml } from "../escape-html.ts";
import { nameEmbed } from "../text/embeds.ts";
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
}

const codes = new Set(
  "code sourcecode php js javascript css html xml sql bash python ruby java csharp cpp plain text".split(" "),
);
const players = new Set("youtube vimeo soundcloud spotify tweet instagram dailymotion ted".split(" "));
const known = new Set(
  [...codes, ...players, "caption", "wp_caption", "gallery", "embed", "video", "audio", "playlist"].concat(
    "toc contact-form contact-form-7 gravityform more nextpage".split(" "),
  ),
);

/** The HTML that shortcodes stand for, as far as an article can hold it. Unknown ones go, their inner text stays. */
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
      if (known.has(name) || inner !== null || /=|[_-]/.test(name + rest)) {
        next = after;
        written = escape + write({ name, attributes: readAttributes(rest), inner }, context, depth) + escapeEnd;
      }
    }
    out.push(text.slice(at, found.index), written);
    at = next;
    signs.lastIndex = next;
  }
  return out.join("") + text.slice(at);
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
  if (name === "embed") return `\n\n${escapeHtml((inner ?? address).trim())}\n\n`;
  if (name === "video" || name === "audio") {
    const source = ["src", "mp4", "m4v", "webm", "ogv", "mp3", "m4a", "ogg", "wav"].map((key) => attributes[key]);
    return `\n\n<${name} src="${escapeHtml(source.find(Boolean) ?? inner?.trim() ?? "")}"></${name}>\n\n`;
  }
  if (players.has(name)) {
    const embed = findPlayer(name, (inner?.trim() || attributes.id || address).replace(/^=/, ""));
    return embed ? `\n\n${escapeHtml(embed)}\n\n` : lose(losses, name);
  }
  return lose(losses, name) + (inner === null ? "" : deeper());
}

function lose(losses: Losses, name: string): string {
  losses.add(`the shortcode [${shorten(name)}]`);
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
      losses.add("a picture of a gallery that is not in the file");
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
