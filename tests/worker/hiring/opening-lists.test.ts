/** Lists and counts of openings, which triggers keep, held against a recount, whatever was written and when. */
import { env } from "cloudflare:workers";
import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { isDeep } from "#tests/runs.ts";
import { dropEnded } from "#worker/hiring/openings/drop-ended.ts";
import type { OpeningFilters } from "#worker/hiring/openings/opening-filters.ts";
import { listOpeningAddresses } from "#worker/hiring/openings/list-addresses.ts";
import { listOpenings, mostSearched } from "#worker/hiring/openings/list-openings.ts";
import { readOpening } from "#worker/hiring/openings/read-opening.ts";
import { openDb } from "#worker/db/client.ts";
import { makeOpening, makeManyOpenings } from "./openings-make.ts";

const db = openDb(env.DB);
const departments = ["Cloud", "Data"];
const workplaces = ["hybrid", "remote"] as const;
const employments = ["full-time", "contract"] as const;
const countries = ["DE", "FR"];

interface Job {
  id: string;
  slug: string;
  status: "draft" | "published" | "closed";
  publish_at: number;
  closes_at: number;
  /** Also its title. */
  department: string;
  workplace: string;
  employment: string;
}

// Few, so that changes meet.
const job = fc.nat(1);
const moment = fc.integer({ min: 1, max: 9 });
const state = fc.record({
  status: fc.constantFrom("draft", "published", "published", "closed"),
  publishAt: moment,
  life: moment,
  department: fc.constantFrom(...departments),
  workplace: fc.constantFrom(...workplaces),
  employment: fc.constantFrom(...employments),
});
/** What may be written, by name, so that a failure can be read. */
const change = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom("insert", "replace", "update", "update"), job, state }) },
  // More often than the others, which write all lists of an opening anew.
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constantFrom("add place", "remove place", "add remote", "remove remote"),
      job,
      position: fc.nat(1),
      country: fc.constantFrom(...countries),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("delete"), job }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("drop ended") }) },
);
type Change = typeof change extends fc.Arbitrary<infer Written> ? Written : never;

async function write(made: Change): Promise<unknown> {
  if (!("job" in made)) return dropEnded(db);
  const id = `00000000-0000-7000-8000-00000000000${made.job}`;
  const run = (query: string, ...values: unknown[]) =>
    env.DB.prepare(query)
      .bind(...values)
      .run();
  if ("country" in made) {
    const { position, country } = made;
    if (made.do === "add place")
      return run(
        "INSERT OR IGNORE INTO opening_locations SELECT id, ?, 'Town', NULL, ? FROM openings WHERE id = ?",
        position,
        country,
        id,
      );
    if (made.do === "remove place")
      return run("DELETE FROM opening_locations WHERE position = ? AND opening_id = ?", position, id);
    if (made.do === "add remote")
      return run("INSERT OR IGNORE INTO opening_remote_countries SELECT id, ? FROM openings WHERE id = ?", country, id);
    return run("DELETE FROM opening_remote_countries WHERE country = ? AND opening_id = ?", country, id);
  }
  if (!("state" in made)) return run("DELETE FROM openings WHERE id = ?", id);
  const { status, publishAt, life, department, workplace, employment } = made.state;
  const values = [status, publishAt, publishAt + life, department, workplace, employment, id];
  if (made.do === "update")
    return run(
      `UPDATE openings SET status = ?1, publish_at = ?2, closes_at = ?3, department = ?4, workplace = ?5, employment = ?6,
         title = ?4, title_key = lower(?4) WHERE id = ?7`,
      ...values,
    );
  return run(
    `INSERT OR ${made.do === "replace" ? "REPLACE" : "IGNORE"} INTO openings (status, publish_at, closes_at, department,
       workplace, employment, id, slug, requisition_id, title, title_key, summary, markdown, html, openings, pay_min,
       pay_max, currency, pay_period, created_at, updated_at, version)
     VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?7, ?7, ?4, lower(?4), 'Summary', 'Text', '', 1, 1, 2, 'EUR', 'hour', 1, 1, 1)`,
    ...values,
  );
}

const filters: fc.Arbitrary<OpeningFilters> = fc.record({
  department: fc.constantFrom(null, ...departments),
  workplace: fc.constantFrom(null, ...workplaces),
  employment: fc.constantFrom(null, ...employments),
  country: fc.constantFrom(null, ...countries),
  q: fc.constantFrom(null, "cloud", "D"),
  page: fc.constant(1),
});

const unfiltered: OpeningFilters = {
  department: null,
  workplace: null,
  employment: null,
  country: null,
  q: null,
  page: 1,
};

/** What is hardly ever drawn: nothing else of the opening changes after it has left a country. */
const leavesCountry: [Change, number][] = [
  [
    {
      do: "insert",
      job: 0,
      state: {
        status: "published",
        publishAt: 1,
        life: 9,
        department: "Cloud",
        workplace: "remote",
        employment: "contract",
      },
    },
    0,
  ],
  [{ do: "add remote", job: 0, position: 0, country: "FR" }, 0],
  [{ do: "remove remote", job: 0, position: 0, country: "FR" }, 0],
];

