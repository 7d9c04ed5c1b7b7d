/** What is known of a file before anything of it is stored: the report that its owner reads first. */
import { describeLoss, type Loss } from "#shared/insights/losses.ts";
import type { Known, KnownPost, KnownSite, KnownTopic } from "#worker/imports/look-up.ts";
import type { ImportedAuthor, ImportedPost, ImportSource, UnreadablePost } from "../imported-post.ts";
import type { OwnPost, SiteExport } from "../own-format/open-export.ts";

/** A file that is open: of another system, or an export of a site like this. */
export type OpenFile = ImportSource | SiteExport;

/** All of a post but its text, which waits outside the memory of the page. */
export type InsightHead = Omit<ImportedPost, "markdown" | "page">;

/** A post as it will be stored. */
export interface PlannedPost {
  /** What the file calls it; of several with one name, the second has "#2" behind it. */
  id: string;
  /** Hashes of the system, the site and the id, and of all that is in it. */
  key: string;
  fingerprint: string;
  place: string;
  title: string;
  status: "draft" | "scheduled" | "published" | "archived" | "trash";
  /** The address that it gets; `wanted` is what the file asks for. */
  slug: string;
  wanted: string;
  /** What becomes of it, unless its owner decides otherwise: see `standingNames`. */
  standing: Standing;
  content:
    | { kind: "foreign"; post: InsightHead; readMarkdown: () => Promise<string> }
    | { kind: "own"; read: () => Promise<OwnPost> };
  /** Names of what it is sorted by. */
  category: string | null;
  tags: readonly string[];
  authors: readonly string[];
  /** Old addresses that will lead to it, and those that lead elsewhere already. */
  oldPaths: readonly string[];
  takenPaths: readonly string[];
  pictures: { inArchive: number; elsewhere: number };
  losses: readonly Loss[];
}

/** A page of the other system, which is stored apart. */
export interface PlannedPage {
  id: string;
  key: string;
  fingerprint: string;
  place: string;
  title: string;
  /** The path that it had; "" for none. */
  path: string;
  status: "draft" | "scheduled" | "published";
  losses: readonly Loss[];
  /** It is stored here as the file has it. */
  isKnown: boolean;
  readTexts: () => Promise<{ markdown: string; html: string }>;
}

/** Where posts come from. */
export interface PlannedSite {
  name: string;
  /** The file says it. Else whoever imports may give another name. */
  isCertain: boolean;
  /** When posts of this site came last; null for a new one. */
  importedAt: number | null;
  /** A site of the name that was proposed first, whose posts are others. */
  unlike: string | null;
  /** Sites that such files came from. */
  known: readonly KnownSite[];
}

/**
 * `new`: it is added. `known`: it is here. `trash`: it is in the trash, and comes out of it. `changed`: it is here, and the
 * file has it otherwise now. `edited`: so, and somebody has changed it here.
 */
export type Standing = "new" | "known" | "trash" | "changed" | "edited";

export const standingNames: Readonly<Record<Standing, string>> = {
  new: "New",
  known: "Here already",
  trash: "In the trash; comes back",
  changed: "Changed in the file since",
  edited: "Changed in the file and here",
};

export interface Plan {
  file: { name: string; hash: string; kind: OpenFile["kind"] };
  source: OpenFile;
  site: PlannedSite;
  posts: readonly PlannedPost[];
  pages: readonly PlannedPage[];
  unreadable: readonly UnreadablePost[];
  /** Where the file stops making sense, if it does: what comes before can be imported. */
  broken: { why: string; place: string } | null;
  authors: readonly ImportedAuthor[];
  topics: readonly KnownTopic[];
  open: Known["open"];
}

export function standOf(
  known: Pick<KnownPost, "fingerprint" | "isEdited" | "isInTrash"> | undefined,
  { fingerprint, status }: Pick<PlannedPost, "fingerprint" | "status">,
): Standing {
  if (!known) return "new";
  if (known.isInTrash && !known.isEdited && status !== "trash") return "trash";
  if (known.fingerprint === fingerprint) return "known";
  return known.isEdited ? "edited" : "changed";
}

/** The posts that an import sends. */
export function listToSend(posts: readonly PlannedPost[], updates: boolean): PlannedPost[] {
  return posts.filter(({ standing }) => ["new", "trash"].includes(standing) || (standing === "changed" && updates));
}

/** How many losses a post has. */
export function hasLosses({ losses, takenPaths }: PlannedPost): boolean {
  return losses.length > 0 || takenPaths.length > 0;
}

export interface Totals {
  posts: number;
  pages: number;
  withLosses: number;
  unreadable: number;
  here: number;
  changed: number;
  pictures: { inArchive: number; elsewhere: number };
  oldPaths: number;
  newTopics: { author: number; category: number; tag: number };
}

export function countPlan({ posts, pages, unreadable, topics, source }: Plan): Totals {
  const known = new Set(topics.flatMap(({ kind, name, slug }) => [`${kind} ${name.toLowerCase()}`, `${kind} ${slug}`]));
  const names = { author: new Set<string>(), category: new Set<string>(), tag: new Set<string>() };
  for (const post of posts) {
    for (const author of post.authors) names.author.add(author);
    if (post.category) names.category.add(post.category);
    for (const tag of post.tags) names.tag.add(tag);
  }
  const countNew = (kind: keyof typeof names) =>
    [...names[kind]].filter((name) => !known.has(`${kind} ${name.toLowerCase()}`)).length;
  const sum = (read: (post: PlannedPost) => number) => posts.reduce((total, post) => total + read(post), 0);
  return {
    posts: posts.length,
    pages: pages.filter(({ isKnown }) => !isKnown).length,
    withLosses: posts.filter(hasLosses).length,
    unreadable: unreadable.length,
    here: posts.filter(({ standing }) => standing === "known").length,
    changed: posts.filter(({ standing }) => ["changed", "edited"].includes(standing)).length,
    pictures: {
      inArchive:
        source.kind === "site"
          ? source.items.length + source.drawings.length
          : sum(({ pictures }) => pictures.inArchive),
      elsewhere: sum(({ pictures }) => pictures.elsewhere),
    },
    oldPaths: sum(({ oldPaths }) => oldPaths.length),
    newTopics: { author: countNew("author"), category: countNew("category"), tag: countNew("tag") },
  };
}

/** The report as a table for a spreadsheet: one line for each post. */
export function listReport({ posts, pages, unreadable }: Plan): string[][] {
  return [
    ["Title", "Place in the file", "What becomes of it", "Address", "Status", "Pictures", "Old addresses", "Losses"],
    ...posts.map((post) => [
      post.title,
      post.place,
      standingNames[post.standing],
      `/insights/${post.slug}`,
      post.status,
      `${post.pictures.inArchive} in the file, ${post.pictures.elsewhere} elsewhere`,
      post.oldPaths.join(" "),
      describeLosses(post),
    ]),
    ...pages.map(({ title, place, path, status, losses }) => {
      const words = losses.map(describeLoss).join("; ");
      return [title, place, "A page: kept apart", "", status, "", path, words];
    }),
    ...unreadable.map(({ title, place, reason }) => [title, place, "Cannot be read", "", "", "", "", reason]),
  ];
}

export function describeLosses({ losses, takenPaths }: Pick<PlannedPost, "losses" | "takenPaths">): string {
  const words = losses.map(describeLoss);
  if (takenPaths.length > 0) words.push(`leads elsewhere already: ${takenPaths.join(", ")}`);
  return words.join("; ");
}
