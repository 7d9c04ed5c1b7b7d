/** Texts of articles that are made of hostile ones. */
import { cleanLine } from "#shared/text/clean-line.ts";
import { everything } from "#tests/article-vectors.ts";

/** `texts` from the one at `start` on, as one that has at most `longest` characters. */
export function join(texts: readonly string[], start: number, longest: number): string {
  const turned = [...texts.slice(start), ...texts.slice(0, start)];
  return cleanLine(turned.join(" ").toWellFormed(), longest);
}

/**
 * An article of every kind of block, with `texts` where a page makes more of them than its text: contents, names of tables,
 * notes. All other places are tried with the renderer alone (insights-markdown.test.ts).
 */
export function writeMarkdown(texts: readonly string[]): string {
  const places = texts.map((text) => {
    const line = text.replaceAll(/[\r\n]+/g, " ");
    return [
      text,
      `## ${line}`,
      `> [!note] ${line}\n> ${line}`,
      `| ${line} | b |\n| :-- | --: |\n| ${line} | ${line} |`,
      `![${line}](/media/x.svg "${line}")`,
      `Text[^${line}] and^[${line}]\n\n[^${line}]: ${line}`,
    ].join("\n\n");
  });
  return [everything, ...places].join("\n\n");
}
