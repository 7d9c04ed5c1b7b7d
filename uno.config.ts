import { defineConfig, presetIcons, presetWind3, type Rule, transformerDirectives } from "unocss";
import { nameUtilities } from "./scripts/vite/class-strings.ts";
import { nameLayer } from "./scripts/vite/name-layer.ts";
import { listRecipeFiles, readRecipes } from "./scripts/vite/recipe-files.ts";
import { keepOrder, sortByPlace } from "./scripts/vite/class-order.ts";
import { media, rules } from "./scripts/vite/utilities.ts";

const root = import.meta.dirname;

/** `var(--name)` by name: the values stand in app/styles/tokens.css (both themes) and app/staff-kit/kit.css. */
const properties = (names: string) => Object.fromEntries(names.split(" ").map((name) => [name, `var(--${name})`]));
const pixels = (sizes: readonly number[]) => Object.fromEntries(sizes.map((size) => [`${size}px`, `${size}px`]));
const rems = (sizes: readonly number[]) => Object.fromEntries(sizes.map((size) => [size, `${size / 16}rem`]));

/** All that the look of a page is made of. `npm run check` refuses other values outside of drawings. */
export const theme = {
  colors: {
    transparent: "transparent",
    current: "currentColor",
    ...properties(
      "bg surface surface-2 ink ink-2 ink-3 line line-strong accent on-accent accent-hover accent-text primary on-primary band band-ink band-ink-2 band-line gold on-gold focus success success-bg danger danger-bg warn warn-bg info info-bg c1 c2 c3 c4 c5 plate scrim",
    ),
  },
  /** Between and within parts: p-14px, gap-[8px_12px], mt-section. */
  spacing: {
    ...pixels([
      0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 16, 18, 20, 22, 24, 26, 28, 30, 32, 34, 36, 40, 44, 48, 52, 56,
      58, 60, 64, 66, 72, 76, 80, 82, 84, 88, 96, 112, 124, 130, 150, 152,
    ]),
    // On paper.
    "12pt": "12pt",
    // These grow with the text.
    ...rems([5.6, 6.4, 8, 9.6, 10, 10.4, 10.88, 15.2, 16, 17.6, 20, 26, 28]),
    ...properties("margin gutter section bleed"),
    page: "var(--px)",
  },
  /** Of parts that look alike wherever they stand: h-ctl, max-w-container. */
  sizes: properties("ctl ctl-small chip item row panel header container"),
  /** text-15 is 15 px where nobody chose another size of text; text-fluid-24-30 grows with the window. */
  fontSize: {
    ...rems([10, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 28, 34, 36, 76]),
    "fluid-18-21": "clamp(1.125rem, 1.05rem + 0.35vw, 1.3125rem)",
    "fluid-18-23": "clamp(1.125rem, 1rem + 0.5vw, 1.4375rem)",
    "fluid-20-26": "clamp(1.25rem, 1.1rem + 0.55vw, 1.625rem)",
    "fluid-20-27": "clamp(1.25rem, 1.05rem + 0.75vw, 1.6875rem)",
    "fluid-21-24": "clamp(1.3rem, 1.2rem + 0.4vw, 1.5rem)",
    "fluid-21-25": "clamp(1.3125rem, 1.2rem + 0.5vw, 1.5625rem)",
    "fluid-22-28": "clamp(1.375rem, 1.2rem + 0.7vw, 1.75rem)",
    "fluid-24-30": "clamp(1.5rem, 1.35rem + 0.5vw, 1.875rem)",
    "fluid-24-33": "clamp(1.5rem, 1.2rem + 0.9vw, 2.0625rem)",
    "fluid-24-34": "clamp(1.5rem, 1.2rem + 1.05vw, 2.125rem)",
    "fluid-24-40": "clamp(1.5rem, 0.1rem + 2.3vw, 2.5rem)",
    "fluid-26-34": "clamp(1.6rem, 1.3rem + 1.1vw, 2.125rem)",
    "fluid-28-44": "clamp(1.75rem, 1.3rem + 1.8vw, 2.75rem)",
    "fluid-32-52": "clamp(2rem, 1.4rem + 2vw, 3.25rem)",
    "fluid-32-52-steep": "clamp(2rem, 1.4rem + 2.2vw, 3.25rem)",
    "fluid-40-68": "clamp(2.5rem, 1.6rem + 2.4vw, 4.25rem)",
    "fluid-40-72": "clamp(2.5rem, 1.9rem + 2.6vw, 4.5rem)",
    // On paper.
    "11pt": "11pt",
    "28pt": "28pt",
    d1: "var(--size-d1)",
    q: "var(--size-q)",
    d2: "var(--size-d2)",
    d3: "var(--size-d3)",
    h4: "var(--size-h4)",
    lead: "var(--size-lead)",
  },
  fontFamily: {
    display: "var(--font-display)",
    text: "var(--font-text)",
    reading: "var(--font-reading)",
    mono: "ui-monospace, monospace",
  },
  borderRadius: { ...pixels([1, 3, 4, 5, 6, 8, 10, 12, 13, 14, 15, 16, 18]), control: "var(--rad)", full: "999px" },
  boxShadow: { float: "var(--shadow)", invalid: "inset 0 0 0 1px var(--danger)", none: "none" },
  durations: [
    "0.01ms",
    "0.12s",
    "0.15s",
    "0.18s",
    "0.2s",
    "0.25s",
    "0.3s",
    "0.35s",
    "0.4s",
    "0.6s",
    "0.8s",
    "0.9s",
    "1s",
    "8s",
  ],
  /** Where one part alone changes, as a condition in brackets: [@media_(width<640px)]:hidden. */
  widths: ["400px", "30em", "480px", "600px", "640px", "43.75em", "768px", "800px", "64em", "75em", "81em", "96em"],
  breakpoints: { sm: "700px", md: "1024px", lg: "1200px", xl: "1280px" },
};

/** What stands in more than one place: the files recipes.ts beside the components that own it. */
const recipes = listRecipeFiles(root).flatMap((path) => {
  const { layer } = nameLayer(root, `${root}/${path}`);
  return readRecipes(`${root}/${path}`).map(([name, utilities], at): [string, string, { layer: string }] => {
    keepOrder(name, at, path, utilities);
    return [name, utilities, { layer }];
  });
});

export default defineConfig({
  // Only what nameUtilities reads is a class.
  extractorDefault: false,
  extractors: [],
  // focus-ring is one word.
  separators: [":"],
  ...sortByPlace,
  presets: [
    { name: "media", enforce: "pre", variants: [media] },
    presetWind3({ preflight: false }),
    presetIcons({
      scale: 1.25,
      extraProperties: { display: "inline-block", flex: "none", "vertical-align": "-0.22em" },
    }),
  ],
  transformers: [transformerDirectives(), nameUtilities(root)],
  // Nothing of what the preset has.
  extendTheme: () => ({
    ...theme,
    spacing: { ...theme.spacing, ...theme.sizes },
    // A width is a size or a space.
    ...Object.fromEntries(
      ["width", "height", "minWidth", "maxWidth", "minHeight", "maxHeight"].map((name) => [
        name,
        { ...theme.spacing, ...theme.sizes, none: "none" },
      ]),
    ),
  }),
  rules: rules as Rule[],
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
    ...recipes,
  ],
});
