import { cleanLine } from "#shared/text/clean-line.ts";
import { shareImageSize } from "#shared/media/share-image.ts";

/** The pictures of an article's cover, in CSS pixels: at its head, on cards and phones, and for shared links. */
export const coverSizes = {
  wide: { width: 1440, height: 520 },
  card: { width: 640, height: 480 },
  share: shareImageSize,
} as const;

export type CoverPart = keyof typeof coverSizes;

export const coverParts = ["wide", "card", "share"] as const satisfies readonly CoverPart[];

/** Where the pictures of a cover are sent to: as multipart, one file for each part. */
export const coverAddress = "/blog-management/covers";

/** Most bytes of one of them. */
export const largestCoverPart = 1024 * 1024;

/** What stands on the picture for shared links of an article with this title. */
export function nameOnCard(title: string): string {
  return cleanLine(title) || "Untitled";
}
