import { type BenchSubject, countRows, visitPage, visitSitemapPart } from "../subject.ts";

const list = visitPage("careers list", "/careers", 3);
const opening = visitPage("opening", "/careers/cloud-engineer", 3);

let filled = 0;

/** Open for a year, spread over departments and countries. */
function fill(from: number, to: number): string[] {
  filled = to;
  const numbers = countRows(from, to);
  const id = "printf('00000000-0000-7000-8000-%012d', i)";
  const now = "(unixepoch() * 1000)";
  return [
    `${numbers} INSERT INTO openings (id, slug, requisition_id, title, title_key, department, summary, markdown, html, workplace, employment, openings, pay_min, pay_max, currency, pay_period, status, publish_at, closes_at, created_at, updated_at, version)
     SELECT ${id}, 'grown-' || i, 'G-' || i, 'Grown role ' || i, 'grown role ' || i,
     CASE i % 3 WHEN 0 THEN 'Cloud' WHEN 1 THEN 'Data' ELSE 'Platforms' END, 'Runs what was built.', 'Run it.', '<p>Run it.</p>',
     'hybrid', 'full-time', 1, 50000, 60000, 'EUR', 'year', 'published', ${now} - 86400000 - i * 1000, ${now} + 31536000000, ${now}, ${now}, 1
     FROM n`,
    `${numbers} INSERT INTO opening_locations SELECT ${id}, 0, 'Town ' || (i % 50), NULL, CASE i % 2 WHEN 0 THEN 'DE' ELSE 'CH' END FROM n`,
  ];
}

export const careers: BenchSubject = {
  name: "careers",
  routes: [list, opening],
  growth: {
    of: "openings",
    sizes: [10, 1000, 10_000],
    fill,
    routes: [
      list,
      visitPage("careers list, page 3", "/careers?page=3"),
      visitPage("careers list, filtered", "/careers?department=Cloud&country=DE"),
      visitPage("careers list, words", "/careers?q=grown"),
      opening,
      visitPage("sitemap", "/sitemap.xml"),
      visitSitemapPart("openings", () => filled),
    ],
  },
};
