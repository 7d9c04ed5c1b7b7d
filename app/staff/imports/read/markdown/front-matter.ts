import { parse as parseToml } from "smol-toml";
import { parse as parseYaml } from "yaml";
import { BrokenFileError } from "../../imported-post.ts";

export interface SplitFile {
  fields: Readonly<Record<string, unknown>>;
  body: string;
}

const longest = 100_000;

/**
 * What a Markdown file says before its text, as YAML between `---` or as TOML between `+++`, and the text.
 * @throws {BrokenFileError} with the line at which that cannot be read
 */
export function splitFrontMatter(text: string, name: string): SplitFile {
  const sign = /^(---|\+\+\+)[ \t]*\n/.exec(text)?.[1];
  if (sign === undefined) return { fields: {}, body: text };
  const start = text.indexOf("\n") + 1;
  const end = new RegExp(String.raw`^(?:${sign === "---" ? "---|\\.\\.\\." : "\\+\\+\\+"})[ \t]*$`, "m").exec(
    text.slice(start),
  );
  // A line across the page, and no front matter at all.
  if (!end) return { fields: {}, body: text };
  const head = text.slice(start, start + end.index);
  const body = text.slice(start + end.index + end[0].length).replace(/^\n+/, "");
  judgeDepth(head, name);
  if (head.length > longest) throw new BrokenFileError("What stands before the text is too long.", at(name, 1));
  const fields = sign === "---" ? readYaml(head, name) : readToml(head, name);
  if (typeof fields === "object" && fields !== null && !Array.isArray(fields))
    return { fields: fields as Record<string, unknown>, body };
  return { fields: {}, body: fields === null || fields === undefined ? body : text };
}

/** Lists and objects in each other; nobody writes more. */
const deepest = 50;

/**
 * What is nested without end takes its readers long, or ends them. Throws BrokenFileError.
 */
function judgeDepth(head: string, name: string): void {
  let depth = 0;
  for (const [sign] of head.matchAll(/[[\]{}]/g)) {
    depth = /[[{]/.test(sign) ? depth + 1 : Math.max(0, depth - 1);
    if (depth > deepest) throw new BrokenFileError("The lines before the text are nested without end.", at(name, 1));
  }
  // Of YAML: "- - - a" on one line, and lines that stand further and further to the right.
  if (/(?:[-?][ \t]+){50}|^[ \t]{400}/m.test(head))
    throw new BrokenFileError("The lines before the text are nested without end.", at(name, 1));
}

function readYaml(head: string, name: string): unknown {
  try {
    return parseYaml(head, { maxAliasCount: 20, uniqueKeys: false, logLevel: "error", prettyErrors: true });
  } catch (error) {
    const line = (error as { linePos?: { line: number }[] }).linePos?.[0]?.line ?? 0;
    throw new BrokenFileError("The lines before the text are no YAML.", at(name, line + 1));
  }
}

function readToml(head: string, name: string): unknown {
  try {
    return parseToml(head);
  } catch (error) {
    const line = Number((error as { line?: number }).line ?? 0);
    throw new BrokenFileError("The lines before the text are no TOML.", at(name, line + 1));
  }
}

function at(name: string, line: number): string {
  return `${name ? `${name}, ` : ""}line ${line}`;
}
