import { defineConfig } from "playwright/test";
import { browserFlags, findBrowser } from "/tmp/b/w/import-read/scripts/lib/browser.ts";
const env = await findBrowser(); Object.assign(process.env, env);
export default defineConfig({ testDir: "/tmp/b/w/import-read/tests/e2e", testMatch: "import-readers.spec.ts", outputDir:"/tmp/b/ir-out", workers: 1, timeout: 60000, reporter: "line", use: { launchOptions: { executablePath: env.BROWSER_PATH, args: browserFlags } } });
