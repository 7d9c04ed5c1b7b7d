import { z } from "zod";
import { largestVariant, longestPlaceholder, variantWidths } from "#shared/media/media-library.ts";

const variant = z.file().max(largestVariant);

/** What a browser has made of a picture, as it sends it: WebP at other widths, and a tiny one as base64. */
export const madeSchema = z.object({
  placeholder: z.string().max(longestPlaceholder).catch(""),
  variant: z.union([variant.transform((file) => [file]), z.array(variant).max(variantWidths.length + 1)]).default([]),
});

export const madeLimits = {
  bytes: (variantWidths.length + 1) * largestVariant + 64 * 1024,
  fields: 20,
  hasFiles: true,
};

/** The bytes of what was sent. */
export async function readMade({ placeholder, variant: files }: z.output<typeof madeSchema>) {
  const variants = await Promise.all(files.map(async (file) => new Uint8Array(await file.arrayBuffer())));
  return { placeholder, variants };
}
