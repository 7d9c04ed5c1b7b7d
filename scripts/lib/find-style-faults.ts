import { globSync, readFileSync } from "node:fs";
import { createGenerator } from "unocss";
import config, { theme } from "../../uno.config.ts";
import { namePattern, readClassStrings } from "../vite/class-strings.ts";
import { listRecipeFiles, readRecipes } from "../vite/recipe-files.ts";
import { findLooseValues, findLooseWidths } from "./loose-values.ts";

/** Values of drawings are their own. */
const drawings = [
  "app/site/industries/architecture.css",
  "app/site/home/pillar-panels.css",
  "app/writing-kit/panel.css",
];
/** Where tokens are written, for screens and for paper. */
const sources = ["app/styles/tokens.css", "app/staff-kit/kit.css", "app/styles/print.css"];

/**
 * What is wrong with the classes and the stylesheets in `app/` of the checkout `root`, a line each: a utility that does not exist, one
 * that stands outside of a name, a name that two modules give, a value that is no token.
 */
export async function findStyleFaults(root: string): Promise<string[]> {
  const uno = await createGenerator(config);
  const faults: string[] = [];
  const owners = new Map<string, string>();
  const sheets = globSync("app/**/*.css", { cwd: root }).map((path) => path.replaceAll("\\", "/"));
  const texts = new Map(
    sheets.map((path) => [path, readFileSync(`${root}/${path}`, "utf8").replaceAll(/\/\*[^]*?\*\//g, "")]),
  );
  const written = new Set([...texts.values()].flatMap((text) => text.match(/(?<=\.)[a-z][\w-]*/g) ?? []));
  const recipes = new Set(uno.config.shortcuts.map(([name]) => String(name)));

  const checkValues = (where: string, css: string) => {
    for (const [, condition = ""] of css.matchAll(/@media([^{]*)\{/g))
      for (const width of findLooseWidths(condition, theme))
        faults.push(`${where}: ${width} is no breakpoint of uno.config.ts`);
    for (const [, property = "", value = ""] of css.matchAll(/(?<=[{;\s])([a-z-]+)\s*:\s*([^;{}]+)(?=[;}])/g))
      for (const loose of findLooseValues(property, value, theme))
        faults.push(`${where}: ${loose} in ${property} is no token of uno.config.ts`);
  };
  const checkUtilities = async (where: string, name: string, utilities: readonly string[]) => {
    const owner = owners.get(name);
    if (owner !== undefined) faults.push(`${where}: ${owner} names a class ${name}, too`);
    owners.set(name, where);
    for (const utility of utilities) {
      const found = await uno.parseToken(utility);
      if (!found?.length) faults.push(`${where}: uno.config.ts has no utility ${utility}`);
      for (const [, , css, parent] of found ?? []) checkValues(`${where}, ${utility}`, `${parent ?? ""}{ ${css}}`);
    }
  };

  const areUtilities = async (words: readonly string[]) => {
    for (const word of words) if (!(await uno.parseToken(word))?.length) return false;
    return words.length > 0;
  };

  for (const path of listRecipeFiles(root))
    for (const [name, utilities] of readRecipes(`${root}/${path}`))
      await checkUtilities(path, name, utilities.split(" "));
  for (const path of globSync("app/**/*.tsx", { cwd: root })) {
    const code = readFileSync(`${root}/${path}`, "utf8");
    for (const { start, end, words, isClass, isWhole } of readClassStrings(code, path)) {
      const where = `${path.replaceAll("\\", "/")}:${code.slice(0, start).split("\n").length}`;
      const at = words.findIndex((word) => word.endsWith(":"));
      const utilities = at === -1 ? [] : words.slice(at + 1);
      if (!isClass) {
        const isNamed = namePattern.test(code.slice(start, end)) && (await areUtilities(utilities));
        if (isNamed) faults.push(`${where}: utilities are no class here`);
        continue;
      }
      if (at !== -1 && !isWhole) faults.push(`${where}: utilities within a string with an expression or an escape`);
      if (at !== -1) await checkUtilities(where, words[at]?.slice(0, -1) ?? "", utilities);
      for (const word of at === -1 ? words : words.slice(0, at))
        if (!recipes.has(word) && !written.has(word) && !word.startsWith("i-") && (await uno.parseToken(word)))
          faults.push(`${where}: the utility ${word} stands outside of a name`);
    }
  }
  for (const [path, text] of texts)
    if (![...drawings, ...sources].includes(path)) checkValues(path, text.replaceAll(/"[^"\n]*"/g, '""'));
  return faults;
}
