import { env } from "cloudflare:workers";
import { expect, test, vi } from "vitest";
import { day } from "#shared/dates/durations.ts";
import { closeOpening, publishOpening } from "#worker/hiring/openings/publish-opening.ts";
import { readOpening } from "#worker/hiring/openings/read-opening.ts";
import { renderOpening } from "#worker/hiring/openings/render-opening.ts";
import { saveOpening } from "#worker/hiring/openings/save-opening.ts";
import type { OpeningId } from "#worker/db/openings-tables.ts";
import { openDb } from "#worker/db/client.ts";
import { newId } from "#worker/lib/ids.ts";
import { makeDraft, makeOpening, makeJobScope } from "./openings-make.ts";

const db = openDb(env.DB);

const scope = makeJobScope();

test("a job is saved as a draft, changed, published and closed, one version after another", async () => {
  const first = await saveOpening(
    openDb(env.DB),
    { actor: null, draft: makeDraft({ title: "First", pay: null, places: [] }) },
    scope,
  );
  const draft = makeDraft({ slug: "second", title: "Café", markdown: "# A\n\n### B" });
  const second = await saveOpening(openDb(env.DB), { actor: null, draft, known: first }, scope);
  const published = await publishOpening(openDb(env.DB), { actor: null, known: second, publishAt: 1000 }, scope);
  const closed = await closeOpening(openDb(env.DB), { actor: null, known: published }, scope);
  expect([first, second, published, closed].map(({ version }) => version)).toEqual([1, 2, 3, 4]);
  expect(await db.selectFrom("openings").selectAll().execute()).toMatchObject([
    {
      slug: "second",
      title: "Café",
      title_key: "cafe",
      html: "<h2>A</h2>\n<h3>B</h3>\n",
      status: "closed",
      publish_at: 1000,
      version: 4,
    },
  ]);
  expect(await db.selectFrom("opening_locations").select("city").execute()).toEqual([{ city: "Leeds" }]);
});

test("of ten editors who saw the same version one is saved, with all its places, and nine are told", async () => {
  const known = await saveOpening(openDb(env.DB), { actor: null, draft: makeDraft() }, scope);
  const drafts = Array.from({ length: 10 }, (_, index) =>
    makeDraft({
      department: `D${index}`,
      places: [1, 2].map((part) => ({ city: `D${index} ${part}`, region: null, country: "GB" })),
      remoteCountries: ["GB", "IE"],
    }),
  );
  const outcomes = await Promise.allSettled(
    drafts.map((draft) => saveOpening(openDb(env.DB), { actor: null, draft, known }, scope)),
  );
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  for (const outcome of outcomes)
    if (outcome.status === "rejected") expect(outcome.reason).toMatchObject({ name: "ConflictError" });
  const { department, version } = await db.selectFrom("openings").selectAll().executeTakeFirstOrThrow();
  expect(version).toBe(2);
  expect(await db.selectFrom("opening_locations").select("city").orderBy("position").execute()).toEqual([
    { city: `${department} 1` },
    { city: `${department} 2` },
  ]);
  expect(await db.selectFrom("opening_remote_countries").select("country").execute()).toHaveLength(2);
});

test("of ten publishers one succeeds; a job that has moved on is neither published nor closed", async () => {
  const known = await saveOpening(openDb(env.DB), { actor: null, draft: makeDraft() }, scope);
  const outcomes = await Promise.allSettled(
    Array.from({ length: 10 }, () => publishOpening(openDb(env.DB), { actor: null, known }, scope)),
  );
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  await expect(closeOpening(openDb(env.DB), { actor: null, known }, scope)).rejects.toMatchObject({
    name: "ConflictError",
  });
  await expect(
    publishOpening(openDb(env.DB), { actor: null, known: { ...known, version: 2 } }, scope),
  ).rejects.toMatchObject({
    name: "ConflictError",
  });
  await expect(
    publishOpening(openDb(env.DB), { actor: null, known: { ...known, id: newId<OpeningId>() } }, scope),
  ).rejects.toMatchObject({
    name: "NotFoundError",
  });
});

