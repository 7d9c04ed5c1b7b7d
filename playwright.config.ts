import { defineConfig } from "playwright/test";
import { browserFlags } from "./scripts/lib/browser.ts";

const { BASE_URL, BROWSER_PATH } = process.env;
if (!BASE_URL || !BROWSER_PATH) throw new Error("Run the end-to-end tests with `npm test` or `npm test -- e2e`.");

export default defineConfig({
  testDir: "tests/e2e",
  outputDir: "test-results",
  workers: 2,
  fullyParallel: true,
  forbidOnly: true,
  timeout: 45_000,
  expect: { timeout: 10_000 },
  reporter: [["line"], ["json", { outputFile: "test-results/e2e.json" }]],
  use: {
    baseURL: BASE_URL,
    trace: "retain-on-failure",
    screenshot: "only-on-failure",
    launchOptions: { executablePath: BROWSER_PATH, args: browserFlags },
  },
});
