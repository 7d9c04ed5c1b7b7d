import { parseSync, type Node } from "oxc-parser";
import { dirname, join } from "node:path";
import type { SourceCodeTransformer } from "unocss";
import { keepOrder, named, type Shortcut } from "./class-order.ts";
import { nameLayer } from "./name-layer.ts";

interface ClassString {
  start: number;
  end: number;
  words: string[];
}

/**
 * The strings of a module that are classes: those within the attribute or property `className` or `class`, and the
 * names of icons. Words elsewhere add nothing.
 */
export function readClassStrings(code: string, file: string): ClassString[] {
  const found: ClassString[] = [];
  const visit = (node: unknown, isClass: boolean): void => {
    if (Array.isArray(node)) for (const each of node) visit(each, isClass);
    else if (node !== null && typeof node === "object" && "type" in node) visitNode(node as Node, isClass);
  };
  const visitNode = (node: Node, isClass: boolean): void => {
    if (node.type === "Literal" && typeof node.value === "string" && (isClass || /^i-[a-z]+-[a-z-]+$/.test(node.value)))
      take(node.start + 1, node.end - 1);
    if (isClass && node.type === "TemplateElement") {
      const start = code.indexOf(node.value.raw, node.start);
      take(start, start + node.value.raw.length);
    }
    const name = node.type === "JSXAttribute" ? node.name : node.type === "Property" ? node.key : null;
    const names = name !== null && "name" in name && (name.name === "className" || name.name === "class");
    for (const [key, child] of Object.entries(node)) if (key !== "type") visit(child, names || isClass);
  };
  const take = (start: number, end: number) =>
    found.push({ start, end, words: code.slice(start, end).split(/\s+/).filter(Boolean) });
  visit(parseSync(file, code).program, false);
  return found;
}

/**
 * Makes one class of the utilities behind a name: `className="list card: flex gap-8px"` becomes `class="list card"`, and `.card` has the
 * declarations. So a page has as few classes, and a stylesheet as few bytes, as by hand. What a module names is in the layer that
 * `nameLayer` tells, which the module imports; `import "./recipes.ts"` imports the layer of the recipes.
 *
 * @throws Where two modules give one name.
 */
export function nameUtilities(root: string): SourceCodeTransformer {
  return {
    name: "name-utilities",
    enforce: "pre",
    idFilter: (id) => /\/app\/.*\.tsx?($|\?)/.test(id),
    transform(s, id, { uno, tokens, invalidate }) {
      const file = id.replace(/\?.*/, "");
      const { shortcuts } = uno.config as unknown as { shortcuts: Shortcut[] };
      for (const { index, 0: line, 1: path = "" } of s.original.matchAll(/^import "([^"\n]*recipes\.ts)";$/gm)) {
        const at = path.startsWith("#app/") ? `${root}/${path.slice(1)}` : join(dirname(file), path);
        const { layer } = nameLayer(root, at);
        for (const [name, , meta] of shortcuts) if (meta?.layer === layer) tokens?.add(name);
        s.overwrite(index, index + line.length, `import "uno:${layer}.css";`);
      }
      if (!file.endsWith(".tsx")) return;
      for (const [name, { file: owner }] of named) if (owner === file) named.delete(name);
      const { layer, isApart } = nameLayer(root, file);
      let isNamed = false;
      for (const { start, end, words } of readClassStrings(s.original, file)) {
        const at = words.findIndex((word) => word.endsWith(":"));
        const others = at === -1 ? words : words.slice(0, at);
        for (const word of others)
          if (word.startsWith("i-") || shortcuts.some(([known]) => known === word)) tokens?.add(word);
        const name = words[at]?.slice(0, -1);
        if (name === undefined) continue;
        const known = shortcuts.findIndex(([each]) => each === name);
        const owner = named.get(name)?.file ?? shortcuts[known]?.[2]?.layer ?? layer;
        if (owner !== file && owner !== layer) throw new Error(`${file} names a class ${name}, and so does ${owner}`);
        const shortcut: Shortcut = [name, words.slice(at + 1).join(" "), { layer }];
        named.set(name, { file, shortcut });
        shortcuts.splice(known === -1 ? shortcuts.length : known, 1, shortcut);
        uno.invalidateToken(name);
        tokens?.add(name);
        keepOrder(name, start, file);
        isNamed = true;
        s.overwrite(start, end, [...others, name].join(" "));
      }
      if (isNamed && isApart) s.append(`\nimport "uno:${layer}.css";\n`);
      if (isNamed) invalidate();
    },
  };
}
