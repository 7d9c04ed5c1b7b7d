/** Runs in the browser of the tests: reads a file as the page for imports does, and hands over what came as plain data. */
import {
  BrokenFileError,
  type ImportedAuthor,
  type ImportedPost,
  type UnreadablePost,
} from "#app/staff/imports/imported-post.ts";
import { openSource } from "#app/staff/imports/read/open-source.ts";

/** A post whose pictures say how large they are in the archive, or null where they are not in it. */
export type ReadPost = Omit<ImportedPost, "pictures"> & { pictures: { address: string; bytes: number | null }[] };

export interface ReadResult {
  kind: string;
  site: string | null;
  total: number | null;
  authors: ImportedAuthor[];
  posts: ReadPost[];
  pages: ReadPost[];
  unreadable: UnreadablePost[];
  /** Where and why the file stopped making sense. */
  broken: { message: string; place: string } | null;
  /** Any other error, which there must never be. */
  error: string | null;
}

async function readFile(base64: string, name: string): Promise<ReadResult> {
  const bytes = Uint8Array.from(atob(base64), (sign) => sign.codePointAt(0) ?? 0);
  const file = new File([bytes], name);
  const result: ReadResult = {
    kind: "",
    site: null,
    total: null,
    authors: [],
    posts: [],
    pages: [],
    unreadable: [],
    broken: null,
    error: null,
  };
  try {
    const source = await openSource(file, {
      readOwnExport: async () => ({
        kind: "markdown",
        total: 0,
        authors: async () => [],
        posts: async function* () {},
      }),
    });
    Object.assign(result, { kind: source.kind, site: source.site ?? null, total: source.total });
    result.authors = [...(await source.authors())];
    for await (const post of source.posts()) {
      if ("reason" in post) result.unreadable.push(post);
      else
        (post.page ? result.pages : result.posts).push({
          ...post,
          pictures: await Promise.all(post.pictures.map(weigh)),
        });
    }
  } catch (error) {
    if (error instanceof BrokenFileError) result.broken = { message: error.message, place: error.place };
    else
      result.error = error instanceof Error ? `${error.name}: ${error.message}\n${error.stack ?? ""}` : String(error);
  }
  return result;
}

async function weigh({ address, read }: ImportedPost["pictures"][number]) {
  const blob = await read?.().catch((error: unknown) => {
    if (error instanceof BrokenFileError) return null;
    throw error;
  });
  return { address, bytes: blob?.size ?? null };
}

Object.assign(window, { readFile });
