import { env } from "cloudflare:workers";
import type { Compilable } from "kysely";
import { expect, test } from "vitest";
import { day } from "#shared/dates/durations.ts";
import { openDb } from "#worker/db/client.ts";
import { type OpeningFilters, parseOpeningFilters } from "#worker/hiring/openings/opening-filters.ts";
import { openingsPerPage, listOpenings, selectList } from "#worker/hiring/openings/list-openings.ts";
import { closeOpening } from "#worker/hiring/openings/publish-opening.ts";
import { listOpeningAddresses, selectAddresses } from "#worker/hiring/openings/list-addresses.ts";
import { readOpening, selectOpening } from "#worker/hiring/openings/read-opening.ts";
import { makeOpening, makeJobScope, makeManyOpenings } from "./openings-make.ts";

const none: OpeningFilters = { department: null, country: null, workplace: null, employment: null, q: null, page: 1 };

async function listTitles(filters: Partial<OpeningFilters> = {}, now = Date.now()): Promise<string[]> {
  const { jobs, matching } = await listOpenings(openDb(env.DB), { filters: { ...none, ...filters }, now });
  expect(matching).toBe(jobs.length);
  return jobs.map(({ title }) => title);
}

test("an opening is listed with its places, countries and pay", async () => {
  await makeOpening({
    title: "Site reliability engineer",
    workplace: "remote",
    places: [
      { city: "Leeds", region: "West Yorkshire", country: "GB" },
      { city: "Kraków", region: null, country: "PL" },
    ],
    remoteCountries: ["PL", "GB"],
    closesAt: 9e12,
  });
  const { jobs } = await listOpenings(openDb(env.DB), { filters: none, now: Date.now() });
  expect(jobs).toMatchObject([
    {
      title: "Site reliability engineer",
      department: "Cloud",
      workplace: "remote",
      employment: "full-time",
      pay: { min: 50_000, max: 60_000, currency: "GBP", period: "year" },
      places: [
        { city: "Leeds", region: "West Yorkshire", country: "GB" },
        { city: "Kraków", region: null, country: "PL" },
      ],
      remoteCountries: ["GB", "PL"],
      closesAt: 9e12,
    },
  ]);
});

test("an opening appears and expires by the clock alone", async () => {
  const now = Date.now();
  const { slug, id } = await makeOpening({ title: "Timed", closesAt: now + 2 * day }, now + day);
  const see = async (at: number) => {
    const { jobs, open, changesAt } = await listOpenings(openDb(env.DB), { filters: none, now: at });
    const found = await readOpening(openDb(env.DB), { slug, now: at });
    const inSitemap = (await listOpeningAddresses(openDb(env.DB), { part: "", now: at })).addresses?.length ?? 0;
    const page = found.kind === "job" ? found.job.isOpen : undefined;
    return { listed: jobs.length, open, changesAt, page, inSitemap };
  };
  const before = { listed: 0, open: 0, changesAt: now + day, page: undefined, inSitemap: 0 };
  const during = { listed: 1, open: 1, changesAt: now + 2 * day, page: true, inSitemap: 1 };
  const after = { listed: 0, open: 0, changesAt: null, page: false, inSitemap: 0 };
  expect(await see(now)).toEqual(before);
  expect(await see(now + day - 1)).toEqual(before);
  expect(await see(now + day)).toEqual(during);
  expect(await see(now + 2 * day - 1)).toEqual(during);
  expect(await see(now + 2 * day)).toEqual(after);
  expect(await listOpeningAddresses(openDb(env.DB), { part: "", now: now + day })).toEqual({
    addresses: [{ path: `/careers/${slug}`, changedAt: now + day }],
    changesAt: now + 2 * day,
  });
  expect(await readOpening(openDb(env.DB), { slug, now: now + 2 * day })).toMatchObject({ kind: "job", job: { id } });
});

test("drafts, internal openings and closed ones are not listed; of them only the closed one has a page", async () => {
  const scope = makeJobScope();
  const draft = await makeOpening({}, null);
  const internal = await makeOpening();
  await env.DB.prepare("UPDATE openings SET status = 'internal' WHERE id = ?").bind(internal.id).run();
  const closed = await makeOpening();
  await closeOpening(openDb(env.DB), { actor: null, known: closed }, scope);
  expect(await listTitles()).toEqual([]);
  const now = Date.now();
  for (const slug of [draft.slug, internal.slug, "no-such-job"])
    expect(await readOpening(openDb(env.DB), { slug, now }), slug).toEqual({ kind: "missing" });
  expect(await readOpening(openDb(env.DB), { slug: closed.slug, now })).toMatchObject({
    kind: "job",
    job: { isOpen: false },
  });
});

