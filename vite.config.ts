import { cloudflare } from "@cloudflare/vite-plugin";
import { reactRouter } from "@react-router/dev/vite";
import optimizeLocales from "@react-aria/optimize-locales-plugin";
import UnoCSS from "unocss/vite";
import { defineConfig } from "vite";
import { choicePath, consentedPath } from "./shared/analytics/consent.ts";
import { readCommit } from "./scripts/lib/read-commit.ts";
import { laterScript } from "./scripts/vite/later-script.ts";
import { inlineScripts } from "./scripts/vite/inline-scripts.ts";
import { pdfParts } from "./scripts/vite/pdf-parts.ts";
import { keepWorkerOut } from "./scripts/vite/keep-worker-out.ts";
import { prerenderedPages } from "./scripts/vite/prerendered-pages.ts";
import { smallManifest } from "./scripts/vite/small-manifest.ts";
import { smallPreload } from "./scripts/vite/small-preload.ts";
import { smallWorker } from "./scripts/vite/small-worker.ts";
import { tokenColours } from "./scripts/vite/token-colours.ts";

/**
 * Modules that share a file: compressed, one large file is smaller than many small ones. A module in no group is in a
 * file with what the same routes use, so no file of a public page has staff code.
 */
const groups = [
  { name: "framework", test: /node_modules[\\/](react|react-dom|scheduler|react-router|cookie-es|@remix-run)[\\/]/ },
  {
    name: "site",
    test: matchModules(
      "site/(art|call-to-action|error-screen|parts/(breadcrumb|marked-list|page-graph|page-meta))",
      "content/(brand|calls-to-action|industries|navigation|services|spell-out)",
      "assets/art/(horizon|plate|thumb|token).*",
      "client/(page-data|session-client|theme)",
      "shared/(analytics/consent|permissions|accounts/session-channel|media/share-image|pages/theme)",
      "ui/(anchor-link|art|error-notice|go-to-target|hydration-signal|keep-theme|know-more|logo-mark|page-code-guard)",
      "ui/(reload-page|route-progress|section-head|star|star-spinner|tagline|theme.*|use-hydrated|use-page-change)",
    ),
  },
  { name: "fields", test: matchModules("ui/(field-frame|select)") },
  {
    name: "forms",
    test: matchModules(
      "content/form-labels",
      "ui/(checkbox|field|fill-fields|form-summary|text-area|use-corrected-fields)",
      "shared/(enquiries/enquiry-fields|pages/refusal)",
      "site/enquiries/(challenge|refusal)",
    ),
  },
  {
    name: "apply",
    test: matchModules(
      "site/hiring/applications/(file-field|use-draft-box)",
      "shared/hiring/application-(draft|fields|files)",
    ),
  },
  // Apart from the group that follows, for pages that use nothing else of it.
  { name: "display", test: matchModules("site/parts/display-text") },
  { name: "table", test: matchModules("ui/table") },
  { name: "parts", test: matchModules("site/parts/(?!breadcrumb|marked-list|page-(graph|meta)).*") },
  { name: "careers", test: matchModules("site/hiring/openings/(job-table|careers-picture|day-and-pay|hiring)") },
  {
    name: "insights",
    test: matchModules("site/insights/(feed-links|insights|post-card|unavailable)", "content/pages/insights"),
  },
];

/** Matches the modules of app/ and shared/ whose path, without its ending, fits one of `patterns`. */
function matchModules(...patterns: string[]): RegExp {
  return new RegExp(`/(?:app/)?(${patterns.join("|")})[.]\\w+([?]url)?$`.replaceAll("/", "[\\\\/]"));
}

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
    UnoCSS(),
    reactRouter(),
  ],
  build: { assetsInlineLimit: 0, modulePreload: false },
  define: { "import.meta.env.VITE_COMMIT": JSON.stringify(readCommit()) },
  environments: {
    client: { build: { rolldownOptions: { output: { codeSplitting: { groups } } } } },
    // A start reads and compiles the whole Worker. Traces in logs are readable by the source maps.
    ssr: { build: { minify: true } },
  },
});
