import {
  BrokenFileError,
  type ImportedAuthor,
  type ImportedPost,
  type ImportSource,
  type UnreadablePost,
} from "../../imported-post.ts";
import { emptyShelf, lastOf, type PictureShelf } from "../archive.ts";
import { type Input, readHead, readWhole } from "../read-bytes.ts";
import { headLength } from "../tell-kind.ts";
import { takeApart } from "../take-apart.ts";
import { pageToPost, readPageAuthors, readPageHost } from "./page-to-post.ts";

/** A page may hold pictures in its text. */
const longest = 20_000_000;

/** Web pages, each a post. */
export async function openHtml(inputs: readonly Input[], shelf: PictureShelf = emptyShelf): Promise<ImportSource> {
  let authors: Promise<readonly ImportedAuthor[]> | null = null;

  async function* posts(): AsyncGenerator<ImportedPost | UnreadablePost> {
    for (const input of inputs) {
      const key = input.name || "the file";
      const post = { key, place: key, title: lastOf(input.name) };
      try {
        const html = await readWhole(input, longest);
        yield takeApart(post, () => pageToPost(html, input.name, shelf));
      } catch (error) {
        if (!(error instanceof BrokenFileError)) throw error;
        yield { ...post, place: error.place, reason: error.message };
      }
    }
  }

  async function readAuthors(): Promise<readonly ImportedAuthor[]> {
    const names = new Set<string>();
    for (const input of inputs)
      try {
        for (const name of readPageAuthors(await readWhole(input, longest))) names.add(name);
      } catch (error) {
        if (!(error instanceof BrokenFileError)) throw error;
      }
    return [...names].map((name) => ({ key: name, name, bio: "" }));
  }

  return {
    kind: "html",
    site: null,
    siteName: await findSiteName(inputs),
    total: inputs.length,
    authors: () => (authors ??= readAuthors()),
    posts,
  };
}

/** How many pages are asked for the address of their site. */
const asked = 5;

/** The host that the first pages name as theirs, where they agree. */
async function findSiteName(inputs: readonly Input[]): Promise<string | null> {
  const hosts = new Set<string>();
  for (const input of inputs.slice(0, asked)) {
    const head = new TextDecoder().decode(await readHead(input, headLength).catch(() => new Uint8Array()));
    const host = readPageHost(head);
    if (host !== null) hosts.add(host);
  }
  const [host = null] = hosts;
  return hosts.size === 1 ? host : null;
}
