import { cloudflareTest, readD1Migrations } from "@cloudflare/vitest-plugin";
import type { Plugin } from "vite";
import { defineConfig, type TestProjectInlineConfiguration } from "vitest/config";
import { inlineScripts } from "./scripts/vite/inline-scripts.ts";
import { pdfParts } from "./scripts/vite/pdf-parts.ts";
import { exposeBuiltRoutes } from "./tests/built-routes.ts";

// `npm run test:deep` sets it: see tests/runs.ts.
const env = { TEST_DEPTH: process.env.TEST_DEPTH ?? "", TEST_FAULTS: process.env.TEST_FAULTS ?? "" };

const prerenderedPages = "virtual:prerendered-pages";

/** Tests that import the Worker's code, and not its build, have no pages that a build has rendered. */
const withoutPrerenderedPages: Plugin = {
  name: "without-prerendered-pages",
  enforce: "pre",
  resolveId: (id) => (id === prerenderedPages ? `\0${id}` : undefined),
  load: (id) => (id === `\0${prerenderedPages}` ? `export const archive = ""; export const sizes = [];` : undefined),
};

/**
 * A workerd for the files of tests/worker whose names fit `names`. The modules of each file stay in its memory, and workerd
 * ends at 1.4 GB: more files need one workerd more.
 */
function buildWorkerd(name: string, names: string, groupOrder: number): TestProjectInlineConfiguration {
  return {
    plugins: [
      exposeBuiltRoutes(),
      inlineScripts("app/inline"),
      pdfParts(),
      withoutPrerenderedPages,
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
          // Where visits can be kept besides; nothing uses them unless a test says so.
          r2Buckets: { VISITS_BUCKET: "visits" },
          d1Databases: { VISITS_2026: "visits-2026", VISITS_2025: "visits-2025" },
        },
      })),
    ],
    test: {
      name,
      env,
      include: [`tests/worker/${names}*.test.{ts,tsx}`],
      // Each file reads its modules anew: packages of many modules are made one each.
      deps: {
        optimizer: {
          ssr: {
            enabled: true,
            include: [
              "zod",
              "kysely",
              "fast-check",
              "jose",
              "oauth4webapi",
              "markdown-it",
              "@simplewebauthn/server",
              "otpauth",
              "otplib",
            ],
          },
        },
      },
      setupFiles: ["./tests/worker/setup.ts"],
      // One workerd for all these files; the setup gives each its own modules and empty bindings.
      isolate: false,
      maxWorkers: 1,
      sequence: { groupOrder },
      // Room for a slow machine.
      testTimeout: env.TEST_DEPTH === "full" ? 600_000 : 120_000,
    },
  };
}

export default defineConfig({
  test: {
    projects: [
      buildWorkerd("workerd", "[a-h]", 0),
      buildWorkerd("workerd, from i", "[i-z]", 1),
      {
        test: {
          name: "node",
          env,
          include: ["tests/*.test.ts", "tests/ui/**/*.test.{ts,tsx}"],
          setupFiles: ["./tests/setup-node.ts"],
          isolate: false,
          maxWorkers: 1,
          // After the others: one process at a time leaves a core for the checks.
          sequence: { groupOrder: 2 },
          testTimeout: 60_000,
        },
      },
    ],
  },
});
