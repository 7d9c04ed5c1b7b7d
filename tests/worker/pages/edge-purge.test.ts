/**
 * What a change purges, held against what it changes: the pages lie in a cache that obeys their headers, something
 * changes, and every page that is left must be the one that the Worker answers now.
 */
import { env } from "cloudflare:workers";
import { beforeEach, expect, test, vi } from "vitest";
import { day, hour } from "#shared/dates/durations.ts";
import { isDeep } from "#tests/runs.ts";
import { closeOpening, publishOpening } from "#worker/hiring/openings/publish-opening.ts";
import { type OpeningVersion, saveOpening } from "#worker/hiring/openings/save-opening.ts";
import { openDb } from "#worker/db/client.ts";
import type { InsightId } from "#worker/db/insights-tables.ts";
import { archivePost, publishInsight } from "#worker/insights/publish-insight.ts";
import { createInsight, saveInsight } from "#worker/insights/save-insight.ts";
import { makeDraft as makeOpeningDraft } from "../hiring/openings-make.ts";
import { askWorker, type Entry, makeEdge } from "./edge-make.ts";
import { addresses, makeSite } from "./edge-site.ts";
import { makeAuthor, makeCategory } from "../insights/insights-make.ts";

const db = openDb(env.DB);
const edge = makeEdge();
const { scope } = edge;
const actor = null;

beforeEach(() => {
  // In the morning: some answers change at midnight, UTC.
  vi.useFakeTimers({ toFake: ["Date"], now: new Date().setUTCHours(6, 0, 0, 0) });
});

/** Of which a change that is made here does the same to another address. */
const alike = /^\/(thoughtleadership$|insights\/(post-11|ends|category\/nothing|author\/nobody)$|insights\?page=3)/;

/** All addresses that `own` names, and some of the others, which nothing here may change; all in the deep tests. */
function choose(own: RegExp, others = /^$/): string[] {
  return addresses.filter((address, at) => isDeep || (own.test(address) ? !others.test(address) : at % 18 === 0));
}

/** Puts these pages into the cache, but for those that are there. */
async function fill(looked: readonly string[]): Promise<void> {
  for (const address of looked) if (!edge.entries.has(address)) await edge.load(address);
  expect(looked.filter((address) => !edge.entries.has(address))).toEqual([]);
}

/** As they are, or to be thrown away at the same moment: what is read a second later has a second less to live. */
function isSame(one: Entry, other: Entry): boolean {
  const pick = ({ status, body, headers }: Entry) =>
    JSON.stringify({ status, body, headers: { ...headers, "cache-control": "" } });
  const isKeptAlike =
    one.headers["cache-control"] === other.headers["cache-control"] || one.staleUntil === other.staleUntil;
  return isKeptAlike && pick(one) === pick(other);
}

/**
 * Makes a change with the cache full: which pages it leaves old, changes and purges, and purges although they neither
 * change nor show what was changed. The cache has the newest of each afterwards.
 */
async function watch(change: () => Promise<unknown>, looked: readonly string[]) {
  await fill(looked);
  edge.purges.length = 0;
  const before = new Map(edge.entries);
  await change();
  const found = { old: [] as string[], changed: [] as string[], forNothing: [] as string[] };
  for (const [address, entry] of before) {
    const isLeft = edge.entries.has(address);
    await edge.load(address);
    const newest = edge.entries.get(address);
    const isUnchanged = newest !== undefined && isSame(entry, newest);
    if (!isUnchanged) found[isLeft ? "old" : "changed"].push(address);
    else if (!isLeft && !entry.tags.some((tag) => tag.includes(":") && edge.purges.includes(tag)))
      found.forNothing.push(address);
  }
  // The next change is made later.
  vi.setSystemTime(Date.now() + 1000);
  return found;
}

/** A change, whether a visitor sees it, and the pages that it may purge although they stay as they are. */
type Change = [what: string, change: () => Promise<unknown>, isSeen: boolean, may: RegExp];

/** Makes the changes one after the other; only pages of `own` may change by them, and none may be left old. */
async function checkChanges(changes: readonly Change[], own: RegExp): Promise<void> {
  const looked = choose(own, alike);
  edge.entries.clear();
  for (const [what, change, isSeen, may] of changes) {
    const { old, changed, forNothing } = await watch(change, looked);
    expect(old, `${what}: left`).toEqual([]);
    expect(changed.length > 0, `${what}: changed`).toBe(isSeen);
    const foreign = changed.filter((address) => !own.test(address));
    expect(foreign, `${what}: changed`).toEqual([]);
    const purged = forNothing.filter((address) => !may.test(address));
    expect(purged, `${what}: purged for nothing`).toEqual([]);
  }
}

const insights = /^\/(insights|blog|thought-?leadership)|^\/sitemap(\.xml|\/(articles|topics))/;
const careers = /^\/careers|^\/sitemap(\.xml|\/openings)/;
/** Any text may change these: nobody knows before they are asked. */
const searches = /\?q=|^\/sitemap\/(articles|topics)/;
const lists = /^\/careers(\.data)?(\?|$)|^\/sitemap\/openings/;
const nothing = /^$/;

