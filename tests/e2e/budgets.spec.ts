import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { expect, hydrate, test } from "./fixtures.ts";

const kilobyte = 1024;

test("the home page keeps its budgets: HTML, CSS, fonts, inline script, no external script", async ({
  page,
  request,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const bodies: { type: string; url: string }[] = [];
  page.on("response", (response) => bodies.push({ type: response.request().resourceType(), url: response.url() }));
  await page.goto("/");
  await page.waitForLoadState("networkidle");

  const weigh = async (type: string, compress: boolean) => {
    const sizes = bodies
      .filter((body) => body.type === type)
      .map(async ({ url }) => {
        const bytes = await (await request.get(url)).body();
        return compress ? gzipSync(bytes, { level: 9 }).length : bytes.length;
      });
    return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  };
  const inline = await page.evaluate(() =>
    [...document.scripts]
      .filter((script) => !script.src && (script.type === "" || script.type === "module"))
      .reduce((sum, script) => sum + new TextEncoder().encode(script.text).length, 0),
  );
  const figures = {
    html: await weigh("document", true),
    css: await weigh("stylesheet", true),
    fonts: await weigh("font", false),
    scripts: bodies.filter(({ type }) => type === "script").length,
    inline,
    images: await weigh("image", true),
  };
  test.info().annotations.push({ type: "figures", description: JSON.stringify(figures) });
  console.log(`home page bytes: ${JSON.stringify(figures)}`);
  for (const name of ["html", "css", "fonts", "inline", "images"] as const)
    expect(figures[name], name).toBeGreaterThan(500);
  expect(figures.html).toBeLessThanOrEqual(25 * kilobyte);
  expect(figures.css).toBeLessThanOrEqual(14 * kilobyte);
  expect(figures.fonts).toBeLessThanOrEqual(70 * kilobyte);
  expect(figures.inline).toBeLessThanOrEqual(3 * kilobyte);
  expect(figures.scripts).toBe(0);
});

test("nothing of the staff area or the sign-in pages reaches a public page", async ({ page }) => {
  await page.goto("/");
  const scripts: string[] = [];
  page.on("response", async (response) => {
    if (response.request().resourceType() === "script") scripts.push(response.url());
  });
  await hydrate(page);
  await page.waitForLoadState("networkidle");
  expect(scripts.length).toBeGreaterThan(0);
  const texts = await Promise.all(scripts.map(async (url) => (await page.request.get(url)).text()));
  const everyChunk = readdirSync("build/client/assets")
    .filter((file) => file.endsWith(".js"))
    .map((file) => readFileSync(`build/client/assets/${file}`, "utf8"));
  for (const trace of ["Access Denied", "user-management", "gcTime", "current-password"]) {
    expect(
      everyChunk.some((text) => text.includes(trace)),
      `${trace} tells nothing: it is in no script`,
    ).toBe(true);
    expect(
      texts.some((text) => text.includes(trace)),
      `${trace} is in a public script`,
    ).toBe(false);
  }
  const total = texts.reduce((sum, text) => sum + gzipSync(text, { level: 9 }).length, 0);
  console.log(`home page after hydration: ${total} bytes of script, gzip`);
  expect(total).toBeLessThanOrEqual(135 * kilobyte);
});

test("the Worker could be deployed as it is, and its upload is at most 1 MB", () => {
  const report = execFileSync("wrangler", ["deploy", "--dry-run", "--outdir", "build/upload"], { encoding: "utf8" });
  const [, kibibytes = "NaN"] = /Total Upload: .*gzip: ([\d.]+) KiB/.exec(report) ?? [];
  console.log(`Worker upload: ${kibibytes} KiB gzip`);
  expect(Number(kibibytes)).toBeLessThanOrEqual(1024);
});
