/** What the media library takes, for the browser that sends it and the server that checks it. */

/** Most bytes of a file. */
export const largestFile = 25 * 1024 * 1024;

/** Most pixels of a picture. */
export const mostPixels = 40_000_000;

/** A file with more bytes is sent in parts of this size: R2 takes no smaller ones. */
export const partSize = 5 * 1024 * 1024;

/** Widths in which a picture is offered, in addition to its own. */
export const variantWidths = [480, 960, 1440, 1920] as const;

/** Most bytes of one such width. */
export const largestVariant = 2 * 1024 * 1024;

/** Most characters of the placeholder, as base64. */
export const longestPlaceholder = 1024;

export const longestName = 200;
/** Of alternative texts and captions. */
export const longestText = 300;

/** As the `accept` of a file input. */
export const acceptedFiles = ".jpg,.jpeg,.png,.webp,.avif,.gif,.pdf";

/** What a file may be, in words. */
export const acceptedWords = "JPEG, PNG, WebP, AVIF, GIF or PDF, up to 25 MB and 40 megapixels";

/** The widths at which a picture that is `width` pixels wide is offered: the smaller ones, and its own if that is small. */
export function listVariantWidths(width: number): number[] {
  const widths: number[] = variantWidths.filter((each) => each < width);
  const [widest] = variantWidths.slice(-1);
  return width <= (widest ?? 0) ? [...widths, width] : widths;
}

/** A share of bytes or a size of a file in words: "4.2 MB". */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  if (bytes < 1_000_000) return `${Math.round(bytes / 1000)} KB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** The state of an upload, as its browser gets it. */
export interface UploadState {
  id: string;
  /** Bytes that have come. */
  received: number;
  bytes: number;
}

/** A file of the library, as browsers get it. */
export interface MediaSummary {
  id: string;
  name: string;
  /** Its address, which articles hold. It stays when the file is replaced. */
  src: string;
  /** A small picture of it; null for a PDF. */
  preview: string | null;
  type: string;
  bytes: number;
  width: number;
  height: number;
  alt: string;
  caption: string;
  focus: { x: number; y: number };
  version: number;
}
