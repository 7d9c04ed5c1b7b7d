import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { type Browser, chromium } from "playwright";
import sharp from "sharp";
import { browserFlags, findBrowser } from "../lib/browser.ts";
import { screens } from "../commands/development.ts";
import { readCommandLine } from "../lib/read-command-line.ts";
import { claimTask } from "../lib/claim-task.ts";
import { exitWithError, root } from "../lib/command.ts";
import { buildSite, ensureDevVars, prepareDatabase } from "../lib/local-site.ts";
import { findFreePort } from "../lib/ports.ts";
import { serveSite } from "../lib/serve-site.ts";

/**
 * npm run screens              one sheet for each template in docs/screens/: three widths, light above dark
 * npm run screens -- /gcc      a sheet of these pages
 */
const templates: Record<string, string> = {
  home: "/",
  service: "/cloud-engineering",
  "service-beside": "/gcc",
  industry: "/healthcare",
  partners: "/partners",
  "who-we-are": "/who-we-are",
  leadership: "/leadership",
  awards: "/awards-recognition",
  careers: "/careers",
  opening: "/careers/cloud-engineer",
  insights: "/insights",
  article: "/insights/leaving-a-data-centre",
  legal: "/privacy-policy",
  contact: "/contact",
  "not-found": "/no-such-page",
};
const asked = readCommandLine(screens).operands;
if (asked.some((path) => !path.startsWith("/")))
  exitWithError(`A page is named by its path, such as /gcc. \`${screens.run} -- --help\` tells more.`);
const pages = asked.length > 0 ? Object.fromEntries(asked.map((path) => [path.slice(1) || "home", path])) : templates;
const folder = join(root, "docs/screens");
const views = [
  { width: 1440, shown: 420 },
  { width: 768, shown: 260 },
  { width: 390, shown: 170 },
];
const margin = 20;

await claimTask("screens");
ensureDevVars();
const build = "build/screens";
await buildSite(build);
const state = ".wrangler/screens";
rmSync(state, { recursive: true, force: true });
await prepareDatabase(state, build);
const port = await findFreePort();
await serveSite({ build, port, state, logs: "hide" });
const { BROWSER_PATH: executablePath = "", ...libraries } = await findBrowser();
const env = { ...process.env, ...libraries } as Record<string, string>;
const browser = await chromium.launch({ executablePath, args: [...browserFlags], env });
mkdirSync(folder, { recursive: true });
for (const [name, path] of Object.entries(pages)) {
  await drawSheet(browser, `http://localhost:${port}${path}`, join(folder, `${name}.webp`));
  console.log(`${name}: ${path}`);
}
await browser.close();
process.exit(0);

async function drawSheet(browser: Browser, url: string, file: string): Promise<void> {
  const rows = [];
  for (const colorScheme of ["light", "dark"] as const) {
    const shots = [];
    for (const { width, shown } of views) {
      const shot = await takePicture(browser, { url, width, colorScheme });
      shots.push(await sharp(shot).resize({ width: shown }).png().toBuffer({ resolveWithObject: true }));
    }
    rows.push(shots);
  }
  const width = views.reduce((sum, { shown }) => sum + shown + margin, margin);
  const layers = [];
  let top = margin;
  for (const shots of rows) {
    let left = margin;
    for (const { data, info } of shots) {
      layers.push({ input: data, left, top });
      left += info.width + margin;
    }
    top += Math.max(...shots.map(({ info }) => info.height)) + margin;
  }
  await sharp({ create: { width, height: top, channels: 3, background: "#8a979a" } })
    .composite(layers)
    .webp({ quality: 62, effort: 5 })
    .toFile(file);
}

/** The whole page with all pictures loaded, for a visitor who has rejected cookies. */
async function takePicture(
  browser: Browser,
  { url, width, colorScheme }: { url: string; width: number; colorScheme: "light" | "dark" },
): Promise<Buffer> {
  const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme, reducedMotion: "reduce" });
  const page = await context.newPage();
  await page.addInitScript(() => {
    localStorage.setItem("cookie-consent", "rejected");
    localStorage.setItem("cookie-consent-date", new Date().toISOString());
  });
  await page.goto(url, { waitUntil: "networkidle" });
  await page.locator("img[loading=lazy]").evaluateAll((images) => {
    for (const image of images) image.setAttribute("loading", "eager");
  });
  await page.waitForLoadState("networkidle");
  const picture = await page.screenshot({ fullPage: true });
  await context.close();
  return picture;
}
