import { BrokenFileError, type ImportSource } from "../imported-post.ts";
import type { ArchiveFile } from "./archive.ts";
import { type Parsing, parseInPlace } from "./parsing.ts";
import { type Input, readHead, readWhole } from "./read-bytes.ts";
import { headLength, tellKind, whatToChoose } from "./tell-kind.ts";

export interface OpenOptions {
  /** Reads an archive that this product exported: one with a `manifest.json` of the format "site-export". */
  readOwnExport?: (file: File) => Promise<ImportSource>;
  /** Takes exports apart; in place by default. */
  parsing?: Parsing;
}

/**
 * Opens a file of another system, whatever its name says: an export of WordPress or Ghost, a Markdown or HTML file, or a
 * ZIP of such files. Nothing of it is loaded from anywhere. Exports are read once to learn their authors and pictures.
 * @throws {BrokenFileError} in words for whoever chose the file, when nothing in it can be imported
 */
export async function openSource(file: File, options: OpenOptions = {}): Promise<ImportSource> {
  const { parsing = parseInPlace } = options;
  const input: Input = { name: "", open: () => file.stream() };
  const kind = tellKind(await readHead(input, headLength));
  switch (kind) {
    case "zip":
      return openZip(file, options);
    case "wordpress":
      return (await import("./wordpress/wordpress-source.ts")).openWordpress([input], parsing);
    case "ghost":
      return (await import("./ghost/ghost-source.ts")).openGhost(input, parsing);
    // A file alone is known by its name, so that it is the same when it is chosen again.
    case "markdown":
      return (await import("./markdown/markdown-source.ts")).openMarkdown([{ ...input, name: file.name }]);
    case "html":
      return (await import("./html/html-source.ts")).openHtml([{ ...input, name: file.name }]);
  }
}

async function openZip(file: File, { readOwnExport, parsing = parseInPlace }: OpenOptions): Promise<ImportSource> {
  const { makeShelf, openArchive } = await import("./archive.ts");
  const files = await openArchive(file);
  const manifest = files.find(({ name }) => name === "manifest.json");
  if (readOwnExport && manifest && (await isOwnManifest(manifest))) return readOwnExport(file);
  const shelf = makeShelf(files);
  const named = (pattern: RegExp) => files.filter(({ name }) => pattern.test(name));

  const exports = await tellAll(named(/\.xml$/i), "wordpress");
  if (exports.length > 0) return (await import("./wordpress/wordpress-source.ts")).openWordpress(exports, parsing);
  const [ghost] = await tellAll(named(/\.json$/i), "ghost");
  if (ghost) return (await import("./ghost/ghost-source.ts")).openGhost(ghost, parsing, shelf);
  const texts = named(/\.(?:md|mdx|markdown|mdown)$/i);
  if (texts.length > 0)
    return (await import("./markdown/markdown-source.ts")).openMarkdown(texts, shelf, await readSettings(files));
  const pages = named(/\.x?html?$/i);
  if (pages.length > 0) return (await import("./html/html-source.ts")).openHtml(pages, shelf);
  const isWord = files.some(({ name }) => /^(?:word|xl|ppt)\/|^content\.xml$/.test(name));
  throw new BrokenFileError(
    isWord
      ? "This is a document of an office program. Save it as a web page (HTML) first."
      : `The ZIP holds no file that can be imported. ${whatToChoose}`,
    "the list of files in the ZIP",
  );
}

/** Where systems that make sites of Markdown keep their settings. */
const settings =
  /^(?:[^/]+\/)?(?:(?:hugo|config|zola)\.toml|(?:_config|hugo|config)\.ya?ml|config\/_default\/(?:hugo|config)\.(?:toml|ya?ml))$/i;

/** The settings of the site in an archive, as text; "" where there are none. */
async function readSettings(files: readonly ArchiveFile[]): Promise<string> {
  const file = files.find(({ name }) => settings.test(name));
  return file ? readWhole(file, 100_000).catch(() => "") : "";
}

/** The files of an archive that are of this kind. Others there are settings of the other system. */
async function tellAll(files: readonly ArchiveFile[], kind: string): Promise<ArchiveFile[]> {
  const found: ArchiveFile[] = [];
  for (const file of files.slice(0, 100))
    try {
      if (tellKind(await readHead(file, headLength)) === kind) found.push(file);
    } catch (error) {
      if (!(error instanceof BrokenFileError)) throw error;
    }
  return found;
}

async function isOwnManifest(manifest: ArchiveFile): Promise<boolean> {
  try {
    const found: unknown = JSON.parse(await readWhole(manifest, 10_000_000));
    return (found as { format?: unknown } | null)?.format === "site-export";
  } catch {
    return false;
  }
}
