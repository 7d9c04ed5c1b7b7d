import { execFile } from "node:child_process";
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { root } from "../../scripts/lib/command.ts";
import { listBuildArguments } from "../../scripts/lib/local-site.ts";

const run = promisify(execFile);

export interface Bytes {
  raw: number;
  gzip: number;
}

export function measureBytes(...parts: readonly Buffer[]): Bytes {
  const sums = parts.map((part) => [part.length, gzipSync(part).length] as const);
  return {
    raw: sums.reduce((sum, [raw]) => sum + raw, 0),
    gzip: sums.reduce((sum, [, gzip]) => sum + gzip, 0),
  };
}

/** What `wrangler deploy` would upload, as it says itself: KiB. */
export async function measureUpload(build: string): Promise<Bytes> {
  const folder = join(root, "build/bench-upload");
  const args = ["deploy", "--dry-run", "--outdir", folder, ...listBuildArguments(build)];
  const { stdout } = await run("wrangler", args, { cwd: root, env: { ...process.env, WRANGLER_LOG: "log" } });
  rmSync(folder, { recursive: true, force: true });
  const [, raw, gzip] = /Total Upload: ([\d.]+) KiB \/ gzip: ([\d.]+) KiB/.exec(stdout) ?? [];
  return { raw: Number(raw) * 1024, gzip: Number(gzip) * 1024 };
}

/** All scripts and all stylesheets of the client. */
export function measureClient(build: string): { scripts: Bytes; styles: Bytes } {
  const folder = join(root, build, "client/assets");
  const read = (ending: string) =>
    readdirSync(folder)
      .filter((name) => name.endsWith(ending))
      .map((name) => readFileSync(join(folder, name)));
  return { scripts: measureBytes(...read(".js")), styles: measureBytes(...read(".css")) };
}

/** What a page asks for beside itself: the scripts it hydrates with, and its stylesheets. */
export function measurePageFiles(build: string, html: string): { scripts: Bytes; styles: Bytes } {
  const links = [...html.matchAll(/<link [^>]*>/g)].map(([link]) => link);
  const read = (rel: RegExp) => {
    const files = links.filter((link) => rel.test(link)).map((link) => /href="([^"]+)"/.exec(link)?.[1] ?? "");
    return [...new Set(files)].map((file) => readFileSync(join(root, build, "client", file)));
  };
  return {
    scripts: measureBytes(...read(/rel="(intent|modulepreload)"/)),
    styles: measureBytes(...read(/rel="stylesheet"/)),
  };
}
