import { isBox, openBox } from "#app/writing-kit/foreign-markdown/boxes.ts";
import { escapeHtml } from "#shared/text/escape-html.ts";
import { replaceBetween } from "#app/writing-kit/merge/replace-between.ts";
import { type Losses, shorten } from "#shared/insights/losses.ts";
import { AsideCode } from "./aside-code.ts";

/**
 * Markdown without the commands of Hugo (`{{< figure src="a.png" >}}`), Jekyll (`{% highlight js %}`) and MDX
 * (`import A from "a"`): pictures, videos and code become what they stand for, others are counted. Code stays as it is.
 */
export function dropTemplates(source: string, losses: Losses): string {
  if (!/\{\{|\{%|^(?:import|export)\s/m.test(source)) return source;
  const aside = new AsideCode();
  const text = keepWritten(aside.keepCode(source), aside, losses);
  const ends = new Set(Array.from(text.matchAll(/\{\{[<%]\s*\/\s*([\w.-]+)/g), ([, name = ""]) => name));
  return aside.restore(dropFrom(text, { ends, losses, restore: (words) => aside.restore(words) }));
}

/** What says of itself that it stays as it is is put aside, and comments go. */
function keepWritten(source: string, aside: AsideCode, losses: Losses): string {
  const writeCode = ([, indent, language = ""]: RegExpExecArray, inner: string) => {
    const code = aside
      .restore(inner)
      .replaceAll(/\{%-?\s*(?:end)?raw\s*-?%\}/g, "")
      .replace(/^\n+/, "")
      .trimEnd();
    const longest = Math.max(2, ...Array.from(code.matchAll(/`+/g), ([run]) => run.length));
    const fence = (indent ?? "") + "`".repeat(longest + 1);
    return `${indent === undefined ? "\n" : ""}${aside.keep(`${fence}${language}\n${code}\n${fence}`)}\n`;
  };
  const jekyll = replaceBetween(
    source,
    /(^[ \t>]*)?\{%-?\s*highlight\s+([\w+#-]+)(?![\w+#-])[^%{}]*%\}/gm,
    /\{%-?\s*endhighlight\s*-?%\}/g,
    writeCode,
  );
  const hugo = replaceBetween(
    jekyll,
    /(^[ \t>]*)?\{\{[<%]\s*highlight\s+([\w+#-]+)(?![\w+#-])[^<>%{}]*[>%]\}\}/gm,
    /\{\{[<%]\s*\/\s*highlight\s*[>%]\}\}/g,
    writeCode,
  );
  const keepAs =
    (end: string) =>
    ([start]: RegExpExecArray, inner: string) =>
      aside.keep(start + inner) + end;
  const blocks = replaceBetween(hugo, /<pre\b[^<>]*>/gi, /<\/pre>/gi, keepAs("</pre>"));
  const html = replaceBetween(blocks, /<code\b[^<>]*>/gi, /<\/code>/gi, keepAs("</code>"));
  const raw = replaceBetween(html, /\{%-?\s*raw\s*-?%\}/g, /\{%-?\s*endraw\s*-?%\}/g, (_start, inner) =>
    aside.keep(inner),
  );
  return replaceBetween(
    raw,
    /\{(?:\{[<%]|%-?)\s*comment\s*(?:[>%]\}|-?%)\}/g,
    /\{(?:%-?\s*endcomment\s*-?%|\{[<%]\s*\/\s*comment\s*[>%]\})\}/g,
    (_start, inner) => {
      losses.add("hidden", aside.restore(inner));
      return "";
    },
  );
}

interface Reading {
  /** The names of shortcodes that end somewhere. */
  ends: ReadonlySet<string>;
  losses: Losses;
  /** Words with the code that was put aside. */
  restore: (words: string) => string;
}

function dropFrom(text: string, reading: Reading): string {
  const { losses, restore } = reading;
  return text
    .replaceAll(
      /(^[ \t>]*)?\{\{[<%]\s*(?:(\/)\s*)?([\w.-][\w./-]*)(?![\w./-])((?:[^>%{}]|[>%](?!\}\}))*)[>%]\}\}/gm,
      (_all, indent: string | undefined, end: string | undefined, name: string, rest: string) => {
        const html = end ? (isBox(name) ? "</div>\n" : "") : writeShortcode(name, restore(rest), reading);
        return /^<\/?div/.test(html) ? setApart(html, indent) : (indent ?? "") + html;
      },
    )
    .replaceAll(/\{%-?\s*(\w+)(?!\w)((?:[^%{]|\{(?!%))*)%\}/g, (_all, name: string, rest: string) =>
      writeTag(name, restore(rest), losses),
    )
    .replaceAll(/\{\{-?\s*(?:site|page)\.(?:baseurl|url)\s*-?\}\}/g, "")
    .replaceAll(/\{\{([^{}\n]{1,200})\}\}/g, (_all, inner: string) => {
      losses.add("other", `the placeholder {{ ${shorten(restore(inner), 40)} }}`);
      return "";
    })
    .replaceAll(/^(?:import|export)[ \t][^\n\r\u2028\u2029]*$/gm, (line) => {
      if (!isModuleLine(line)) return line;
      losses.add("other", "a line of code before the text (MDX)");
      return "";
    });
}

/** A line of HTML between empty lines, in the same item of a list or the same quote as its line. */
function setApart(html: string, indent: string | undefined): string {
  if (indent === undefined) return `\n\n${html}\n`;
  const empty = `${indent.trimEnd()}\n`;
  return `${empty}${indent}${html}${empty}${indent}`;
}

/** `import A from "a";` or `export const a = 1;`, and no words of a text. */
function isModuleLine(line: string): boolean {
  if (/^export[ \t]+(?:const|default)[ \t]/.test(line)) return true;
  const [before = "", from, end] = line.replaceAll("'", '"').split('"');
  return from !== undefined && /^;?$/.test(end?.trim() ?? "-") && /^import(?:[ \t].*[ \t]from)?$/.test(before.trim());
}

function writeShortcode(name: string, rest: string, { ends, losses }: Reading): string {
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
  if (isBox(name) && ends.has(name) && !rest.trimEnd().endsWith("/")) {
    // `{{< notice tip "Try it" >}}`: the kind of the box and its title stand behind its name.
    const kind = isBox(first) ? first : name;
    const quoted = /\w=/.test(rest) ? [] : Array.from(rest.matchAll(/"([^"]*)"/g), ([, word = ""]) => word);
    return openBox(kind, read("title") || quoted.find((word) => word !== kind));
  }
  // A box without an end has its text here.
  losses.add("other", `the shortcode {{< ${shorten(isBox(name) ? `${name} ${rest}` : name, 40)} >}}`);
  return "";
}

function writeTag(name: string, rest: string, losses: Losses): string {
  if (name === "youtube") return frame(`https://www.youtube.com/embed/${rest.trim()}`, "");
  if (name === "post_url" || name === "link") return `/${rest.trim().replace(/^\d{4}-\d\d-\d\d-/, "")}`;
  if (!name.startsWith("end")) losses.add("other", `the tag {% ${shorten(name, 40)} %}`);
  return "";
}

function frame(address: string, title: string): string {
  return `<iframe src="${escapeHtml(address)}" title="${escapeHtml(title)}"></iframe>`;
}
