import { readdirSync, readFileSync } from "node:fs";
import { type Expression, parseSync, Visitor } from "oxc-parser";

/** Where the site's own code is. */
const roots = ["app", "shared", "worker"];

export interface FoundExpression {
  source: string;
  flags: string;
  /** Where it is, "worker/a.ts:12", the first of several. */
  place: string;
}

export interface Expressions {
  /** Those of the code by how they are written, "/a+/g". */
  fixed: Map<string, FoundExpression>;
  /** Calls of RegExp whose text is put together while the site runs, and where they are. */
  made: Map<string, string>;
}

/** The regular expressions in all code of the site. */
export function listExpressions(): Expressions {
  const found: Expressions = { fixed: new Map(), made: new Map() };
  for (const root of roots)
    for (const file of readdirSync(root, { recursive: true, encoding: "utf8" }).toSorted())
      if (/\.tsx?$/.test(file)) addExpressions(`${root}/${file}`, found);
  return found;
}

/** Adds those of a file; `text` is what is in it. */
export function addExpressions(file: string, found: Expressions, text = readFileSync(file, "utf8")): void {
  const { program, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file} cannot be read: ${errors[0]?.message}`);
  const place = (start: number) => `${file}:${text.slice(0, start).split("\n").length}`;
  const add = (source: string, flags: string, start: number) => {
    const written = `/${source}/${flags}`;
    if (!found.fixed.has(written)) found.fixed.set(written, { source, flags, place: place(start) });
  };
  const addCall = (node: { callee: Expression; arguments: readonly unknown[]; start: number; end: number }) => {
    if (node.callee.type !== "Identifier" || node.callee.name !== "RegExp") return;
    const [source, flags] = node.arguments.map((part) => readText(part as Expression));
    if (source === undefined || (node.arguments.length > 1 && flags === undefined))
      found.made.set(text.slice(node.start, node.end).replaceAll(/\s+/g, " "), place(node.start));
    else add(source, flags ?? "", node.start);
  };
  new Visitor({
    Literal: (node) => {
      if ("regex" in node) add(node.regex.pattern, node.regex.flags, node.start);
    },
    NewExpression: addCall,
    CallExpression: addCall,
  }).visit(program);
}

/** The text of a string that is all in the code; undefined for others. */
function readText(node: Expression): string | undefined {
  if (node.type === "Literal" && typeof node.value === "string") return node.value;
  if (node.type === "TemplateLiteral" && node.expressions.length === 0)
    return node.quasis[0]?.value.cooked ?? undefined;
  if (node.type !== "TaggedTemplateExpression" || node.quasi.expressions.length > 0) return undefined;
  return node.quasi.quasis[0]?.value.raw;
}
