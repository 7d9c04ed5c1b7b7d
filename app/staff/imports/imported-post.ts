/** What the readers of other systems' files hand over, one post at a time, whatever the file was. */
import type { Loss } from "#shared/insights/losses.ts";

/** A post of another system. */
export interface ImportedPost {
  /**
   * The same whenever the file is read: the GUID of WordPress, the uuid of Ghost, the path of a file in an archive. By it
   * alone posts were known before the number below was stored.
   */
  key: string;
  /** Its id at its site: in WordPress its number and its GUID. Without it, the key is the id. */
  id?: string;
  /** For whoever looks for it in the file: "line 5120", or the path of a file in an archive. */
  place: string;
  title: string;
  /** As the other system wrote it where that is a slug of ours, else made from it or the title; "" where neither can be. */
  slug: string;
  dek: string;
  /** Canonical Markdown (shared/insights/article-markdown.ts). Its pictures have the addresses of `pictures`. */
  markdown: string;
  status: "draft" | "published" | "scheduled";
  /** Epoch milliseconds. */
  publishedAt: number | null;
  updatedAt: number | null;
  /** At least one where the source names any, at most 10; keys of `ImportedAuthor`. */
  authors: readonly string[];
  /** Names; the first becomes the category, the others tags. With `tags` they make at most 20 tags. */
  categories: readonly string[];
  tags: readonly string[];
  /** The address of the cover, as in `pictures`. */
  cover: string | null;
  coverAlt: string | null;
  pictures: readonly ImportedPicture[];
  /** Paths (no origin, with "/" before) that led to it; they redirect here afterwards. */
  oldPaths: readonly string[];
  seoTitle: string;
  seoDescription: string;
  canonicalUrl: string | null;
  noindex: boolean;
  /** True where the other system showed it in a special place. */
  featured?: boolean;
  losses: readonly Loss[];
  /** It is a page there, such as "About us", and no post: it is stored apart, with its HTML. */
  page?: { html: string };
}

/** A picture that a post shows. */
export interface ImportedPicture {
  /**
   * As the text names it: what a reader of the Markdown finds. With "http" before it, it can be fetched. With "/" before
   * it, it is a path of the other site, whose address the file does not have. Anything else was a name in an archive.
   */
  address: string;
  /** Where the archive has it; null where it must be fetched from `address`. Rejects with a BrokenFileError. */
  read: (() => Promise<Blob>) | null;
}

/** Who wrote a post in the other system. */
export interface ImportedAuthor {
  key: string;
  name: string;
  bio: string;
}

/** A post that could not be read; the others can. */
export interface UnreadablePost {
  key: string;
  place: string;
  title: string;
  /** Why, and what to do about it. */
  reason: string;
}

/** A file of another system, or of this one, that is open for reading. */
export interface ImportSource {
  kind: "wordpress" | "ghost" | "markdown" | "html";
  /** Where the posts were, "https://old.example", if the file says so. */
  site?: string | null;
  /**
   * The key of the site: its address without scheme and "www.", "old.example/blog". Null where the file
   * does not say; then its name is proposed from `siteHint` or the name of the file, and whoever imports decides.
   */
  siteName?: string | null;
  /** What the site calls itself. */
  siteHint?: string;
  /** Posts in the file, where that is known before it was read; else null. */
  total: number | null;
  authors: () => Promise<readonly ImportedAuthor[]>;
  /**
   * The posts, in the order of the file. Reads the file in pieces: a file of 200 MB is never in memory as a whole.
   * @throws {BrokenFileError} with the place where the file stops making sense; posts before that were handed over
   */
  posts: () => AsyncIterable<ImportedPost | UnreadablePost>;
}

/** The file is not what it says it is, or ends too early. */
export class BrokenFileError extends Error {
  override name = "BrokenFileError";
  readonly place: string;

  constructor(message: string, place: string) {
    super(message);
    this.place = place;
  }
}
