import { createHash } from "node:crypto";
import { mkdir, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { drawScene } from "../app/art/draw-scene.ts";
import { pictures } from "../app/art/recipes/pictures.ts";

const root = join(import.meta.dirname, "..");
const sourceFolder = join(root, "app/art");
const artFolder = join(root, "app/assets/art");
const stampFile = join(artFolder, ".stamp");

async function hashSources(): Promise<string> {
  const hash = createHash("sha256");
  const names = (await readdir(sourceFolder, { recursive: true })).filter((name) => name.endsWith(".ts")).toSorted();
  for (const name of [...names.map((source) => join(sourceFolder, source)), import.meta.filename]) {
    hash.update(await readFile(name));
  }
  return hash.digest("hex");
}

async function readStamp(): Promise<string> {
  return readFile(stampFile, "utf8").catch(() => "");
}

/** The stamp alone is not enough: the folder may have been emptied. */
async function isComplete(): Promise<boolean> {
  const present = new Set(await readdir(artFolder).catch(() => []));
  return pictures.every(({ name }) => present.has(`${name}.svg`));
}

async function removeStale(): Promise<void> {
  const wanted = new Set(pictures.map(({ name }) => `${name}.svg`));
  for (const file of await readdir(artFolder)) {
    if (file.endsWith(".svg") && !wanted.has(file)) await rm(join(artFolder, file));
  }
}

async function listSizes(): Promise<void> {
  for (const { name, width, height } of pictures) {
    const bytes = await readFile(join(artFolder, `${name}.svg`));
    const row = [
      name.padEnd(32),
      `${width}x${height}`.padStart(9),
      String(bytes.length).padStart(8),
      String(gzipSync(bytes).length).padStart(7),
    ];
    console.log(row.join(" "));
  }
}

async function buildArt(): Promise<void> {
  const stamp = await hashSources();
  if ((await readStamp()) === stamp && (await isComplete())) {
    console.log(`Art is up to date (${pictures.length} pictures)`);
    return;
  }
  const started = performance.now();
  await mkdir(artFolder, { recursive: true });
  for (const { name, scene } of pictures) await writeFile(join(artFolder, `${name}.svg`), drawScene(scene));
  await removeStale();
  await writeFile(stampFile, stamp);
  console.log(`Wrote ${pictures.length} pictures in ${((performance.now() - started) / 1000).toFixed(1)} s`);
}

await buildArt();
if (process.argv.includes("--list")) await listSizes();
