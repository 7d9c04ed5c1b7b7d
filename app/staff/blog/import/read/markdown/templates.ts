import { escapeHtml } from "../escape-html.ts";
import { replaceBetween } from "../../../replace-between.ts";
import { type Losses, shorten } from "../losses.ts";

/**
 * Markdown without the commands of Hugo (`{{< figure src="a.png" >}}`), Jekyll (`{% highlight js %}`) and MDX
 * (`import A from "a"`): pictures, videos and code become what they stand for, others are counted. Code stays as it is.
 */
export function dropTemplates(source: string, losses: Losses): string {
  if (!/\{\{|\{%|^(?:import|export)\s/m.test(source)) return source;
  return splitCode(source)
    .map(({ text, isCode }) => (isCode ? text : dropFrom(text, losses)))
    .join("");
}

/** Fenced code is not touched. */
function splitCode(source: string): { text: string; isCode: boolean }[] {
  const parts: { text: string; isCode: boolean }[] = [];
  let fence = "";
  for (const line of source.split(/(?<=\n)/)) {
    const sign = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1] ?? "";
    const isCode = fence !== "" || sign !== "";
    const last = parts.at(-1);
    if (last?.isCode === isCode) last.text += line;
    else parts.push({ text: line, isCode });
    if (fence === "") fence = sign;
    else if (sign.startsWith(fence) && line.trim() === sign) fence = "";
  }
  return parts;
}

function dropFrom(text: string, losses: Losses): string {
  const jekyll = replaceBetween(
    text,
    /\{%-?\s*highlight\s+([\w+#-]+)[^%]*%\}/g,
    /\{%-?\s*endhighlight\s*-?%\}/g,
    writeCode,
  );
  const hugo = replaceBetween(
    jekyll,
    /\{\{[<%]\s*highlight\s+([\w+#-]+)[^<>%]*[>%]\}\}/g,
    /\{\{[<%]\s*\/\s*highlight\s*[>%]\}\}/g,
    writeCode,
  );
  return replaceBetween(hugo, /\{%-?\s*raw\s*-?%\}/g, /\{%-?\s*endraw\s*-?%\}/g, (_start, inner) => inner)
    .replaceAll(
      /\{\{[<%]\s*(\/?)\s*([\w./-]+)((?:[^>%{}]|[>%](?!\}\}))*)[>%]\}\}/g,
      (_all, end: string, name: string, rest: string) => (end ? "" : writeShortcode(name, rest, losses)),
    )
    .replaceAll(/\{%-?\s*(\w+)([^%]*)%\}/g, (_all, name: string, rest: string) => writeTag(name, rest, losses))
    .replaceAll(/\{\{-?\s*(?:site|page)\.(?:baseurl|url)\s*-?\}\}/g, "")
    .replaceAll(/\{\{([^{}\n]{1,200})\}\}/g, (_all, inner: string) => {
      losses.add(`the placeholder {{ ${shorten(inner, 40)} }}`);
      return "";
    })
    .replaceAll(
      /^(?:import\s[^\n]*\sfrom\s+["'][^"'\n]+["'];?|import\s+["'][^"'\n]+["'];?|export\s+(?:const|default)\s[^\n]*)$/gm,
      () => {
        losses.add("a line of code before the text (MDX)");
        return "";
      },
    );
}

function writeCode([, language = ""]: RegExpExecArray, code: string): string {
  return `\n\`\`\`${language}\n${code.replaceAll(/^\n+|\s+$/g, "")}\n\`\`\`\n`;
}

function writeShortcode(name: string, rest: string, losses: Losses): string {
  const read = (attribute: string) =>
    new RegExp(String.raw`\b${attribute}\s*=\s*(?:"([^"]*)"|'([^']*)')`).exec(rest)?.slice(1).find(Boolean) ?? "";
  const first = /^\s*["']?([\w-]+)["']?/.exec(rest)?.[1] ?? "";
  if (name === "figure" || name === "img" || name === "image") {
    const caption = read("caption") || read("title");
    const source = escapeHtml(read("src"));
    return `<figure><img src="${source}" alt="${escapeHtml(read("alt"))}"><figcaption>${escapeHtml(caption)}</figcaption></figure>`;
  }
  if (name === "youtube") return frame(`https://www.youtube.com/embed/${read("id") || first}`, read("title"));
  if (name === "vimeo") return frame(`https://player.vimeo.com/video/${read("id") || first}`, read("title"));
  if (name === "ref" || name === "relref") return first === "" ? "" : `/${escapeHtml(rest.replaceAll(/["'\s]/g, ""))}`;
  losses.add(`the shortcode {{< ${shorten(name, 40)} >}}`);
  return "";
}

function writeTag(name: string, rest: string, losses: Losses): string {
  if (name === "youtube") return frame(`https://www.youtube.com/embed/${rest.trim()}`, "");
  if (name === "comment" || name === "endcomment") return "";
  if (name === "post_url" || name === "link") return `/${rest.trim().replace(/^\d{4}-\d\d-\d\d-/, "")}`;
  if (!name.startsWith("end")) losses.add(`the tag {% ${shorten(name, 40)} %}`);
  return "";
}

function frame(address: string, title: string): string {
  return `<iframe src="${escapeHtml(address)}" title="${escapeHtml(title)}"></iframe>`;
}
