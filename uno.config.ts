import { globSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { defineConfig, presetIcons, presetWind3, transformerDirectives } from "unocss";
import { findOrder, noteOrder, nameUtilities } from "./scripts/vite/class-strings.ts";
import { nameLayer } from "./scripts/vite/name-layer.ts";

const root = import.meta.dirname;
const layerOf = (id: string) => nameLayer(root, id);

/** A token of app/styles/tokens.css or app/staff-kit/kit.css, by the name of its custom property. */
const token = (name: string) => `var(--${name})`;
const tokens = (names: string, prefix = "") =>
  Object.fromEntries(names.split(" ").map((name) => [name, token(prefix + name)]));

const colours: Record<string, string> = tokens(
  "bg surface surface-2 ink ink-2 ink-3 line line-strong accent on-accent accent-hover accent-text primary on-primary band band-ink band-ink-2 band-line gold on-gold focus success success-bg danger danger-bg warn warn-bg info info-bg c1 c2 c3 c4 c5 scrim",
);
const sizes = tokens("ctl ctl-small chip item row panel header margin gutter section container bleed");
const lengths: Record<string, string> = { ...sizes, page: token("px") };

/** All shortcuts that are used in more than one place, from the files recipes.ts beside their components. */
const recipes = await Promise.all(
  globSync("app/**/{recipes,*.recipes}.ts", { cwd: root }).map(async (path) => {
    const { recipes } = (await import(pathToFileURL(`${root}/${path}`).href)) as { recipes: Record<string, string> };
    const { layer } = layerOf(`${root}/${path}`);
    return Object.entries(recipes).map(([name, utilities], at): [string, string, { layer: string }] => {
      noteOrder(name, at);
      return [name, utilities, { layer }];
    });
  }),
);

const sides: Record<string, string[]> = {
  "": ["border"],
  "-t": ["border-top"],
  "-r": ["border-right"],
  "-b": ["border-bottom"],
  "-l": ["border-left"],
  "-x": ["border-left", "border-right"],
  "-y": ["border-top", "border-bottom"],
};

const spaces: Record<string, string> = {
  p: "padding",
  px: "padding-inline",
  py: "padding-block",
  m: "margin",
  mx: "margin-inline",
  my: "margin-block",
  gap: "gap",
};

export default defineConfig({
  // Only what nameUtilities reads is a class.
  extractorDefault: false,
  extractors: [],
  // What stands later wins: within a class, and of the classes of a module or of a recipe's file.
  mergeSelectors: false,
  outputToCssLayers: {
    cssLayerName: (layer) => (layer === "icons" ? layer : /recipes$/.test(layer) ? "recipes" : null),
  },
  sortLayers: (layers) => layers.toSorted((a, b) => Number(/recipes$/.test(b)) - Number(/recipes$/.test(a))),
  configResolved({ rules }) {
    for (const [, , meta] of rules) if (meta) Object.assign(meta, { __index: 0 });
  },
  postprocess(util) {
    util.sort = findOrder(util.selector);
  },
  presets: [
    presetWind3({ preflight: false }),
    presetIcons({
      scale: 1.25,
      extraProperties: { display: "inline-block", flex: "none", "vertical-align": "-0.22em" },
    }),
  ],
  transformers: [transformerDirectives(), nameUtilities(layerOf)],
  theme: {
    breakpoints: { sm: "700px", md: "1024px", lg: "1200px", xl: "1280px" },
    colors: colours,
    spacing: lengths,
    ...Object.fromEntries(
      "width height minWidth maxWidth minHeight maxHeight".split(" ").map((name) => [name, lengths]),
    ),
    fontFamily: {
      display: token("font-display"),
      text: token("font-text"),
      reading: token("font-reading"),
      mono: "ui-monospace, monospace",
    },
    fontSize: Object.fromEntries(
      Object.entries({
        xs: "0.75rem",
        sm: "0.8125rem",
        md: "0.875rem",
        base: "0.9375rem",
        lg: "1rem",
        body: "1.0625rem",
        xl: "1.125rem",
        "2xl": "1.1875rem",
        "3xl": "1.25rem",
        "4xl": "1.5rem",
        "5xl": "1.5625rem",
        "6xl": "1.75rem",
        d1: token("size-d1"),
        q: token("size-q"),
        d2: token("size-d2"),
        d3: token("size-d3"),
        h4: token("size-h4"),
        lead: token("size-lead"),
      }).map(([name, size]) => [name, size]),
    ),
    borderRadius: { control: token("rad"), full: "999px" },
    letterSpacing: { "0": "0" },
  },
  variants: [
    (matcher) =>
      matcher.startsWith("forced:")
        ? {
            matcher: matcher.slice(7),
            handle: (input, next) =>
              next({ ...input, parent: `${input.parent ? `${input.parent} $$ ` : ""}@media (forced-colors: active)` }),
          }
        : matcher,
  ],
  rules: [
    // The width, the style (solid unless it says so) and the colour of one side, of two or of all.
    [
      /^border(-[trblxy])?-(?:0|([\d.]+px)(-dashed)?-(.+))$/,
      ([, side = "", width, dashed, colour = ""]) => {
        const named = colours[colour] ?? (colour === "transparent" ? colour : /^\[(\w+)\]$/.exec(colour)?.[1]);
        if (width && !named && colour !== "current") return undefined;
        const value = width ? `${width} ${dashed ? "dashed" : "solid"}${named ? ` ${named}` : ""}` : "0";
        return Object.fromEntries((sides[side] ?? []).map((name) => [name, value]));
      },
    ],
    [
      /^text-(.+)$/,
      ([, name = ""], { theme }) => {
        const size = (theme.fontSize as Record<string, string>)[name];
        return size === undefined ? undefined : { "font-size": size };
      },
    ],
    // In one declaration what the build cannot put together by itself: px-gutter, p-[14px_page_10px], gap-[24px_gutter].
    [
      /^(-)?([pm][xy]?|gap)-(.+)$/,
      ([, minus, kind = "", value = ""]) => {
        const written = /^\[(.+)\]$/.exec(value)?.[1];
        const words = written?.match(/(?:[^_(]|\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))+/g) ?? [value];
        if (!written && !lengths[value] && !/^(0|auto|[\d.]+(px|r?em|ch|vw))$/.test(value)) return undefined;
        const sizes = words.map((word) => lengths[word] ?? word.replaceAll("_", " "));
        return {
          [spaces[kind] ?? ""]: !minus
            ? sizes.join(" ")
            : /^[\d.]/.test(value)
              ? `-${value}`
              : `calc(-1*${sizes.join(" ")})`,
        };
      },
    ],
    // All of a font at once: type-600-md/1-text.
    [
      /^type-(\d{3})-([\w-]+)\/([\d.]+(?:rem)?)-(display|text|reading)$/,
      ([, weight, size = "", line, family], { theme }) => {
        const value = (theme.fontSize as Record<string, string>)[size];
        return value === undefined ? undefined : { font: `${weight} ${value}/${line} var(--font-${family})` };
      },
    ],
    ...["items", "content", "self"].flatMap((what) =>
      ["start", "end"].map((where): [string, Record<string, string>] => [
        `${what}-${where}`,
        { [`align-${what}`]: where },
      ]),
    ),
    [/^bg-(.+)$/, ([, name = ""]) => (colours[name] ? { background: colours[name] } : undefined)],
    ["bg-current", { background: "currentColor" }],
    ["underline", { "text-decoration": "underline" }],
    ["tabular-nums", { "font-variant-numeric": "tabular-nums" }],
    ["shadow-float", { "box-shadow": "var(--shadow)" }],
    ["shadow-none", { "box-shadow": "none" }],
    ["content-empty", { content: '""' }],
    [/^leading-([\d.]+(?:rem|px)?)$/, ([, value]) => ({ "line-height": value })],
    [/^text-(balance|pretty)$/, ([, value]) => ({ "text-wrap": value })],
    [/^rounded-(\d+px|0)$/, ([, value]) => ({ "border-radius": value })],
    [/^wrap-(anywhere)$/, ([, value]) => ({ "overflow-wrap": value })],
    ["rounded-1/2", { "border-radius": "50%" }],
  ],
  shortcuts: [
    ["wrap", "w-full max-w-container mx-auto px-margin", { layer: "styles" }],
    ["section", "py-section", { layer: "styles" }],
    ["muted", "text-ink-2", { layer: "styles" }],
    [
      "sr-only",
      "absolute w-1px h-1px p-0 -m-1px overflow-hidden whitespace-nowrap border-0 [clip:rect(0,0,0,0)]",
      { layer: "styles" },
    ],
    ["underlined", "underline underline-offset-4px", { layer: "styles" }],
    ...recipes.flat(),
  ],
});
