import { BrokenFileError, type ImportSource } from "../imported-post.ts";

/** Opens a file of another system. */
export function openSource(file: File): Promise<ImportSource> {
  return Promise.reject(new BrokenFileError("Files of this kind are not read yet.", file.name));
}
