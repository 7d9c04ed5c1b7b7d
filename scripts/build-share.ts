/** Draws the picture that accompanies a shared link, one for each public page, into public/share/. */
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { brand } from "../app/content/brand.ts";
import { buildShareImagePath } from "../shared/media/share-image.ts";
import { root } from "./lib/command.ts";
import { loadPages } from "./lib/load-pages.ts";
import { drawShareCard } from "./lib/share-card.ts";
import { tokensFile } from "./lib/tokens.ts";

const artFolder = join(root, "app/assets/art");
const shareFolder = join(root, "public/share");
const stampFile = join(shareFolder, ".stamp");
/** Pages that use another picture than the plate named after them. */
const borrowed: Record<string, string> = {
  home: "hero-light",
  "who-we-are": "e5-3",
  leadership: "person-2",
  careers: "cover-streams",
  insights: "e5-1",
};

interface Card {
  name: string;
  title: string;
  /** File name in the art folder, if the page has a picture. */
  art: string | undefined;
}

function getArtFile(name: string): string | undefined {
  return [`plate-${name}.svg`, `${borrowed[name]}.svg`].find((file) => existsSync(join(artFolder, file)));
}

async function writeCard({ name, title, art }: Card): Promise<void> {
  const picture = art && join(artFolder, art);
  const png = await drawShareCard({ title, art: picture, position: name === "home" ? "right" : "centre" });
  await writeFile(join(shareFolder, `${name}.png`), png);
}

async function hashInputs(cards: readonly Card[]): Promise<string> {
  const hash = createHash("sha256").update(JSON.stringify({ cards, brand }));
  const sources = ["scripts/lib/typeface.ts", "scripts/lib/share-card.ts"].map((file) => join(root, file));
  const files = [import.meta.filename, ...sources, tokensFile, join(artFolder, ".stamp")];
  for (const file of files) hash.update(await readFile(file));
  return hash.digest("hex");
}

async function buildShareImages(): Promise<void> {
  const pages = await loadPages();
  const cards = pages.map(({ path, copy }): Card => {
    const name = basename(buildShareImagePath(path), ".png");
    return { name, title: copy.meta.title, art: getArtFile(name) };
  });
  const stamp = await hashInputs(cards);
  const present = new Set(await readdir(shareFolder).catch(() => []));
  const isComplete = cards.every(({ name }) => present.has(`${name}.png`));
  if (isComplete && (await readFile(stampFile, "utf8").catch(() => "")) === stamp) {
    console.log(`Share images are up to date (${cards.length})`);
    return;
  }
  const started = performance.now();
  await rm(shareFolder, { recursive: true, force: true });
  await mkdir(shareFolder, { recursive: true });
  for (const card of cards) await writeCard(card);
  await writeFile(stampFile, stamp);
  console.log(`Wrote ${cards.length} share images in ${((performance.now() - started) / 1000).toFixed(1)} s`);
}

await buildShareImages();
