import { cloudflare } from "@cloudflare/vite-plugin";
import { reactRouter } from "@react-router/dev/vite";
import UnoCSS from "unocss/vite";
import { defineConfig } from "vite";
import { consentedPath } from "./app/shared/consent.ts";
import { consentedScript } from "./scripts/vite/consented-script.ts";
import { inlineScripts } from "./scripts/vite/inline-scripts.ts";
import { keepWorkerOut } from "./scripts/vite/keep-worker-out.ts";

export default defineConfig({
  plugins: [
    inlineScripts(`${import.meta.dirname}/app/inline`),
    consentedScript(`${import.meta.dirname}/app/inline/later/consented.ts`, consentedPath),
    keepWorkerOut(`${import.meta.dirname}/worker/`),
    cloudflare({ viteEnvironment: { name: "ssr" } }),
    UnoCSS(),
    reactRouter(),
  ],
  build: { assetsInlineLimit: 0 },
});
