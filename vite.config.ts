import { cloudflare } from "@cloudflare/vite-plugin";
import { reactRouter } from "@react-router/dev/vite";
import optimizeLocales from "@react-aria/optimize-locales-plugin";
import UnoCSS from "unocss/vite";
import { defineConfig } from "vite";
import { consentedPath } from "./app/shared/consent.ts";
import { consentedScript } from "./scripts/vite/consented-script.ts";
import { inlineScripts } from "./scripts/vite/inline-scripts.ts";
import { keepWorkerOut } from "./scripts/vite/keep-worker-out.ts";
import { tokenColours } from "./scripts/vite/token-colours.ts";

/**
 * Fewer, larger files: what every page runs on, and what many public pages share. What a few share comes with those, and
 * staff and sign-in code stays apart. Insights are four kinds of page that share much with one another alone.
 */
const groups = [
  { name: "framework", test: /node_modules[\\/](react|react-dom|scheduler|react-router|cookie-es|@remix-run)[\\/]/ },
  {
    name: "site",
    test: /app[\\/](site(?![\\/]insights)|content(?![\\/]pages[\\/]insights)|assets)[\\/]/,
    minShareCount: 4,
  },
  // Small parts that every page of the site runs on; one file of them is smaller than eight.
  {
    name: "parts",
    test: /app[\\/](ui[\\/](error-notice|reload-page|page-code-guard|hydration-signal|keep-theme|use-page-change|route-progress|star|star-spinner|logo-mark|go-to-target|anchor-link|tagline|section-head|know-more)|client[\\/](session-client|page-data|theme)|shared[\\/]permissions)\.tsx?$/,
  },
];

/** Languages whose words React Aria brings for its own buttons. Dates follow the reader's language in any case. */
const locales = ["en-US"];

export default defineConfig({
  plugins: [
    inlineScripts(`${import.meta.dirname}/app/inline`),
    consentedScript(`${import.meta.dirname}/app/inline/later/consented.ts`, consentedPath),
    tokenColours(),
    keepWorkerOut(`${import.meta.dirname}/worker/`),
    cloudflare({ viteEnvironment: { name: "ssr" }, persistState: { path: ".wrangler/dev" } }),
    optimizeLocales.vite({ locales }),
    UnoCSS(),
    reactRouter(),
  ],
  build: { assetsInlineLimit: 0 },
  environments: { client: { build: { rolldownOptions: { output: { codeSplitting: { groups } } } } } },
});
