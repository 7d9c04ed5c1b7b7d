import { env } from "cloudflare:workers";
import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { cleanLine } from "#shared/text/clean-line.ts";
import { hour } from "#shared/dates/durations.ts";
import { countRuns, takeSome } from "#tests/runs.ts";
import { mostSearched } from "#worker/hiring/openings/list-openings.ts";
import { countQueries, makeOpening, makeManyOpenings } from "./openings-make.ts";
import { load, readGraph, renderCareers } from "./openings-render.tsx";
import { findLiveMarkup, xssVectors } from "../xss-vectors.ts";

const broken = {
  withSession() {
    throw new Error("D1_ERROR: down");
  },
} as unknown as D1Database;

test("the list takes two queries, a job's page takes two, also when there is no such job", async () => {
  const { slug } = await makeOpening();
  for (const path of ["/careers", "/careers?q=x&country=DE&page=9", `/careers/${slug}`, "/careers/no-such-job"]) {
    const { db, count } = countQueries(env.DB);
    await load(path, { DB: db });
    expect(count(), path).toBe(2);
  }
});

test("without any opening the page says so and how to write", async () => {
  const { html, status } = await renderCareers("/careers");
  expect(status).toBe(200);
  expect(html).toContain("No role is open at the moment.");
  expect(html).toContain('href="/contact?subject=Careers#contact-form"');
  expect(html).not.toContain('role="search"');
});

test("the list shows title, department, place, work, pay and closing day, and links to the job", async () => {
  await makeOpening({
    slug: "data-analyst",
    title: "Data analyst",
    department: "Data",
    workplace: "remote",
    employment: "contract",
    places: [],
    remoteCountries: ["DE", "PL"],
    pay: { min: 42.5, max: 55, currency: "EUR", period: "hour" },
    closesAt: Date.parse("2096-02-28T23:59:59Z"),
  });
  const { html } = await renderCareers("/careers");
  expect(html).toContain('href="/careers/data-analyst"');
  const text = html.replaceAll(/<[^>]+>/g, " ").replaceAll(/\s+/g, " ");
  expect(text).toContain("1 open role");
  for (const cell of ["Anywhere in Germany or Poland", "Remote, contract", "28 February 2096", "1 opening"])
    expect(text).toContain(cell);
  expect(text).toContain("€42.50–55.00 an hour");
});

test("filters that leave nothing say so, offer to be cleared, and keep what was asked for", async () => {
  await makeOpening();
  const { html, status } = await renderCareers("/careers?department=Nowhere&q=%22x%22&workplace=remote");
  expect(status).toBe(200);
  expect(html).toContain("0 of 1 opening");
  expect(html).toContain("No opening fits all of these");
  expect(html).toContain("Clear filters");
  expect(html).toContain('value="&quot;x&quot;"');
  expect(html).toMatch(/<option value="Nowhere" selected="">/);
});

test("words that are looked for in the newest openings only are said to be, found or not", async () => {
  await makeManyOpenings(mostSearched + 1, Date.now() + hour);
  const some = await renderCareers("/careers?q=engineer");
  expect(some.html).toContain("At least 1,000 of 1,001 openings");
  expect(some.html).toContain("Only the newest 1,000 titles were searched.");
  const none = await renderCareers("/careers?q=zebra");
  expect(none.html).not.toContain("At least");
  expect(none.html).toContain("None of the newest openings fits all of these");
  expect(none.html).toContain("Choose a department or a country as well");
});

test("a page beyond the last says so and leads back", async () => {
  await makeOpening();
  const { html, status } = await renderCareers("/careers?page=7");
  expect(status).toBe(200);
  expect(html).toContain("The list ends before this page");
  expect(html).toContain('href="/careers?page=1#openings"');
});

test("while D1 does not answer, the list says so with 503 and the rest of the page stands; a job's page says so", async () => {
  const logged = vi.spyOn(console, "error").mockImplementation(() => {});
  const list = await renderCareers("/careers", { DB: broken });
  expect(list.status).toBe(503);
  expect(list.html).toContain("The openings could not be loaded");
  expect(list.html).toContain("How we hire");
  const job = await renderCareers("/careers/some-job", { DB: broken });
  expect(job.status).toBe(503);
  expect(job.html).toContain("Something went wrong");
  expect(job.html).toContain('content="noindex"');
  expect(logged.mock.calls.flat().join()).toMatch(/openings not read.*job not read/);
});

