import { existsSync } from "node:fs";
import { chromium } from "playwright";

const systemBrowsers = [
  "/usr/bin/chromium",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/** For a closed network: the browser must not call home. */
export const browserFlags = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/**
 * Environment for a process that drives Chromium: `BROWSER_PATH`, and where the browser needs them, its libraries.
 *
 * On Linux x64 the browser comes out of a package, so that a machine without one can test; elsewhere it is
 * Playwright's own or the system's. `BROWSER_PATH` overrides. Throws when there is none.
 */
export async function findBrowser(): Promise<Record<string, string>> {
  if (process.env.BROWSER_PATH) return { BROWSER_PATH: process.env.BROWSER_PATH };
  if (process.platform === "linux" && process.arch === "x64") return unpackBrowser();
  const path = [chromium.executablePath(), ...systemBrowsers].find((one) => existsSync(one));
  if (!path) throw new Error("No Chromium found. Run `npx playwright install chromium` or set BROWSER_PATH.");
  return { BROWSER_PATH: path };
}

async function unpackBrowser(): Promise<Record<string, string>> {
  // The package unpacks its shared libraries and sets LD_LIBRARY_PATH only when it believes to be on this runtime.
  process.env.AWS_LAMBDA_JS_RUNTIME = "nodejs22.x";
  const { default: packaged } = await import("@sparticuz/chromium");
  return { BROWSER_PATH: await packaged.executablePath(), LD_LIBRARY_PATH: process.env.LD_LIBRARY_PATH ?? "" };
}
