import type { Look } from "#worker/imports/import-schema.ts";
import type { Known } from "#worker/imports/look-up.ts";
import { ask, type Asking } from "#app/staff/ask-until-answered.ts";
import { BrokenFileError, type ImportedAuthor, type ImportedPost, type UnreadablePost } from "../imported-post.ts";
import { openExport, type OwnPost } from "../own-format/open-export.ts";
import { proposeName } from "../read/name-site.ts";
import { openSource } from "../read/open-source.ts";
import type { Parsing } from "../read/parsing.ts";
import { createBreather } from "./breathe.ts";
import { hashFile, hashText } from "./hash.ts";
import { isUnlike, placeAll } from "./place-all.ts";
import type { OpenFile, Plan, PlannedPage, PlannedSite } from "./plan.ts";
import { planForeign, planPage, type Unplaced } from "./plan-foreign.ts";
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
  /** Reads what takes long, beside the page. */
  parsing?: Parsing;
}

/**
 * Reads a file and asks the site what of it is here. Nothing is stored.
 * @throws {BrokenFileError} when nothing of it can be read
 * @throws {Error} with words for its owner
 */
export async function makePlan(file: File, { asking, report, parsing }: Reading): Promise<Plan> {
  if (file.size === 0) throw new Error("This file is empty.");
  const own = await openExport(file);
  if (!own && file.size > largestSource) throw new Error("This file has more than 200 MB. Divide it into several.");
  const hash = await hashFile(file);
  const source = own ?? (await openSource(file, parsing ? { parsing } : {}));
  const first = await lookUpAll({ hash, posts: [], pages: [], authors: [], source }, asking);
  const site = findSite(source, file.name, first);
  const read = await readAll(source, { asking, report, scope: nameScope(source.kind, site.name) });
  if (read.posts.length + read.pages.length + read.unreadable.length === 0)
    throw new Error("There is no post in this file.");
  const authors = source.kind === "site" ? [] : await source.authors();
  const known = await lookUpAll({ hash, posts: read.posts, pages: read.pages, authors, source }, asking);
  const made = {
    ...read,
    file: { name: file.name, hash, kind: source.kind },
    source,
    site,
    authors,
    topics: known.topics,
    open: known.open,
    posts: placeAll(read.posts, known, { source, site: site.name }),
    pages: markKnown(read.pages, known),
  };
  const isGiven = site.isCertain || first.open !== null;
  return isGiven || !isUnlike(made, known) ? made : nameSite(made, makeFree(site), asking, site.name);
}

/** The posts of the other site have this before their names. */
function nameScope(kind: OpenFile["kind"], site: string): string {
  return `${kind}\n${site}`;
}

function findSite(source: OpenFile, fileName: string, { open, sites }: Known): PlannedSite {
  const certain = source.siteName ?? null;
  const hint = source.kind === "site" ? "" : (source.siteHint ?? "");
  const name = certain ?? open?.site ?? proposeName(hint, fileName);
  return describeSite({ name, isCertain: certain !== null, importedAt: null, unlike: null, known: sites });
}

function describeSite(site: PlannedSite): PlannedSite {
  return { ...site, importedAt: site.known.find((one) => one.site === site.name)?.at ?? null };
}

/** "blog 2" where posts of another "blog" are here. */
function makeFree({ name, known }: PlannedSite): string {
  const taken = new Set(known.map(({ site }) => site));
  let number = 2;
  while (taken.has(`${name} ${number}`)) number += 1;
  return `${name} ${number}`;
}

/** The plan in which the posts come from a site of this name: what of them is here is asked again. */
export async function nameSite(plan: Plan, name: string, asking: Asking, unlike: string | null = null): Promise<Plan> {
  const { kind, hash } = plan.file;
  const rename = async <Each extends { id: string }>(each: Each) => ({
    ...each,
    key: await hashText(`${nameScope(kind, name)}\n${each.id}`),
  });
  const posts: Unplaced[] = await Promise.all(plan.posts.map(rename));
  const pages = await Promise.all(plan.pages.map(rename));
  const known = await lookUpAll({ hash, posts, pages, authors: plan.authors, source: plan.source }, asking);
  const site = describeSite({ ...plan.site, name, unlike });
  return {
    ...plan,
    site,
    pages: markKnown(pages, known),
    posts: placeAll(posts, known, { source: plan.source, site: name }),
  };
}

