import { makeFreeSlug } from "#app/shared/make-slug.ts";
import { cleanOldPath } from "#app/shared/old-path.ts";
import type { Look } from "#worker/imports/import-schema.ts";
import type { Known } from "#worker/imports/look-up.ts";
import { ask, type Asking } from "../../ask-until-answered.ts";
import { BrokenFileError, type ImportedAuthor, type ImportedPost, type UnreadablePost } from "../imported-post.ts";
import { openExport, type OwnPost } from "../own-format/open-export.ts";
import { openSource } from "../read/open-source.ts";
import { hashFile } from "./hash.ts";
import { type OpenFile, type Plan, type PlannedPost, standOf } from "./plan.ts";
import { planForeign, type Unplaced } from "./plan-foreign.ts";
import { planOwn } from "./plan-own.ts";
import { runAddress } from "./run-address.ts";

/** Most bytes of a file of another system. An export of ours is read piece by piece, however large it is. */
const largestSource = 200 * 1024 * 1024;
/** How many of each the server is asked about at once. */
const askedAtOnce = 200;

interface Reading {
  asking: Asking;
  /** Called with the posts that were read, and how many there are, where that is known. */
  report: (read: number, total: number | null) => void;
}

/**
 * Reads a file and asks the site what of it is here. Nothing is stored.
 * @throws {BrokenFileError} when nothing of it can be read
 * @throws {Error} with words for its owner
 */
export async function makePlan(file: File, { asking, report }: Reading): Promise<Plan> {
  if (file.size === 0) throw new Error("This file is empty.");
  const own = await openExport(file);
  if (!own && file.size > largestSource) throw new Error("This file has more than 200 MB. Divide it into several.");
  const hash = await hashFile(file);
  const source = own ?? (await openSource(file));
  const posts: Unplaced[] = [];
  const unreadable: UnreadablePost[] = [];
  let broken: Plan["broken"] = null;
  try {
    for await (const post of source.posts()) {
      asking.signal?.throwIfAborted();
      if ("reason" in post) unreadable.push(post);
      else posts.push(await planPost(post, source, file.name));
      if ((posts.length + unreadable.length) % 10 === 0) report(posts.length + unreadable.length, source.total);
    }
  } catch (error) {
    if (!(error instanceof BrokenFileError) || posts.length === 0) throw error;
    broken = { why: error.message, place: error.place };
  }
  if (posts.length === 0 && unreadable.length === 0) throw new Error("There is no post in this file.");
  const authors = source.kind === "site" ? [] : await source.authors();
  const known = await lookUpAll({ hash, posts, authors, source }, asking);
  return {
    file: { name: file.name, hash, kind: source.kind },
    source,
    posts: placeAll(posts, known, source),
    unreadable,
    broken,
    authors,
    topics: known.topics,
    open: known.open,
  };
}

function planPost(post: ImportedPost | OwnPost, source: OpenFile, fileName: string): Promise<Unplaced> {
  if (source.kind === "site") return planOwn(post as OwnPost, source);
  // Other systems give each post a number of its own; the path of a file is only its own within one archive. A file that is
  // downloaded again gets another name: "blog (1).zip".
  const isNumbered = source.kind === "wordpress" || source.kind === "ghost";
  const scope = isNumbered ? source.kind : `${source.kind}\n${fileName.replace(/ ?\(\d+\)(?=\.[a-z]+$)/i, "")}`;
  return planForeign(post as ImportedPost, scope);
}

interface Asked {
  hash: string;
  posts: readonly Unplaced[];
  authors: readonly ImportedAuthor[];
  source: OpenFile;
}

async function lookUpAll({ hash, posts, authors, source }: Asked, asking: Asking): Promise<Known> {
  const topics = new Map<string, Look["topics"][number]>();
  const want = (kind: Look["topics"][number]["kind"], name: string) =>
    topics.set(`${kind} ${name.toLowerCase()}`, { kind, name: name.slice(0, 120) });
  for (const { name } of authors) want("author", name);
  for (const { category, tags, authors: writers } of posts) {
    if (category) want("category", category);
    for (const tag of tags) want("tag", tag);
    if (source.kind === "site") for (const writer of writers) want("author", writer);
  }
  const asked = {
    posts: posts.map(({ key, fingerprint }) => ({ key, fingerprint })),
    slugs: [...new Set(posts.map(({ wanted }) => wanted))],
    paths: [...new Set(posts.flatMap(({ oldPaths }) => oldPaths))],
    topics: [...topics.values()],
  };
  const known: Known = { open: null, posts: [], slugs: [], paths: [], topics: [] };
  const longest = Math.max(...Object.values(asked).map(({ length }) => length));
  for (let from = 0; from < longest; from += askedAtOnce) {
    const slice = <Each>(all: readonly Each[]) => all.slice(from, from + askedAtOnce);
    const look = {
      intent: "look" as const,
      fileHash: hash,
      posts: slice(asked.posts),
      slugs: slice(asked.slugs),
      paths: slice(asked.paths),
      topics: slice(asked.topics),
    } satisfies Look;
    const found = await ask<Known>(runAddress, JSON.stringify(look), { ...asking, isPatient: true });
    known.open = found.open;
    known.posts.push(...found.posts);
    known.slugs.push(...found.slugs);
    known.paths.push(...found.paths);
    known.topics.push(...found.topics);
  }
  return known;
}

/** Gives each post its address and says what becomes of it. */
function placeAll(posts: readonly Unplaced[], known: Known, source: OpenFile): PlannedPost[] {
  const byKey = new Map(known.posts.map((post) => [post.key, post]));
  const byPrint = new Map(known.posts.map((post) => [post.fingerprint, post]));
  const taken = new Set(known.slugs);
  const takenPaths = new Set(known.paths);
  return posts.map((post) => {
    const here = byKey.get(post.key) ?? byPrint.get(post.fingerprint);
    // An export whose article is here is no copy of it.
    const isOwnHere = source.kind === "site" && !here && taken.has(post.wanted);
    const standing = isOwnHere ? "known" : standOf(here, post);
    const slug = here?.slug ?? (isOwnHere ? post.wanted : makeFreeSlug(post.wanted, taken));
    taken.add(slug);
    const own = `/insights/${slug}`;
    const led = post.oldPaths.filter((path) => cleanOldPath(path) !== own);
    const free = standing === "new" ? led.filter((path) => !takenPaths.has(path)) : led;
    for (const path of free) takenPaths.add(path);
    return { ...post, slug, standing, oldPaths: free, takenPaths: led.filter((path) => !free.includes(path)) };
  });
}
