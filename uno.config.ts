import { defineConfig, presetIcons, presetWind4, transformerDirectives } from "unocss";

export default defineConfig({
  // Words of the source that would be taken for utilities; none is used as one, and each adds to what every page loads.
  blocklist:
    "container contents filter fixed grid h2 h3 h4 hidden inline ms outline px sticky tab table transition visible".split(
      " ",
    ),
  // The staff area has stylesheets of its own; a word of its source adds nothing to the one that public pages load.
  content: {
    pipeline: { exclude: [/\.(css|postcss|sass|scss|less|stylus|styl)($|\?)/, /\/app\/(staff(-kit)?|writing-kit)\//] },
  },
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
  // Every word in the source that is the name of a shortcut adds it to the stylesheet, so only shortcuts that pages use
  // are here.
  shortcuts: {
    wrap: "w-full max-w-[var(--container)] mx-auto px-[var(--margin)]",
    section: "py-[var(--section)]",
    muted: "[color:var(--ink-2)]",
  },
});