test("each filter leaves what it names, and all of them together what fits all", async () => {
  const at = Date.now() - 10 * day;
  await makeOpening({ title: "Émile’s 50% platform engineer" }, at + 3);
  await makeOpening(
    { title: "Data analyst", department: "Data", employment: "contract", workplace: "remote", remoteCountries: ["FR"] },
    at + 2,
  );
  const oslo = [{ city: "Oslo", region: null, country: "NO" }];
  await makeOpening({ title: "Data engineer", department: "Data", workplace: "on-site", places: oslo }, at + 1);
  expect(await listTitles()).toEqual(["Émile’s 50% platform engineer", "Data analyst", "Data engineer"]);
  expect(await listTitles({ department: "Data" })).toEqual(["Data analyst", "Data engineer"]);
  expect(await listTitles({ country: "NO" })).toEqual(["Data engineer"]);
  expect(await listTitles({ country: "FR" })).toEqual(["Data analyst"]);
  expect(await listTitles({ workplace: "on-site" })).toEqual(["Data engineer"]);
  expect(await listTitles({ employment: "contract" })).toEqual(["Data analyst"]);
  expect(await listTitles({ q: "ENGINEER data" })).toEqual(["Data engineer"]);
  expect(await listTitles({ q: "emile" })).toEqual(["Émile’s 50% platform engineer"]);
  expect(await listTitles({ q: "50%" })).toEqual(["Émile’s 50% platform engineer"]);
  expect(await listTitles({ q: "%" })).toEqual(["Émile’s 50% platform engineer"]);
  expect(await listTitles({ q: "_" })).toEqual([]);
  expect(await listTitles({ q: "engineer", department: "Data", country: "NO", workplace: "on-site" })).toEqual([
    "Data engineer",
  ]);
  expect(await listTitles({ department: "Data", country: "SE" })).toEqual([]);
});

test("what one can filter by is counted over all open jobs, whatever is filtered now", async () => {
  await makeOpening({ department: "Data", workplace: "remote", remoteCountries: ["GB", "FR"] });
  await makeOpening();
  await makeOpening({ department: "Gone", closesAt: Date.now() + day }, Date.now() - day);
  const { facets, open, matching } = await listOpenings(openDb(env.DB), {
    filters: { ...none, department: "Data" },
    now: Date.now() + 2 * day,
  });
  expect({ open, matching }).toEqual({ open: 2, matching: 1 });
  expect(facets).toEqual({
    department: [
      { value: "Cloud", count: 1 },
      { value: "Data", count: 1 },
    ],
    country: [
      { value: "FR", count: 1 },
      { value: "GB", count: 2 },
    ],
    workplace: [
      { value: "hybrid", count: 1 },
      { value: "remote", count: 1 },
    ],
    employment: [{ value: "full-time", count: 2 }],
  });
});

test("a job's page names three other openings, those of its department first, then the newest", async () => {
  const at = Date.now() - 10 * day;
  const here = await makeOpening({ department: "Data" }, at);
  await makeOpening({ department: "Data", closesAt: Date.now() - day }, at + 1);
  for (const [index, department] of ["Data", "Data", "Cloud", "Security"].entries())
    await makeOpening({ slug: `other-${index}`, department }, at + 2 + index);
  expect(await readOpening(openDb(env.DB), { slug: here.slug, now: Date.now() })).toMatchObject({
    others: [{ slug: "other-1" }, { slug: "other-0" }, { slug: "other-3" }],
  });
});

test("with 1,000 jobs every query goes by an index, and pages follow each other without gap or repetition", async () => {
  const now = Date.now();
  await makeManyOpenings(1000, now);
  const filters: OpeningFilters = {
    department: "Department 1",
    country: "DE",
    workplace: "hybrid",
    employment: "full-time",
    q: "engineer 1",
    page: 1,
  };
  const queries = [
    ...selectList(openDb(env.DB), { filters: none, now }),
    ...selectList(openDb(env.DB), { filters, now }),
    ...selectOpening(openDb(env.DB), { slug: "bulk-1", now }),
    ...selectAddresses(openDb(env.DB), { part: "", now }),
  ];
  for (const query of queries) {
    const plan = await explain(query);
    expect(plan.filter((step) => /^SCAN (jobs|this|job_|opening_lists|redirects)/.test(step))).toEqual([]);
    expect(plan.join("\n")).toMatch(/SEARCH (jobs|opening_lists) USING (COVERING INDEX|INDEX|PRIMARY KEY)/);
  }
  // The order of the list is that of the index: only the rows of the page are sorted.
  const [ids, step, scan] = await explain(queries[0]);
  expect([ids, scan]).toEqual(["CO-ROUTINE ids", "SCAN ids"]);
  expect(step).toContain("SEARCH opening_lists USING PRIMARY KEY");

  const seen = new Set<string>();
  for (let page = 1; ; page += 1) {
    const { jobs, matching } = await listOpenings(openDb(env.DB), { filters: { ...none, page }, now });
    expect(matching).toBe(667);
    for (const { slug } of jobs) seen.add(slug);
    if (jobs.length < openingsPerPage) break;
  }
  expect(seen.size).toBe(667);
});

test("filters of an address: known words are read, everything else does not restrict", () => {
  const parse = (search: string) => parseOpeningFilters(new URLSearchParams(search));
  expect(
    parse("department=+Data%20%0A+Analytics&country=de&workplace=remote&employment=contract&q=+x+&page=3"),
  ).toEqual({
    department: "Data Analytics",
    country: "DE",
    workplace: "remote",
    employment: "contract",
    q: "x",
    page: 3,
  });
  for (const search of [
    "",
    "department=&country=&workplace=&employment=&q=&page=",
    "country=DEU&workplace=moon&employment=REMOTE&page=-1",
    `q=${"x".repeat(61)}&department=${"y".repeat(500)}&page=1e9`,
    "page=1.5&page=2",
  ])
    expect(parse(search), search).toEqual(none);
});

async function explain(query: Compilable | undefined): Promise<string[]> {
  const { sql, parameters } = query?.compile() ?? { sql: "", parameters: [] };
  const { results } = await env.DB.prepare(`EXPLAIN QUERY PLAN ${sql}`)
    .bind(...parameters)
    .all<{ detail: string }>();
  return results.map(({ detail }) => detail);
}
