import { defineConfig } from "playwright/test";
import { browserFlags, listDroppedFlags } from "./scripts/lib/browser.ts";

const { BASE_URL, BROWSER_PATH, TEST_DEPTH } = process.env;
if (!BASE_URL || !BROWSER_PATH) throw new Error("Run the end-to-end tests with `npm test` or `npm test -- e2e`.");

export default defineConfig({
  testDir: "tests/e2e",
  outputDir: "test-results/e2e",
  // One more than the cores that tests are made for: a third of a test is waiting, for a save or for what opens.
  workers: 3,
  fullyParallel: true,
  // @ci: CI and `npm test -- all` run it, `npm test` does not. @deep: `npm run test:deep` alone runs it (docs/decisions/025).
  ...(TEST_DEPTH === "full" ? { grep: /@deep/ } : { grepInvert: TEST_DEPTH === "quick" ? /@(ci|deep)/ : /@deep/ }),
  forbidOnly: true,
  // They end what stands still; nothing is judged by its time. A machine that does other work beside takes three times as
  // long as a quiet one. Whole matrices: one test does there what many do in the quick run.
  timeout: TEST_DEPTH === "full" ? 240_000 : 120_000,
  expect: { timeout: 20_000 },
  reporter: [["line"], ["json", { outputFile: process.env.E2E_JSON ?? "test-results/e2e.json" }]],
  use: {
    baseURL: BASE_URL,
    // Recording a trace costs a fifth of the whole run: ask for it with `npm test -- e2e FILE --trace on`.
    trace: "off",
    screenshot: "only-on-failure",
    launchOptions: {
      executablePath: BROWSER_PATH,
      // Stills what moves inside of pictures, which is drawn sixty times a second. Pages see what the test asks for.
      // No page lives long enough to earn back what optimised code costs to make: without it the browser takes 7 % less.
      args: [...browserFlags, "--force-prefers-reduced-motion", "--js-flags=--no-maglev,--no-opt"],
      ignoreDefaultArgs: listDroppedFlags(),
    },
  },
});
