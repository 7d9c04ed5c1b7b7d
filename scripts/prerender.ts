/**
 * Renders the fixed pages of a fresh build and writes them into its Worker: `node scripts/prerender.ts build/site`. Fails
 * when one of them fails.
 */
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import { convertV4MiniflareOptions, Miniflare, type V4MiniflareOptions } from "miniflare";
import type { PrerenderedPage } from "../worker/pages/prerendered-pages.ts";
import { exitWithError, root } from "./lib/command.ts";
import { readBuild } from "./lib/read-build.ts";

const [build] = process.argv.slice(2);
if (!build) exitWithError("Give the folder of a build.");
const server = resolve(root, build, "server");
const entry = "prerender.js";

const pages = Object.entries(await renderPages(build)).map(([path, page]) => ({ path, text: JSON.stringify(page) }));
writeFileSync(join(server, "prerendered-pages.js"), writeArchive(pages));
// Its work is done, and everything in this folder is uploaded.
for (const file of [entry, `${entry}.map`]) rmSync(join(server, file), { force: true });

/** Runs worker/pages/prerender.ts with the variables of this build, but without anything that it is bound to. */
async function renderPages(build: string): Promise<Record<string, PrerenderedPage>> {
  const { compatibility_date, compatibility_flags, vars } = JSON.parse(
    readFileSync(join(server, "wrangler.json"), "utf8"),
  ) as { compatibility_date: string; compatibility_flags: string[]; vars: Record<string, string> };
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      port: 0,
      workers: [
        {
          name: "prerender",
          compatibilityDate: compatibility_date,
          compatibilityFlags: compatibility_flags,
          bindings: vars,
          modulesRoot: root,
          modules: Object.entries(readBuild(build, entry)).map(([file, contents]) => ({
            type: "ESModule" as const,
            path: join(root, file),
            contents,
          })),
        },
      ],
    } satisfies V4MiniflareOptions),
  );
  try {
    const response = await miniflare.dispatchFetch("http://localhost/");
    if (!response.ok) throw new Error(await response.text());
    return (await response.json()) as Record<string, PrerenderedPage>;
  } finally {
    await miniflare.dispose();
  }
}

/**
 * A module with all pages in one text. Most of a page is the same on every other, so that all of them together are hardly
 * larger than a few.
 */
function writeArchive(pages: readonly { path: string; text: string }[]): string {
  const texts = pages.map(({ text }) => Buffer.from(text));
  const all = Buffer.concat(texts);
  // The highest quality takes twenty times as long, for a tenth of the size.
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: 9,
    [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
    [constants.BROTLI_PARAM_SIZE_HINT]: all.length,
  };
  const archive = brotliCompressSync(all, { params }).toString("base64");
  const sizes = pages.map(({ path }, index) => [path, texts[index]?.length]);
  return `export const archive = "${archive}";\nexport const sizes = ${JSON.stringify(sizes)};\n`;
}