test(
  "a change of an article purges what it changes; too much only where what shows it must be computed",
  { timeout: 300_000 },
  async () => {
    const { post, soon, draft, data, speed } = await makeSite();
    let { draft: written } = post;
    let version = 2;
    const save = async (changes: Partial<typeof written>) => {
      written = { ...written, ...changes };
      version = await saveInsight(db, { actor, id: post.id, version, draft: written }, scope);
    };
    let made = "" as InsightId;
    /** Each change, whether the public sees it, and the pages that it may purge without having changed them. */
    const changes: Change[] = [
      ["create", async () => (made = await createInsight(db, { actor, draft }, scope)), false, nothing],
      [
        "save a draft",
        () => saveInsight(db, { actor, id: made, version: 1, draft: { ...draft, title: "Zebra" } }, scope),
        false,
        nothing,
      ],
      [
        "schedule",
        () => publishInsight(db, { actor, id: made, version: 2, publishAt: Date.now() + hour }, scope),
        true,
        insights,
      ],
      ["save what is scheduled", () => saveInsight(db, { actor, id: made, version: 3, draft }, scope), false, searches],
      [
        "publish",
        () => publishInsight(db, { actor, id: made, version: 4, publishAt: Date.now() }, scope),
        true,
        insights,
      ],
      ["edit the text", () => save({ markdown: "A zebra." }), true, searches],
      ["edit the title", () => save({ title: "Another title" }), true, searches],
      [
        "edit the byline",
        async () => save({ authorIds: [await makeAuthor({ slug: "other", name: "Other" })] }),
        true,
        insights,
      ],
      ["save it as it is", () => save({}), true, searches],
      ["change the tags", () => save({ tagIds: [] }), true, insights],
      ["change the tags back", () => save({ tagIds: [speed] }), true, insights],
      ["feature it", () => save({ featured: true }), true, insights],
      ["move it", () => save({ slug: "renamed" }), true, insights],
      [
        "change the category",
        async () => save({ categoryId: await makeCategory({ slug: "new", name: "New" }) }),
        true,
        insights,
      ],
      ["and back", () => save({ categoryId: data }), true, insights],
      ["withdraw it", () => archivePost(db, { actor, id: post.id, version: version++ }, scope), true, insights],
      ["save what is withdrawn", () => save({ title: "Unseen" }), false, searches],
      [
        "publish it again",
        () => publishInsight(db, { actor, id: post.id, version: version++, publishAt: Date.now() }, scope),
        true,
        insights,
      ],
      ["withdraw what is scheduled", () => archivePost(db, { actor, id: soon.id, version: 2 }, scope), true, insights],
    ];
    await checkChanges(changes, insights);
  },
);

test(
  "a change of a job purges what it changes; too much only where what shows it must be computed",
  { timeout: 300_000 },
  async () => {
    const { openingDraft, job, closed } = await makeSite();
    let written = openingDraft;
    let known: OpeningVersion = job;
    const save = async (changes: Partial<typeof written>) => {
      written = { ...written, ...changes };
      known = await saveOpening(db, { actor, known, draft: written }, scope);
    };
    const draft = makeOpeningDraft({ slug: "unwritten", closesAt: Date.now() + 9 * day });
    let made = { id: job.id, version: 0 };
    const publish = async (publishAt: number) =>
      (made = await publishOpening(db, { actor, known: made, publishAt }, scope));
    const changes: Change[] = [
      ["create", async () => (made = await saveOpening(db, { actor, draft }, scope)), false, nothing],
      [
        "save a draft",
        async () => (made = await saveOpening(db, { actor, known: made, draft }, scope)),
        false,
        nothing,
      ],
      ["schedule", () => publish(Date.now() + hour), true, careers],
      [
        "take back what is scheduled",
        async () => (made = await closeOpening(db, { actor, known: made }, scope)),
        true,
        careers,
      ],
      ["publish", () => publish(Date.now()), true, careers],
      ["edit the text", () => save({ markdown: "A zebra." }), true, lists],
      ["edit the title", () => save({ title: "Zebra keeper" }), true, lists],
      ["edit the pay", () => save({ pay: { min: 1, max: 2, currency: "EUR", period: "hour" } }), true, lists],
      ["edit the places", () => save({ places: [{ city: "Bonn", region: null, country: "DE" }] }), true, lists],
      ["move it to a department", () => save({ department: "Cloud" }), true, careers],
      ["change its end", () => save({ closesAt: Date.now() + 4 * hour }), true, careers],
      ["move it", () => save({ slug: "renamed" }), true, careers],
      ["close it", async () => (known = await closeOpening(db, { actor, known }, scope)), true, careers],
      ["edit what is closed", () => save({ title: "Closed" }), true, nothing],
      ["open it again", async () => (known = await publishOpening(db, { actor, known }, scope)), true, careers],
      [
        "save another that is closed",
        () =>
          saveOpening(
            db,
            { actor, known: closed, draft: { ...draft, slug: "closed", requisitionId: "R-closed", title: "Shut" } },
            scope,
          ),
        true,
        careers,
      ],
    ];
    await checkChanges(changes, careers);
  },
);

test("what changes by time leaves the cache by itself, at that moment @ci", { timeout: 300_000 }, async () => {
  const start = Date.now();
  await makeSite();
  const looked = choose(/^\/(insights|careers|sitemap)/);
  // An article appears, an opening appears, an article ends, an opening ends.
  for (const moment of [start + 2 * hour, start + 3 * hour, start + 4 * hour, start + 5 * hour]) {
    vi.setSystemTime(moment - 30 * 60_000);
    edge.entries.clear();
    await fill(looked);
    vi.setSystemTime(moment);
    let changed = 0;
    for (const address of looked) {
      const cached = edge.entries.get(address);
      const shown = await edge.ask(address);
      // What the cache has read just now need not be read once more.
      const entry = edge.entries.get(address);
      const fresh = entry && entry !== cached ? entry : await askWorker(address);
      if (cached?.body !== fresh.body) changed += 1;
      // What is not there is cached for a minute.
      if (shown.status === 404 && fresh.status !== 404) expect(cached?.freshUntil).toBeLessThanOrEqual(moment);
      expect([address, shown.status, shown.body === fresh.body]).toEqual([address, fresh.status, true]);
    }
    expect(changed).toBeGreaterThan(4);
  }
});
