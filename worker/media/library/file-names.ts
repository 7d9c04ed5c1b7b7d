import { normalizeText } from "#shared/text/normalize-text.ts";
import { cleanLine } from "#shared/text/clean-line.ts";
import { longestName } from "#shared/media/media-library.ts";
import type { LibraryType, MediaItemId } from "../../db/media-tables.ts";

/** What lies under it in the bucket belongs to the library: a folder for each item. */
const libraryPrefix = "library/";

const endings: Record<LibraryType, string> = {
  "image/jpeg": "jpg",
  "image/png": "png",
  "image/webp": "webp",
  "image/avif": "avif",
  "image/gif": "gif",
  "application/pdf": "pdf",
};

/** Marks that change the direction of what is written around them. */
const directions = /[\u061c\u200e\u200f]/g;

/** A file's name as it is shown: no folders, no control characters, nothing that turns the text around. */
export function cleanFileName(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? "";
  return cleanLine(last.replaceAll(directions, ""), longestName) || "Unnamed";
}

/** The folder of an item in the bucket. */
export function toFolder(id: MediaItemId): string {
  return `${libraryPrefix}${id}/`;
}

/** The part of a key that comes from a name: small letters, digits and hyphens, at most 60. */
function toSlug(name: string): string {
  const words = normalizeText(name.replace(/\.[a-z0-9]{1,5}$/i, ""), "NFKD")
    .toLowerCase()
    .replaceAll(/\p{M}+/gu, "")
    .replaceAll(/[^a-z0-9]+/g, "-")
    .slice(0, 60)
    .replaceAll(/^-|-$/g, "");
  // What ends like a hash would be taken for a file that never changes.
  return /(?:^|-)[0-9a-f]{16}$/.test(words) ? `${words}-file` : words || "file";
}

interface NamedFile {
  id: MediaItemId;
  name: string;
  type: LibraryType;
}

/** The key of an item, which articles hold: "library/<id>/plant.jpg". */
export function nameItem({ id, name, type }: NamedFile): string {
  return `${toFolder(id)}${toSlug(name)}.${endings[type]}`;
}

/** The key of a file with just that content: "library/<id>/plant-480-<hash>.webp". It is never another file's. */
export function nameFile({ id, name, type }: NamedFile, sha256: string, width?: number): string {
  const size = width === undefined ? "" : `-${width}`;
  return `${toFolder(id)}${toSlug(name)}${size}-${sha256.slice(0, 16)}.${endings[type]}`;
}

/** Content-Disposition of a download, RFC 6266: the name in ASCII for old clients, and as it is. */
export function writeDisposition(name: string): string {
  const plain = name.replaceAll(/[^\x20-\x7e]|["\\%]/g, "_");
  const exact = encodeURIComponent(name.toWellFormed()).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${exact}`;
}

const itemKey = /^library\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\//;

/** The tag of what caches hold under the address of an item. */
export function tagItem(id: MediaItemId): string {
  return `media:${id}`;
}

/** True for the address of an item, which may show another file tomorrow; not for that of a file. */
export function isItemKey(key: string): boolean {
  return itemKey.test(key) && !/-[0-9a-f]{16}\.[a-z]+$/.test(key);
}

/** True for a key in the same folder and of the same type as `other`. */
export function isKeyLike(key: string, other: string): boolean {
  const [, name = ""] = /^library\/[0-9a-f-]{36}\/([a-z0-9]+(?:-[a-z0-9]+)*)\.[a-z]+$/.exec(key) ?? [];
  const isInFolder = key.slice(0, key.lastIndexOf("/")) === other.slice(0, other.lastIndexOf("/"));
  return name.length > 0 && name.length <= 66 && isInFolder && readEnding(key) === readEnding(other) && isItemKey(key);
}

function readEnding(key: string): string {
  return key.slice(key.lastIndexOf("."));
}

/** The items that `text` names, each once: Markdown, or the JSON of a draft. */
export function listItemIds(text: string): MediaItemId[] {
  const found = text.matchAll(/library\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\//g);
  return [...new Set(Array.from(found, ([, id]) => id as MediaItemId))];
}
