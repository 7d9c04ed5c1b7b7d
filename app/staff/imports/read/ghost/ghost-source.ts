import {
  BrokenFileError,
  type ImportedAuthor,
  type ImportedPost,
  type ImportSource,
  type UnreadablePost,
} from "../../imported-post.ts";
import { emptyShelf, type PictureShelf } from "../archive.ts";
import { cleanLine } from "../fit-post.ts";
import { nameAddress } from "../name-site.ts";
import { type Parsing, parseInPlace } from "../parsing.ts";
import type { Input } from "../read-bytes.ts";
import { takeApart } from "../take-apart.ts";
import { readString } from "./read-rows.ts";
import { type GhostIndex, rowToPost } from "./row-to-post.ts";

/** An export of Ghost 1 to 5, alone or in an archive with its pictures. Reads it once for authors and tags. */
export async function openGhost(
  input: Input,
  parsing: Parsing = parseInPlace,
  shelf: PictureShelf = emptyShelf,
): Promise<ImportSource> {
  const authors = new Map<string, ImportedAuthor>();
  const index = await readIndex(input, authors, parsing);
  if (index.total === 0 && !index.isBroken)
    throw new BrokenFileError(
      "This file holds no posts of Ghost. Export them there under Settings, Import/Export.",
      input.name || "the file",
    );

  async function* posts(): AsyncGenerator<ImportedPost | UnreadablePost> {
    for await (const row of parsing.rows(input, ["posts"])) {
      const place = `${input.name ? `${input.name}, ` : ""}post ${row.at + 1}`;
      const title = cleanLine(readString(row.values, "title"));
      const key = readString(row.values, "uuid") || readString(row.values, "id") || place;
      yield takeApart({ key, place, title }, () => rowToPost(row.values, index, { key, place }, shelf));
    }
  }

  // Ghost gives each site a number of its own; older ones have one of the database.
  const number = index.settings.get("site_uuid") || index.settings.get("db_hash") || "";
  return {
    kind: "ghost",
    site: null,
    siteName: nameAddress(index.settings.get("url") ?? "") ?? (number === "" ? null : number.slice(0, 200)),
    siteHint: cleanLine(index.settings.get("title") ?? ""),
    total: index.total,
    authors: async () => [...authors.values()],
    posts,
  };
}

async function readIndex(
  input: Input,
  authors: Map<string, ImportedAuthor>,
  parsing: Parsing,
): Promise<GhostIndex & { total: number; isBroken: boolean; settings: Map<string, string> }> {
  const index = {
    tags: new Map<string, { name: string; isPublic: boolean }>(),
    postTags: new Map<string, { id: string; order: number }[]>(),
    postAuthors: new Map<string, { id: string; order: number }[]>(),
    meta: new Map<string, Readonly<Record<string, unknown>>>(),
    settings: new Map<string, string>(),
    total: 0,
    isBroken: false,
  };
  const tables = ["posts", "tags", "posts_tags", "users", "posts_authors", "posts_meta", "settings"];
  const join = (map: typeof index.postTags, values: Readonly<Record<string, unknown>>, name: string) => {
    const post = readString(values, "post_id");
    const order = Number(readString(values, "sort_order") || 0);
    map.set(post, [...(map.get(post) ?? []), { id: readString(values, name), order }]);
  };
  try {
    for await (const { table, values } of parsing.rows(input, tables)) {
      const id = readString(values, "id");
      if (table === "posts") index.total += 1;
      else if (table === "settings") index.settings.set(readString(values, "key"), readString(values, "value"));
      else if (table === "posts_tags") join(index.postTags, values, "tag_id");
      else if (table === "posts_authors") join(index.postAuthors, values, "author_id");
      else if (table === "posts_meta") index.meta.set(readString(values, "post_id"), values);
      else if (table === "users") {
        const name = cleanLine(readString(values, "name")) || readString(values, "slug") || id;
        authors.set(id, { key: id, name, bio: cleanLine(readString(values, "bio")) });
      } else {
        const name = cleanLine(readString(values, "name"));
        index.tags.set(id, {
          name,
          isPublic: readString(values, "visibility") !== "internal" && !name.startsWith("#"),
        });
      }
    }
  } catch (error) {
    if (!(error instanceof BrokenFileError)) throw error;
    // The second reading says so, after the posts before it.
    index.isBroken = true;
  }
  return index;
}