test.each([
  ["without pay", { pay: null }, "pay"],
  ["without a place", { places: [] }, "places"],
  ["remote from nowhere", { workplace: "remote" as const, places: [] }, "remoteCountries"],
  ["that closes before it opens", { closesAt: 1 }, "closesAt"],
])("a job %s is not published", async (_name, overrides, field) => {
  const known = await saveOpening(openDb(env.DB), { actor: null, draft: makeDraft(overrides) }, scope);
  const attempt = publishOpening(openDb(env.DB), { actor: null, known }, scope);
  await expect(attempt).rejects.toMatchObject({ name: "InvalidInputError", fields: { [field]: [expect.any(String)] } });
  expect(await db.selectFrom("openings").select("status").execute()).toEqual([{ status: "draft" }]);
});

test.each([
  ["its pay", { pay: null }, "pay"],
  ["its place", { places: [] }, "places"],
  ["the countries it may be done from", { workplace: "remote" as const }, "remoteCountries"],
  ["its time", { closesAt: 1 }, "closesAt"],
  ["an end", { closesAt: null }, "closesAt"],
])("an opening cannot be saved without %s", async (_name, overrides, field) => {
  const { id, version, slug } = await makeOpening();
  const attempt = saveOpening(
    openDb(env.DB),
    { actor: null, draft: makeDraft({ slug, closesAt: Date.now() + day, ...overrides }), known: { id, version } },
    scope,
  );
  await expect(attempt).rejects.toMatchObject({ name: "InvalidInputError", fields: { [field]: [expect.any(String)] } });
  expect(await db.selectFrom("openings").select("version").execute()).toEqual([{ version }]);
});

test("a job that the public has never seen is a draft again when it is closed, and has no page", async () => {
  const internal = await makeOpening();
  await env.DB.prepare("UPDATE openings SET status = 'internal' WHERE id = ?").bind(internal.id).run();
  const toCome = await makeOpening({}, Date.now() + day);
  for (const job of [internal, toCome]) {
    await closeOpening(openDb(env.DB), { actor: null, known: job }, scope);
    expect(await readOpening(openDb(env.DB), { slug: job.slug, now: Date.now() + 2 * day })).toEqual({
      kind: "missing",
    });
  }
  expect(await db.selectFrom("openings").select("status").execute()).toEqual([
    { status: "draft" },
    { status: "draft" },
  ]);
});

test("a title of characters that fold into many is saved", async () => {
  const { id } = await saveOpening(
    openDb(env.DB),
    { actor: null, draft: makeDraft({ title: "\uFDFA".repeat(120) }) },
    scope,
  );
  expect(await db.selectFrom("openings").select("id").execute()).toEqual([{ id }]);
});

test("the table itself refuses an opening without pay, a range upside down and an unknown state", async () => {
  const { id } = await makeOpening();
  for (const change of [
    "pay_min = NULL",
    "currency = NULL",
    "pay_period = NULL",
    "publish_at = NULL",
    "pay_max = 1",
    "pay_period = 'week'",
    "status = 'open'",
    "workplace = 'moon'",
    "slug = 'A B'",
    "closes_at = publish_at",
    "closes_at = NULL",
  ])
    await expect(env.DB.prepare(`UPDATE openings SET ${change} WHERE id = ?`).bind(id).run(), change).rejects.toThrow(
      /CHECK|only a draft has no end/,
    );
});

test("an opening that is published without an end gets one, and expires by it", async () => {
  const publishAt = Date.now() - day;
  const { slug } = await makeOpening({ closesAt: null }, publishAt);
  const end = publishAt + 60 * day;
  for (const [now, isOpen] of [
    [end - 1, true],
    [end, false],
  ] as const)
    expect(await readOpening(openDb(env.DB), { slug, now })).toMatchObject({
      kind: "job",
      job: { closesAt: end, isOpen },
    });
});

