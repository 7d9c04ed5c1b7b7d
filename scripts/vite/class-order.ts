import { globSync } from "node:fs";
import { isAbsolute, join, relative } from "node:path";
import type { UserConfig } from "unocss";

export type Shortcut = [name: string, utilities: string, { layer?: string }?];

/** What modules name, by the name. */
export const named = new Map<string, string>();

const root = join(import.meta.dirname, "../..");
const orders = new Map<string, { place: number; selectors: Map<string, number> }>();
/** By name and not as the build reads them, which differs from build to build. */
const modules = new Map(listModules().map((path, at) => [path, at]));

function listModules(): string[] {
  return globSync("app/**/*.{ts,tsx}", { cwd: root })
    .map((path) => path.replaceAll("\\", "/"))
    .toSorted();
}

/** What a name of a state or of a part adds to a selector. */
const states: Record<string, string> = {
  ...Object.fromEntries(
    ["hover", "focus", "focus-visible", "focus-within", "active", "disabled", "checked", "empty"].map((name) => [
      name,
      `:${name}`,
    ]),
  ),
  ...Object.fromEntries(["before", "after", "placeholder", "marker", "backdrop"].map((name) => [name, `::${name}`])),
  first: ":first-child",
  last: ":last-child",
};

/** The selectors of the class `name` by the order in which its utilities first have them. */
function listSelectors(name: string, utilities: string): Map<string, number> {
  const places = new Map<string, number>();
  for (const utility of utilities.split(" ")) {
    let selector = `.${name}`;
    for (const [, variant = ""] of utility.matchAll(/((?:[\w@-]|\[(?:[^[\]]|\[[^\]]*\])*\])+):/g)) {
      const [, kind = "", condition = ""] = /^(aria|data)-\[(.+)\]$/.exec(variant) ?? [];
      if (states[variant]) selector += states[variant];
      else if (kind) selector += `[${kind}-${condition}]`;
      else if (/^\[.*&/.test(variant)) selector = variant.slice(1, -1).replace("&", selector);
    }
    if (!places.has(simplify(selector))) places.set(simplify(selector), places.size);
  }
  return places;
}

/** A selector as it is compared, whoever writes it. */
const simplify = (selector: string) => selector.replaceAll(/["'\s\\_]/g, "");

/** Notes the place of a class within its module, a path from the root of the checkout or an absolute one. */
export function keepOrder(name: string, at: number, path: string, utilities: string): void {
  const module = (isAbsolute(path) ? relative(root, path) : path).replaceAll("\\", "/");
  if (!modules.has(module)) modules.set(module, modules.size);
  orders.set(name, {
    place: ((modules.get(module) ?? 0) * 1_000_000 + at) * 1000,
    selectors: listSelectors(name, utilities),
  });
}

/** The place of the class that `selector` is about, which is the last one outside of brackets, and of its state. */
export function findPlace(selector: string): number {
  let depth = 0;
  let name = "";
  for (const [word] of selector.matchAll(/[()[\]]|\.[\w-]+/g)) {
    if (word === "(" || word === "[") depth += 1;
    else if (word === ")" || word === "]") depth -= 1;
    else if (depth === 0) name = word.slice(1);
  }
  const { place = 0, selectors } = orders.get(name) ?? {};
  const at = place + (selectors?.get(simplify(selector)) ?? 0);
  // What cannot be used looks like that whatever else its classes say, such as what another one says of the pointer above it.
  return /:disabled|\[aria-disabled/.test(selector) ? at + 1e15 : at;
}

/**
 * What stands later wins, as in a stylesheet by hand: of the utilities of a class, of the classes of a module and of a file of recipes.
 * Recipes are in a layer of their own, which all else is stronger than.
 */
export const sortByPlace: UserConfig = {
  mergeSelectors: false,
  outputToCssLayers: {
    cssLayerName: (layer) => (layer === "icons" ? "icons" : layer.endsWith("recipes") ? "recipes" : null),
  },
  sortLayers: (layers) => layers.toSorted((a, b) => Number(b.endsWith("recipes")) - Number(a.endsWith("recipes"))),
  configResolved({ rules }) {
    // The author's order of utilities, and not that of the rules.
    for (const [, , meta] of rules) if (meta) Object.assign(meta, { __index: 0 });
  },
  postprocess(util) {
    util.sort = findPlace(util.selector);
  },
};
