import { createArticleMarkdown, isSafeAddress } from "#shared/insights/article-markdown.ts";
import type { ImportedPicture } from "../../imported-post.ts";
import { emptyShelf, type PictureShelf } from "../archive.ts";
import type { ReadText } from "./html-to-markdown.ts";

const markdown = createArticleMarkdown();

/** The pictures of a text, and its cover: the first of `covers` that is an address. */
export function listPictures(
  read: ReadText,
  covers: readonly string[],
  shelf: PictureShelf = emptyShelf,
  folder = "",
): { pictures: ImportedPicture[]; cover: string | null } {
  const cover =
    covers
      .map((address) => markdown.normalizeLink(address.trim().replace(/^\/\//, "https://")))
      .find((address) => address !== "" && isSafeAddress(address) && !address.startsWith("mailto:")) ?? null;
  const addresses = new Set([...read.pictures, ...(cover === null ? [] : [cover])]);
  const pictures = [...addresses].map((address) => {
    const blob = read.embedded.get(address);
    return { address, read: blob ? async () => blob : shelf.find(address, folder) };
  });
  return { pictures, cover };
}
