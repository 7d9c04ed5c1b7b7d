import { defineConfig, presetIcons, presetWind4, transformerDirectives } from "unocss";

const colours = [
  "bg",
  "surface",
  "surface-2",
  "ink",
  "ink-2",
  "ink-3",
  "line",
  "line-strong",
  "accent",
  "on-accent",
  "accent-text",
  "primary",
  "on-primary",
  "focus",
  "success",
  "success-bg",
  "danger",
  "danger-bg",
  "warn",
  "warn-bg",
  "info",
  "info-bg",
] as const;

/** The token's name as a utility, without the colour mixing that presetWind4 adds for opacities nobody uses here. */
function tokenRule(prefix: string, property: string) {
  return [
    new RegExp(`^${prefix}-(${colours.join("|")})$`),
    ([, name]: RegExpMatchArray) => ({ [property]: `var(--${name})` }),
  ] as [RegExp, (match: RegExpMatchArray) => Record<string, string>];
}

export default defineConfig({
  // Lets a room's own stylesheet hold its icons (`--at-apply: i-ph-…`), out of the one that public pages load.
  transformers: [transformerDirectives()],
  presets: [
    presetWind4({ preflights: { reset: false, theme: "on-demand" } }),
    presetIcons({
      scale: 1.25,
      extraProperties: { display: "inline-block", flex: "none", "vertical-align": "-0.22em" },
    }),
  ],
  theme: {
    breakpoint: { sm: "700px", md: "1024px", lg: "1200px", xl: "1280px" },
  },
  rules: [tokenRule("bg", "background-color"), tokenRule("text", "color"), tokenRule("border", "border-color")],
  shortcuts: {
    wrap: "w-full max-w-[var(--container)] mx-auto px-[var(--margin)]",
    section: "py-[var(--section)]",
    "grid-12": "grid grid-cols-12 gap-x-[var(--gutter)]",
    muted: "text-ink-2",
    small: "text-[0.9375rem] leading-[1.5]",
    caption: "text-[0.8125rem] leading-[1.45]",
    figures: "tabular-nums lining-nums",
  },
});
