import { cloudflareTest, readD1Migrations } from "@cloudflare/vitest-plugin";
import type { Plugin } from "vite";
import { defineConfig, type TestProjectInlineConfiguration } from "vitest/config";
import { inlineScripts } from "./scripts/vite/inline-scripts.ts";
import { pdfParts } from "./scripts/vite/pdf-parts.ts";
import { exposeBuiltRoutes } from "./tests/built-routes.ts";

// scripts/lib/test-parts.ts sets it: see tests/runs.ts and docs/decisions/025.
const env = { TEST_DEPTH: process.env.TEST_DEPTH ?? "", TEST_FAULTS: process.env.TEST_FAULTS ?? "" };

const prerenderedPages = "virtual:prerendered-pages";

/** Tests that import the Worker's code, and not its build, have no pages: neither such as a build has rendered nor others. */
const withoutPages: Plugin = {
  name: "without-pages",
  enforce: "pre",
  resolveId(id, importer) {
    if (id === prerenderedPages) return `\0${id}`;
    if (id === "#worker/pages/pages.ts" && importer?.endsWith("/worker/index.ts"))
      return `${import.meta.dirname}/tests/worker/pages/no-pages.ts`;
    return undefined;
  },
  load: (id) => (id === `\0${prerenderedPages}` ? `export const archive = ""; export const sizes = [];` : undefined),
};

const workerd: TestProjectInlineConfiguration = {
  plugins: [
    exposeBuiltRoutes(),
    inlineScripts("app/inline"),
    pdfParts(),
    withoutPages,
    cloudflareTest(async () => ({
      main: "./tests/worker/entry.ts",
      wrangler: { configPath: "./wrangler.toml" },
      miniflare: {
        bindings: {
          AUTH_SECRET: "test-secret-of-at-least-32-characters",
          // As the repository comes: an owner's wrangler.toml has their own.
          SITE_ORIGIN: "http://localhost:8787",
          MAIL_FROM: "website@fivewright.example",
          MAIL_TEST_TO: "operator@fivewright.example",
          INDEXNOW_KEY: "",
          // Tests of other things sign in by session alone.
          REQUIRE_SECOND_FACTOR: "",
          TEST_MIGRATIONS: await readD1Migrations("./migrations"),
          ARCHIVE_MIGRATIONS: await readD1Migrations("./migrations-archive"),
          TEST_SEARCH_MIGRATIONS: await readD1Migrations("./migrations-search"),
        },
        // Where visits can also be stored; nothing uses them unless a test says so.
        r2Buckets: { VISITS_BUCKET: "visits" },
        d1Databases: { VISITS_2026: "visits-2026", VISITS_2025: "visits-2025" },
      },
    })),
  ],
  test: {
    name: "workerd",
    env,
    include: ["tests/worker/**/*.test.{ts,tsx}"],
    setupFiles: ["./tests/worker/setup.ts"],
    // One workerd for all files, which read each module once. The setup gives each an isolate's memory and bindings as new.
    isolate: false,
    maxWorkers: 1,
    sequence: { groupOrder: 0 },
    // Room for a slow machine.
    testTimeout: env.TEST_DEPTH === "full" ? 600_000 : 120_000,
  },
};

export default defineConfig({
  test: {
    ...(env.TEST_DEPTH === "quick" && { testNamePattern: /^(?!.*@ci)/ }),
    projects: [
      workerd,
      {
        test: {
          name: "node",
          env,
          include: ["tests/*.test.ts", "tests/lab/*.test.ts", "tests/ui/**/*.test.{ts,tsx}"],
          setupFiles: ["./tests/setup-node.ts"],
          isolate: false,
          maxWorkers: 1,
          // Where one run has both: after the others.
          sequence: { groupOrder: 1 },
          testTimeout: 60_000,
        },
      },
    ],
  },
});
