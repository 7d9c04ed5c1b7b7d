import { cloudflare } from "@cloudflare/vite-plugin";
import { reactRouter } from "@react-router/dev/vite";
import optimizeLocales from "@react-aria/optimize-locales-plugin";
import UnoCSS from "unocss/vite";
import { defineConfig } from "vite";
import { choicePath, consentedPath } from "./shared/analytics/consent.ts";
import { readCommit } from "./scripts/lib/read-commit.ts";
import { laterScript } from "./scripts/vite/later-script.ts";
import { readBundles } from "./scripts/vite/bundles.ts";
import { inlineScripts } from "./scripts/vite/inline-scripts.ts";
import { pdfParts } from "./scripts/vite/pdf-parts.ts";
import { kitIcons } from "./scripts/vite/kit-icons.ts";
import { keepWorkerOut } from "./scripts/vite/keep-worker-out.ts";
import { prerenderedPages } from "./scripts/vite/prerendered-pages.ts";
import { smallManifest } from "./scripts/vite/small-manifest.ts";
import { smallPreload } from "./scripts/vite/small-preload.ts";
import { smallWorker } from "./scripts/vite/small-worker.ts";
import { tokenColours } from "./scripts/vite/token-colours.ts";

/** Languages whose words React Aria brings for its own buttons. Dates follow the reader's language in any case. */
const locales = ["en-US"];

export default defineConfig({
  plugins: [
    inlineScripts(`${import.meta.dirname}/app/inline`),
    laterScript(`${import.meta.dirname}/app/inline/later/consented.ts`, consentedPath),
    laterScript(`${import.meta.dirname}/app/inline/later/choice.ts`, choicePath),
    tokenColours(),
    smallPreload(),
    smallManifest(),
    smallWorker(),
    pdfParts(),
    prerenderedPages(`${import.meta.dirname}/worker/pages/prerender.ts`),
    keepWorkerOut(`${import.meta.dirname}/worker/`),
    cloudflare({ viteEnvironment: { name: "ssr" }, persistState: { path: ".wrangler/dev" } }),
    optimizeLocales.vite({ locales }),
    kitIcons(),
    UnoCSS(),
    reactRouter(),
  ],
  build: { assetsInlineLimit: 0, modulePreload: false },
  define: { "import.meta.env.VITE_COMMIT": JSON.stringify(readCommit()) },
  environments: {
    client: { build: { rolldownOptions: { output: { codeSplitting: { groups: readBundles(import.meta.dirname) } } } } },
    // A start reads and compiles the whole Worker. Traces in logs are readable by the source maps.
    ssr: { build: { minify: true } },
  },
});