test("no cache keeps a page past the moment when an opening appears or expires", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
  const now = Date.now();
  const read = async (path: string) => (await load(path)).headers.get("Cache-Control");
  const longest = "public, max-age=0, s-maxage=3600, stale-while-revalidate=86400";
  const { slug } = await makeOpening();
  expect(await read("/careers")).toBe(longest);
  expect(await read(`/careers/${slug}`)).toBe(longest);
  await makeOpening({}, now + 7200_000);
  expect(await read("/careers")).toBe("public, max-age=0, s-maxage=3600, stale-while-revalidate=3600");
  expect(await read(`/careers/${slug}`)).toBe("public, max-age=0, s-maxage=3600, stale-while-revalidate=3600");
  const soon = await makeOpening({ closesAt: now + 90_500 });
  expect(await read("/careers")).toBe("public, max-age=0, s-maxage=90");
  // Its own page, and the one that names it among the others.
  for (const one of [soon.slug, slug]) expect(await read(`/careers/${one}`)).toBe("public, max-age=0, s-maxage=90");
  vi.setSystemTime(now + 90_500);
  expect(await read(`/careers/${soon.slug}`)).toBe("public, max-age=0, s-maxage=3600, stale-while-revalidate=3509");
  expect((await load(`/careers/${slug}`)).headers.get("Cache-Tag")).toBe(`job:${slug}`);
  vi.useRealTimers();
});

test("hostile text in title, department, place and body stays text, in the page, the list and the JSON-LD", async () => {
  expect(xssVectors.length).toBeGreaterThanOrEqual(100);
  const typesBefore = Object.keys(readGraph((await makeAndRender("harmless")).html)).toSorted();
  for (const vector of takeSome(xssVectors)) {
    const { html, slug } = await makeAndRender(vector);
    const { html: list } = await renderCareers(`/careers?department=${encodeURIComponent(vector)}&q=x`);
    for (const page of [html, list]) expect(findLive(page), vector).toEqual([]);
    // The head is one script, which ends where it should and says what the page says.
    expect(html.match(/<script/gi), vector).toHaveLength(1);
    const graph = readGraph(html);
    expect(Object.keys(graph).toSorted(), vector).toEqual(typesBefore);
    expect(graph["JobPosting"], vector).toMatchObject({ title: clean(vector, 120) });
    expect(findLiveMarkup(String(graph["JobPosting"]?.["description"])), vector).toEqual([]);
    await env.DB.prepare("DELETE FROM openings WHERE slug = ?").bind(slug).run();
  }
});

async function makeAndRender(text: string) {
  const { slug } = await makeOpening({
    title: clean(text, 120),
    department: clean(text, 60),
    summary: clean(text, 300),
    markdown: text,
    places: [{ city: clean(text, 80), region: clean(text, 80), country: "GB" }],
  });
  return { slug, ...(await renderCareers(`/careers/${slug}`)) };
}

/** As it is stored, and no longer than its column. */
function clean(text: string, longest: number): string {
  return cleanLine(text, longest).trim() || "x";
}

/** What of a whole page would run that our own markup does not bring along. */
function findLive(page: string): string[] {
  const ours = /^element: <\/?(title|meta|link|script|form)\b/;
  const own = /<script type="application\/ld\+json">.*?<\/script>/s;
  const title = /<title>[^<]*<\/title>/;
  // Text inside quotes that no quote of its own can end.
  const quoted = / (content|value|aria-label|data-label)="[^"]*"/g;
  const bare = page.replace(own, "").replace(title, "").replaceAll(quoted, "");
  return findLiveMarkup(bare).filter((one) => !ours.test(one));
}

const word = fc.oneof(
  fc.string({ unit: "binary", maxLength: 80 }),
  fc.constantFrom(
    "",
    "Cloud",
    "GB",
    "remote",
    "contract",
    "engineer",
    "1",
    "-1",
    "1e9",
    "%",
    "\u0000",
    "\uD800",
    "'; --",
  ),
);

test("no filter of an address fails", async () => {
  await makeOpening({ title: "Engineer", department: "Cloud" });
  const name = fc.constantFrom("department", "country", "workplace", "employment", "q", "page", "__proto__", "x");
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(name, word), { maxLength: 8 }), async (pairs) => {
      const { status, data } = await load(`/careers?${new URLSearchParams(pairs)}`);
      expect(status).toBe(200);
      expect(data).toMatchObject({ openings: { state: "listed", open: 1 } });
    }),
    { numRuns: countRuns(5000) },
  );
}, 180_000);

test("no address of a job fails", async () => {
  await fc.assert(
    fc.asyncProperty(word, async (slug) => {
      expect((await load(`/careers/${encodeURIComponent(slug.toWellFormed()) || "x"}`)).status).toBe(404);
    }),
    { numRuns: countRuns(500) },
  );
});
