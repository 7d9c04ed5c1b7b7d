import { dirname, join } from "node:path";
import { parseSync, type Node } from "oxc-parser";
import type { SourceCodeTransformer } from "unocss";
import { keepOrder, named, type Shortcut } from "./class-order.ts";
import { nameLayer } from "./name-layer.ts";

interface ClassString {
  start: number;
  end: number;
  words: string[];
  /** Whether it may give a name: it is one whole string, written as it is read. */
  isWhole: boolean;
  /** Whether it is a class. A string elsewhere is none, and gives no name. */
  isClass: boolean;
}

/** Words with a name before utilities: `list card: flex`. */
export const namePattern = /^(?:[a-z][\w-]* )*[a-z][\w-]*: (?=\S)/;

/**
 * The strings of a module that are classes: those within the attribute or property `className` or `class`, and the
 * names of icons. Words elsewhere add nothing; those that look like a name with utilities are told, too.
 */
export function readClassStrings(code: string, file: string): ClassString[] {
  const found: ClassString[] = [];
  const take = (start: number, end: number, isClass: boolean, isWhole: boolean) =>
    found.push({ start, end, words: code.slice(start, end).split(/\s+/).filter(Boolean), isClass, isWhole });
  const visit = (node: unknown, isClass: boolean): void => {
    if (Array.isArray(node)) for (const each of node) visit(each, isClass);
    else if (node !== null && typeof node === "object" && "type" in node) visitNode(node as Node, isClass);
  };
  const visitNode = (node: Node, isClass: boolean): void => {
    if (node.type === "Literal" && typeof node.value === "string") {
      const isShown = isClass || /^i-[a-z]+-[a-z-]+$/.test(node.value);
      if (isShown || namePattern.test(node.value))
        take(node.start + 1, node.end - 1, isShown, code.slice(node.start + 1, node.end - 1) === node.value);
    }
    if (isClass && node.type === "TemplateElement") {
      const start = code.indexOf(node.value.raw, node.start);
      take(start, start + node.value.raw.length, true, false);
    }
    const key = node.type === "JSXAttribute" ? node.name : node.type === "Property" ? node.key : null;
    const name = key === null ? "" : "name" in key ? key.name : "value" in key ? key.value : "";
    const isNamed = name === "className" || name === "class";
    for (const [part, child] of Object.entries(node))
      if (part !== "type") visit(child, (isClass && !isAsked(node, part)) || (isNamed && part === "value"));
  };
  visit(parseSync(file, code).program, false);
  return found;
}

/** Whether a part of an expression only decides what its value is. */
function isAsked({ type }: Node, part: string): boolean {
  return (
    part === "test" ||
    part === "arguments" ||
    part === "property" ||
    type === "BinaryExpression" ||
    (type === "LogicalExpression" && part === "left")
  );
}

/**
 * Makes one class of the utilities behind a name: `className="list card: flex gap-8px"` becomes `class="list card"`, and `.card` has the
 * declarations. So a page has as few classes, and a stylesheet as few bytes, as by hand. What a module names is in the layer that
 * `nameLayer` tells, which the module imports; `import "./recipes.ts"` imports the layer of the recipes.
 *
 * @throws Where two modules give one name, and where a part of a string gives one.
 */
export function nameUtilities(root: string): SourceCodeTransformer {
  return {
    name: "name-utilities",
    enforce: "pre",
    idFilter: (id) => /\/app\/.*\.tsx?($|\?)/.test(id),
    transform(s, id, { uno, tokens, invalidate }) {
      const file = id.replace(/\?.*/, "");
      const { shortcuts } = uno.config as unknown as { shortcuts: Shortcut[] };
      for (const { start, end, path } of listRecipeImports(s.original, file)) {
        const { layer } = nameLayer(
          root,
          path.startsWith("#app/") ? `${root}/${path.slice(1)}` : join(dirname(file), path),
        );
        for (const [name, , meta] of shortcuts) if (meta?.layer === layer) tokens?.add(name);
        s.overwrite(start, end, `import "uno:${layer}.css";`);
      }
      if (!file.endsWith(".tsx")) return;
      forget(file, shortcuts);
      const { layer, isApart } = nameLayer(root, file);
      let isNamed = false;
      for (const { start, end, words, isClass, isWhole } of readClassStrings(s.original, file)) {
        if (!isClass) continue;
        const at = words.findIndex((word) => word.endsWith(":"));
        const others = at === -1 ? words : words.slice(0, at);
        for (const word of others)
          if (word.startsWith("i-") || shortcuts.some(([known]) => known === word)) tokens?.add(word);
        const name = words[at]?.slice(0, -1);
        if (name === undefined) continue;
        if (!isWhole) throw new Error(`${file}: ${name} is to be named in one string, without expression and escape`);
        const owner = named.get(name) ?? shortcuts.find(([known]) => known === name)?.[2]?.layer;
        if (owner !== undefined) throw new Error(`${file} names a class ${name}, and so does ${owner}`);
        const shortcut: Shortcut = [name, words.slice(at + 1).join(" "), { layer }];
        named.set(name, file);
        shortcuts.push(shortcut);
        uno.invalidateToken(name);
        tokens?.add(name);
        keepOrder(name, start, file, shortcut[1]);
        isNamed = true;
        s.overwrite(start, end, [...others, name].join(" "));
      }
      if (isNamed && isApart) s.append(`\nimport "uno:${layer}.css";\n`);
      if (isNamed) invalidate();
    },
  };
}

/** The module is read anew: it names what it names now. */
function forget(file: string, shortcuts: Shortcut[]): void {
  for (const [name, owner] of named) {
    if (owner !== file) continue;
    named.delete(name);
    const at = shortcuts.findIndex(([known]) => known === name);
    if (at !== -1) shortcuts.splice(at, 1);
  }
}

function listRecipeImports(code: string, file: string): { start: number; end: number; path: string }[] {
  if (!code.includes("recipes.ts")) return [];
  return parseSync(file, code).program.body.flatMap((node) =>
    node.type === "ImportDeclaration" && node.specifiers.length === 0 && node.source.value.endsWith("recipes.ts")
      ? [{ start: node.start, end: node.end, path: node.source.value }]
      : [],
  );
}