/** The public's answer by a recount of all jobs. */
async function recount(asked: OpeningFilters, now: number) {
  const { results: jobs } = await env.DB.prepare("SELECT * FROM openings ORDER BY publish_at DESC, id DESC").all<Job>();
  const { results: reach } = await env.DB.prepare(
    "SELECT opening_id, country FROM opening_locations UNION SELECT opening_id, country FROM opening_remote_countries",
  ).all<{ opening_id: string; country: string }>();
  const published = jobs.filter(({ status }) => status === "published");
  const open = published.filter(({ publish_at, closes_at }) => publish_at <= now && closes_at > now);
  const countriesOf = ({ id }: Job) =>
    reach.filter(({ opening_id }) => opening_id === id).map(({ country }) => country);
  const fits = (one: Job) =>
    (["department", "workplace", "employment"] as const).every((name) => [null, one[name]].includes(asked[name])) &&
    (asked.country === null || countriesOf(one).includes(asked.country)) &&
    one.department.toLowerCase().includes(asked.q?.toLowerCase() ?? "");
  const count = (values: readonly string[]) =>
    [...Map.groupBy(values, (value) => value)]
      .map(([value, all]) => ({ value, count: all.length }))
      .toSorted((a, b) => (a.value < b.value ? -1 : 1));
  const ends = open.map(({ closes_at }) => closes_at);
  const begins = published.map(({ publish_at }) => publish_at).filter((at) => at > now);
  return {
    slugs: open.filter(fits).map(({ slug }) => slug),
    matching: open.filter(fits).length,
    open: open.length,
    facets: {
      department: count(open.map(({ department }) => department)),
      country: count(open.flatMap(countriesOf)),
      workplace: count(open.map(({ workplace }) => workplace)),
      employment: count(open.map(({ employment }) => employment)),
    },
    changesAt: ends.length + begins.length > 0 ? Math.min(...ends, ...begins) : null,
  };
}

test(
  "what the list of openings shows and counts is a recount's, after any changes and at any time",
  { timeout: 600_000 },
  async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: 1 });
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(change, fc.integer({ min: -4, max: 1 })), { maxLength: 30, size: "max" }),
        filters,
        moment,
        async (changes, asked, rest) => {
          await env.DB.prepare("DELETE FROM openings").run();
          vi.setSystemTime(1);
          for (const [made, passed] of changes) {
            await write(made);
            vi.setSystemTime(Date.now() + Math.max(0, passed));
          }
          const { results: counts } = await env.DB.prepare(
            `SELECT * FROM opening_counts EXCEPT
           SELECT department, country, workplace, employment, count(*) FROM opening_lists GROUP BY 1, 2, 3, 4`,
          ).all();
          expect(counts).toEqual([]);
          for (const now of [Date.now(), Date.now() + rest]) {
            const { slugs, ...expected } = await recount(asked, now);
            const { jobs, ...list } = await listOpenings(db, { filters: asked, now });
            expect(jobs.map(({ slug }) => slug)).toEqual(slugs);
            expect(list).toEqual({ ...expected, isPartial: false });
            const { addresses, changesAt } = await listOpeningAddresses(db, { part: "", now });
            expect(addresses?.length ?? 0).toBe(expected.open);
            expect(changesAt).toBe(expected.changesAt);
          }
        },
      ),
      { numRuns: isDeep ? 2000 : 60, examples: [[leavesCountry, { ...unfiltered, country: "FR" }, 1]] },
    );
  },
);

test("openings that have ended leave the lists, and are back in them when their end is moved", async () => {
  const { slug, id } = await makeOpening({ closesAt: Date.now() + 1000 });
  const other = await makeOpening();
  const count = async () =>
    (await env.DB.prepare("SELECT count(DISTINCT opening_id) AS jobs FROM opening_lists").first<{ jobs: number }>())
      ?.jobs;
  await dropEnded(db);
  expect(await count()).toBe(2);
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 2000 });
  await dropEnded(db);
  expect(await count()).toBe(1);
  await env.DB.prepare("UPDATE openings SET closes_at = ? WHERE id = ?")
    .bind(Date.now() + 1000, id)
    .run();
  expect(await count()).toBe(2);
  const found = await readOpening(db, { slug: other.slug, now: Date.now() });
  expect(found).toMatchObject({ kind: "job", others: [{ slug }] });
});

test("words are looked for in the newest openings only, and the list says so where there are more", async () => {
  const now = Date.now();
  await makeManyOpenings(3 * mostSearched, now);
  const list = (asked: Partial<OpeningFilters>) => listOpenings(db, { filters: { ...unfiltered, ...asked }, now });
  expect(await list({})).toMatchObject({ open: 2 * mostSearched, isPartial: false });
  expect(await list({ q: "engineer" })).toMatchObject({ matching: mostSearched, isPartial: true });
  expect(await list({ q: "engineer", department: "Department 1" })).toMatchObject({ matching: 250, isPartial: false });
});
