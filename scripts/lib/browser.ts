import { existsSync, statfsSync } from "node:fs";
import { chromium } from "playwright";

const systemBrowsers = [
  "/usr/bin/chromium",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/** Without these the browser makes requests of its own, which fail in a closed network. */
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
 * Flags of Playwright that the browser does without. It keeps shared memory in files on the disk, for machines with little
 * of it; where there is enough, memory takes an eighth less of the browser's time.
 */
export function listDroppedFlags(): string[] {
  const folder = "/dev/shm";
  if (!existsSync(folder)) return [];
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize >= 2 ** 30 ? ["--disable-dev-shm-usage"] : [];
}

/**
 * Environment for a process that drives Chromium: `BROWSER_PATH`, and the path of its libraries if it needs them.
 *
 * On Linux x64 the browser comes from an npm package, so that a machine without a browser can run the tests. Elsewhere
 * it is Playwright's own or the system's. `BROWSER_PATH` overrides. Throws when there is none.
 */
export async function findBrowser(): Promise<Record<string, string>> {
  if (process.env.BROWSER_PATH) return { BROWSER_PATH: process.env.BROWSER_PATH };
  if (process.platform === "linux" && process.arch === "x64") return unpackBrowser();
  const path = [chromium.executablePath(), ...systemBrowsers].find((one) => existsSync(one));
  if (!path) throw new Error("No Chromium found. Run `npx playwright install chromium` or set BROWSER_PATH.");
  return { BROWSER_PATH: path };
}

async function unpackBrowser(): Promise<Record<string, string>> {
  // The package unpacks its shared libraries and sets LD_LIBRARY_PATH only if this variable is set.
  process.env.AWS_LAMBDA_JS_RUNTIME = "nodejs22.x";
  const { default: packaged } = await import("@sparticuz/chromium");
  return { BROWSER_PATH: await packaged.executablePath(), LD_LIBRARY_PATH: process.env.LD_LIBRARY_PATH ?? "" };
}
