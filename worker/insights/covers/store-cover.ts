import { type CoverPart, coverParts, coverSizes, largestCoverPart } from "#shared/insights/cover-sizes.ts";
import { hashBytes } from "#shared/text/hash.ts";
import { cleanPicture } from "#worker/accounts/own/clean-picture.ts";
import { runRecorded } from "../../audit/run-versioned.ts";
import type { AccountId } from "../../db/accounts-tables.ts";
import type { Db } from "../../db/client.ts";
import type { MediaType } from "../../db/insights-tables.ts";
import { now } from "../../lib/clock.ts";
import { InvalidInputError } from "../../lib/errors.ts";
import type { RequestScope } from "../../lib/scope.ts";
import { checkDrawing } from "./check-drawing.ts";
import { readPictureSize } from "./read-picture-size.ts";
import { leavingNow, selectStaying } from "./sweep-covers.ts";

interface NewCover {
  actor: AccountId;
  files: Readonly<Record<CoverPart, File>>;
}

interface Part {
  key: string;
  type: keyof typeof endings;
  bytes: Uint8Array;
}

const endings = {
  "image/svg+xml": "svg",
  "image/png": "png",
  "image/jpeg": "jpg",
  "image/webp": "webp",
} as const satisfies Partial<Record<MediaType, string>>;

/**
 * Stores the three pictures of a cover as a browser drew them, each under a name with the hash of its content: the same
 * cover is stored once, and a name never shows another picture. Returns their keys, for `pictures` of a draft.
 * @throws {InvalidInputError} by part: too large, no picture, or not of the part's size
 * @throws {ConflictError} while a former copy of one of them is being deleted
 */
export async function storeCover(
  db: Db,
  { actor, files }: NewCover,
  { env, requestId }: Pick<RequestScope, "env" | "requestId">,
): Promise<Record<CoverPart, string>> {
  const read = await Promise.all(coverParts.map((part) => readPart(part, files[part])));
  const [wide, card, share] = read as [Part, Part, Part];
  await runRecorded(db, {
    actor,
    requestId,
    subject: null,
    audit: { action: "post.cover_stored", detail: { wide: wide.key } },
    given: { rows: selectStaying(read.map(({ key }) => key)), conflict: leavingNow },
    queries: read.map(({ key, type, bytes }, index) =>
      db
        .insertInto("media")
        .values({ key, type, bytes: bytes.length, ...coverSizes[coverParts[index] ?? "wide"], created_at: now() })
        // Stored again, it is young again: the sweep leaves it to whoever is about to name it.
        .onConflict((conflict) => conflict.column("key").doUpdateSet({ created_at: now() })),
    ),
  });
  // If this fails nobody hears the keys, and the rows go like others that nobody names.
  await Promise.all(
    read.map(({ key, type, bytes }) => env.MEDIA.put(key, bytes, { httpMetadata: { contentType: type } })),
  );
  return { wide: wide.key, card: card.key, share: share.key };
}

async function readPart(part: CoverPart, file: File): Promise<Part> {
  if (file.size > largestCoverPart) throw refuse(part, "The picture may have at most 1 MB.");
  const sent = new Uint8Array(await file.arrayBuffer());
  // What social networks show must not be a drawing: they take none.
  const found = (part === "share" ? null : readDrawing(sent)) ?? readRaster(sent);
  if (!found) throw refuse(part, "This is no picture that a cover can have.");
  const { width, height } = coverSizes[part];
  if (found.size?.width !== width || found.size.height !== height)
    throw refuse(part, `This part of a cover is ${width} × ${height} pixels.`);
  const { type, bytes } = found;
  const name = part === "share" ? "share/cover" : `covers/${part}`;
  // What serve-media.ts knows as a name that lasts.
  const hash = (await hashBytes(bytes)).slice(0, 16);
  return { key: `${name}-${hash}.${endings[type]}`, type, bytes };
}

function refuse(part: CoverPart, words: string): InvalidInputError {
  return new InvalidInputError({ [part]: [words] });
}

function readDrawing(bytes: Uint8Array) {
  if (bytes[0] !== 0x3c) return null;
  const size = checkDrawing(new TextDecoder().decode(bytes));
  return size && { type: "image/svg+xml" as const, bytes, size };
}

/** By its content, and without what a camera adds. */
function readRaster(sent: Uint8Array) {
  const clean = cleanPicture(sent);
  return clean && { ...clean, size: readPictureSize(clean.type, clean.bytes) };
}