function markKnown(pages: readonly PlannedPage[], known: Known): PlannedPage[] {
  const here = new Set(known.pages);
  return pages.map((page) => Object.assign({}, page, { isKnown: here.has(page.key) }));
}

interface ReadAll extends Pick<Reading, "asking" | "report"> {
  scope: string;
}

type Read = Pick<Plan, "unreadable" | "broken" | "pages"> & { posts: Unplaced[] };

async function readAll(source: OpenFile, { asking, report, scope }: ReadAll): Promise<Read> {
  const posts: Unplaced[] = [];
  const pages: PlannedPage[] = [];
  const unreadable: UnreadablePost[] = [];
  const breathe = createBreather();
  const number = createNumbers();
  try {
    for await (const post of source.posts()) {
      asking.signal?.throwIfAborted();
      if ("reason" in post) unreadable.push(post);
      else if (source.kind === "site") posts.push(await planOwn(post as OwnPost, scope, source));
      else if ((post as ImportedPost).page) pages.push(await planPage(number(post as ImportedPost), scope));
      else posts.push(await planForeign(number(post as ImportedPost), scope));
      const count = posts.length + pages.length + unreadable.length;
      if (count % 10 === 0) report(count, source.total);
      await breathe();
    }
  } catch (error) {
    if (!(error instanceof BrokenFileError) || posts.length + pages.length === 0) throw error;
    return { posts, pages, unreadable, broken: { why: error.message, place: error.place } };
  }
  return { posts, pages, unreadable, broken: null };
}

/** Two items of a file are two, whatever they are called there: the second of a name has a number behind it. */
function createNumbers() {
  const counts = new Map<string, number>();
  return (post: ImportedPost): ImportedPost => {
    const { id = post.key } = post;
    const count = (counts.get(id) ?? 0) + 1;
    counts.set(id, count);
    return { ...post, id: count === 1 ? id : `${id} #${count}` };
  };
}

interface Asked {
  hash: string;
  posts: readonly Unplaced[];
  pages: readonly PlannedPage[];
  authors: readonly ImportedAuthor[];
  source: OpenFile;
}

async function lookUpAll({ hash, posts, pages, authors, source }: Asked, asking: Asking): Promise<Known> {
  const asked = {
    posts: posts.map(({ key, fingerprint }) => ({ key, fingerprint })),
    pages: pages.map(({ key, fingerprint }) => ({ key, fingerprint })),
    slugs: [...new Set(posts.map(({ wanted }) => wanted))],
    paths: [...new Set(posts.flatMap(({ oldPaths }) => oldPaths))],
    topics: listTopics(posts, authors, source),
  };
  const known: Known = { open: null, posts: [], slugs: [], paths: [], pages: [], sites: [], topics: [] };
  const longest = Math.max(1, ...Object.values(asked).map(({ length }) => length));
  for (let from = 0; from < longest; from += askedAtOnce) {
    const slice = <Each>(all: readonly Each[]) => all.slice(from, from + askedAtOnce);
    const look = {
      intent: "look" as const,
      fileHash: hash,
      kind: source.kind,
      posts: slice(asked.posts),
      pages: slice(asked.pages),
      slugs: slice(asked.slugs),
      paths: slice(asked.paths),
      topics: slice(asked.topics),
    } satisfies Look;
    const found = await ask<Known>(runAddress, JSON.stringify(look), { ...asking, isPatient: true });
    known.open = found.open;
    known.sites = found.sites;
    known.posts.push(...found.posts);
    known.pages.push(...found.pages);
    known.slugs.push(...found.slugs);
    known.paths.push(...found.paths);
    known.topics.push(...found.topics);
  }
  return known;
}

function listTopics(posts: readonly Unplaced[], authors: readonly ImportedAuthor[], { kind }: OpenFile) {
  const topics = new Map<string, Look["topics"][number]>();
  const want = (kind: Look["topics"][number]["kind"], name: string) =>
    topics.set(`${kind} ${name.toLowerCase()}`, { kind, name: name.slice(0, 120) });
  for (const { name } of authors) want("author", name);
  for (const { category, tags, authors: writers } of posts) {
    if (category) want("category", category);
    for (const tag of tags) want("tag", tag);
    if (kind === "site") for (const writer of writers) want("author", writer);
  }
  return [...topics.values()];
}
