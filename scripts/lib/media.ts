import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { drawScene } from "../../app/art/draw-scene.ts";
import { type ArticleCover, buildArticleCover } from "../../app/art/recipes/covers.ts";
import { coverSizes } from "../../shared/insights/cover-sizes.ts";
import type { MediaType } from "../../worker/db/insights-tables.ts";
import { root } from "./command.ts";
import { drawOnce } from "./draw-once.ts";
import { drawShareCard } from "./share-card.ts";
import { tokensFile } from "./tokens.ts";

type Store = Pick<Env, "DB" | "MEDIA">;

export interface Picture {
  /** Its key in the bucket. */
  key: string;
  type: MediaType;
  body: Buffer;
  width: number;
  height: number;
}

/** Stores a picture in the bucket and its size in the database. Replaces one with the same key. */
export async function putMedia({ DB, MEDIA }: Store, { key, type, body, width, height }: Picture): Promise<void> {
  const copy = new Uint8Array(body);
  await MEDIA.put(key, copy.buffer, { httpMetadata: { contentType: type } });
  await DB.prepare(
    `INSERT INTO media (key, type, bytes, width, height, created_at) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (key) DO UPDATE SET bytes = excluded.bytes, width = excluded.width, height = excluded.height`,
  )
    .bind(key, type, body.length, width, height, Date.now())
    .run();
}

interface Titled {
  slug: string;
  title: string;
  cover: ArticleCover;
}

/** Keys of an article's cover, wide and for cards, and of its picture for shared links. */
export interface CoverKeys {
  wide: string;
  card: string;
  share: string;
}

/** A hash of `what` is drawn, of the code of app/art that draws it, and of further `sources` by their paths. */
export async function hashDrawing(what: object, sources: readonly string[]): Promise<string> {
  const stamp = await readFile(join(root, "app/assets/art/.stamp"), "utf8").catch(() => "");
  const code = await Promise.all(sources.map((file) => readFile(file, "utf8")));
  return createHash("sha256")
    .update(JSON.stringify({ ...what, stamp, code }))
    .digest("hex")
    .slice(0, 16);
}

/** Each key ends with a hash of everything that the drawing depends on, so that an existing picture is not drawn again. */
export async function nameCover({ slug, title, cover }: Titled): Promise<CoverKeys> {
  const sources = [import.meta.filename, join(import.meta.dirname, "share-card.ts"), tokensFile];
  const hash = await hashDrawing({ title, cover }, sources);
  return {
    wide: `covers/${slug}-wide-${hash}.svg`,
    card: `covers/${slug}-card-${hash}.svg`,
    share: `share/${slug}-${hash}.png`,
  };
}

/** True when the pictures of a cover are stored: the one for shared links is stored last. */
export async function hasCover({ MEDIA }: Pick<Store, "MEDIA">, keys: CoverKeys): Promise<boolean> {
  return (await MEDIA.head(keys.share)) !== null;
}

/** The pictures of a cover, the one for shared links last. */
export async function drawCover({ title, cover }: Titled, keys: CoverKeys): Promise<Picture[]> {
  const once = (key: string, draw: () => Buffer | Promise<Buffer>) => drawOnce(key.replaceAll("/", "-"), draw);
  const draw = (key: string, size: { width: number; height: number }) =>
    once(key, () => Buffer.from(drawScene(buildArticleCover(cover, size))));
  const wide = await draw(keys.wide, coverSizes.wide);
  const card = await draw(keys.card, coverSizes.card);
  const png = await once(keys.share, () => drawShareCard({ title, art: card, effort: 4 }));
  return [
    { key: keys.wide, type: "image/svg+xml", body: wide, ...coverSizes.wide },
    { key: keys.card, type: "image/svg+xml", body: card, ...coverSizes.card },
    { key: keys.share, type: "image/png", body: png, ...coverSizes.share },
  ];
}