test("an address and a requisition id belong to one job, and a refused job leaves nothing behind", async () => {
  await makeOpening({ slug: "taken", requisitionId: "R-taken" });
  const conflict = (message: string) => ({ name: "ConflictError", message });
  await expect(
    saveOpening(openDb(env.DB), { actor: null, draft: makeDraft({ slug: "taken" }) }, scope),
  ).rejects.toMatchObject(conflict("Another job has this address."));
  await expect(
    saveOpening(openDb(env.DB), { actor: null, draft: makeDraft({ requisitionId: "R-taken" }) }, scope),
  ).rejects.toMatchObject(conflict("Another job has this requisition id."));
  expect(await db.selectFrom("opening_locations").select("city").execute()).toHaveLength(1);
});

test("what an editor writes is checked field by field", async () => {
  const wrong = makeDraft({
    slug: "Not An Address",
    openings: 0,
    pay: { min: 2, max: 1, currency: "EUR", period: "year" },
    places: [{ city: "X", region: null, country: "Germany" }],
  });
  await expect(saveOpening(openDb(env.DB), { actor: null, draft: wrong }, scope)).rejects.toMatchObject({
    name: "InvalidInputError",
    fields: {
      slug: [expect.any(String)],
      openings: [expect.any(String)],
      "pay.max": ["The range begins with its lower end."],
      "places[0].country": [expect.any(String)],
    },
  });
});

test("a change that the public sees takes what shows it out of the caches, and stands when they do not answer", async () => {
  const purge = vi.fn<CacheContext["purge"]>().mockResolvedValue({} as CachePurgeResult);
  const cached = makeJobScope({ purge, invalidate: purge });
  const saved = await saveOpening(openDb(env.DB), { actor: null, draft: makeDraft() }, cached);
  const published = await publishOpening(openDb(env.DB), { actor: null, known: saved }, cached);
  expect(purge.mock.calls).toEqual([[{ tags: ["jobs"] }]]);
  const logged = vi.spyOn(console, "error").mockImplementation(() => {});
  purge.mockRejectedValueOnce(new Error("down"));
  expect(await closeOpening(openDb(env.DB), { actor: null, known: published }, cached)).toEqual({
    id: saved.id,
    version: 3,
  });
  expect(logged.mock.calls.flat().join()).toContain("purge failed");
});

test("a description's outline begins at the second level and leaves out none", () => {
  const levels = (source: string) => [...renderOpening(source).matchAll(/<h(\d)>/g)].map(([, level]) => Number(level));
  expect(levels("# a\n## b\n# c")).toEqual([2, 3, 2]);
  expect(levels("### a\n###### b\n# c\n#### d")).toEqual([2, 3, 2, 3]);
  expect(levels("a\n===\n\nb\n---")).toEqual([2, 3]);
});

test("links of a description lead to the web, to mail or into the site; HTML and pictures do not come through", () => {
  expect(renderOpening("[a](https://example.org) [b](/gcc) [c](mailto:a@example.org)")).toBe(
    '<p><a href="https://example.org" rel="noopener">a</a> <a href="/gcc">b</a> <a href="mailto:a@example.org">c</a></p>\n',
  );
  for (const url of [
    "javascript:alert(1)",
    "data:text/html,x",
    "//evil.example",
    "vbscript:x",
    "ftp://x",
    "&#106;avascript:x",
  ])
    expect(renderOpening(`[x](${url})`), url).not.toContain("<a");
  expect(renderOpening("<script>alert(1)</script> ![x](https://example.org/x.png)")).not.toMatch(/<script|<img/);
});

test("an expired opening may be published again with a new date", async () => {
  const job = await makeOpening({ closesAt: Date.now() + day });
  const closed = await closeOpening(openDb(env.DB), { actor: null, known: job }, scope);
  expect((await publishOpening(openDb(env.DB), { actor: null, known: closed }, scope)).version).toBe(
    closed.version + 1,
  );
});
