import { readFile } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { drawScene } from "../../app/art/draw-scene.ts";
import { buildCoverScene, type CoverOptions } from "../../app/art/recipes/covers.ts";
import { openDb } from "../../worker/db/client.ts";
import type { AccountId } from "../../worker/db/accounts-tables.ts";
import type { MediaItemId } from "../../worker/db/media-tables.ts";
import { addItem } from "../../worker/media/library/add-item.ts";
import { describeItem } from "../../worker/media/library/change-item.ts";
import { root } from "../lib/command.ts";
import { drawOnce } from "../lib/draw-once.ts";
import { hashDrawing } from "../lib/media.ts";
import type { SeedScope } from "./scope.ts";

/** A demo picture: drawn like a cover. */
interface DemoPicture {
  id: string;
  name: string;
  motif: CoverOptions["motif"];
  alt: string;
  caption: string;
  width: number;
  height: number;
}

/** Stores the demo pictures of the media library, with the site's own functions. Leaves alone those that are there. */
export async function seedMedia(scope: SeedScope): Promise<void> {
  const pictures = JSON.parse(await readFile(join(root, "scripts/seed/media.json"), "utf8")) as DemoPicture[];
  const { results } = await scope.env.DB.prepare("SELECT id FROM media_items").all<{ id: string }>();
  const known = new Set(results.map(({ id }) => id));
  const missing = pictures.filter(({ id }) => !known.has(id));
  // Drawn before the first is stored: while this process draws, its idle connections are closed.
  const drawn = await Promise.all(missing.map(async (picture) => ({ picture, files: await draw(picture) })));
  const maker = await scope.env.DB.prepare("SELECT id FROM accounts WHERE email = ?")
    .bind("marketing@demo.example")
    .first<AccountId>("id");
  for (const { picture, files } of drawn) await store(picture, files, { ...scope, actor: maker });
  console.log(`Demo pictures: ${missing.length} made, ${pictures.length - missing.length} in order.`);
}

async function draw({ id, motif, width, height }: DemoPicture) {
  const hash = await hashDrawing({ id, motif, width, height }, [import.meta.filename]);
  const once = (part: string, make: () => Promise<Buffer>) => drawOnce(`media-${id}-${hash}-${part}`, make);
  const raw = await once("raw.jpg", () => {
    const scene = buildCoverScene({ motif, seed: id, density: 0.6, width, height });
    return sharp(Buffer.from(drawScene(scene)))
      .flatten({ background: "#ffffff" })
      .resize(width, height, { fit: "fill" })
      .jpeg({ quality: 84 })
      .toBuffer();
  });
  const webp = (wide: number, quality: number) =>
    once(`${wide}.webp`, () => sharp(raw).resize(wide).webp({ quality, effort: 2 }).toBuffer());
  const widths = [480].filter((wide) => wide < width);
  const variants = await Promise.all([...widths, width].map((wide) => webp(wide, 82)));
  return { raw, variants, placeholder: (await webp(16, 50)).toString("base64") };
}

async function store(
  { id, name, alt, caption }: DemoPicture,
  { raw, variants, placeholder }: Awaited<ReturnType<typeof draw>>,
  { actor, ...scope }: SeedScope & { actor: AccountId | null },
): Promise<void> {
  const db = openDb(scope.env.DB);
  const item = id as MediaItemId;
  const plain = (buffer: Buffer) => new Uint8Array(buffer);
  const file = { name, bytes: plain(raw), variants: variants.map(plain), placeholder, actor };
  await addItem(db, { id: item, ...file }, scope);
  const texts = { name, alt, caption, focus: { x: 0.5, y: 0.5 } };
  if (alt !== "") await describeItem(db, { id: item, version: 1, actor, requestId: scope.requestId, ...texts });
}
