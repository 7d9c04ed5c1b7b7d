import { parseHtml } from "#app/writing-kit/sieve/parse-html.ts";
import { textOf } from "#app/writing-kit/sieve/tree.ts";

/** Text in which signs have names, such as `&amp;`, as people read it. Tags stay what is written. */
export function decodeText(text: string): string {
  return text.includes("&") ? textOf(parseHtml(text.replaceAll("<", "&lt;")).body) : text;
}
