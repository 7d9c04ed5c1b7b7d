import { BrokenFileError, type ImportedPost, type ImportSource, type UnreadablePost } from "../../imported-post.ts";
import { cleanLine } from "../fit-post.ts";
import { type Parsing, parseInPlace } from "../parsing.ts";
import type { Input } from "../read-bytes.ts";
import { decodeText } from "../text/decode-text.ts";
import { takeApart } from "../take-apart.ts";
import { itemToPost } from "./item-to-post.ts";
import { isListed, readIndex } from "./read-index.ts";

/** An export of WordPress (WXR), in one file or several. Reads them once for authors and pictures, and again for posts. */
export async function openWordpress(inputs: readonly Input[], parsing: Parsing = parseInPlace): Promise<ImportSource> {
  const index = await readIndex(inputs, parsing);

  async function* posts(): AsyncGenerator<ImportedPost | UnreadablePost> {
    let broken: unknown = null;
    for (const input of inputs) {
      try {
        for await (const item of parsing.records(input)) {
          if (!isListed(item)) continue;
          const place = `${input.name ? `${input.name}, ` : ""}line ${item.line}`;
          const title = decodeText(cleanLine(item.fields.get("title") ?? ""));
          const key = cleanLine(item.fields.get("guid") ?? "") || place;
          yield takeApart({ key, place, title }, () => itemToPost(item, index, place));
        }
      } catch (error) {
        if (!(error instanceof BrokenFileError)) throw error;
        // The other files of the archive may be whole.
        broken ??= error;
      }
    }
    if (broken) throw broken;
  }

  return {
    kind: "wordpress",
    site: index.site,
    siteName: index.siteName,
    siteHint: index.title,
    total: index.total,
    authors: async () => [...index.authors.values()],
    posts,
  };
}
