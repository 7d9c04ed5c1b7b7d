import { type BenchSubject, countRows, visitPage, visitSitemapPart } from "../subject.ts";

const listing = visitPage("listing", "/insights", 3);
const article = visitPage("article", "/insights/leaving-a-data-centre", 3);

let filled = 0;

/** Each is a copy of one demo article under another slug, a minute older than the one before. */
function fill(from: number, to: number): string[] {
  filled = to;
  const numbers = countRows(from, to);
  const id = "printf('00000000-0000-7000-9000-%012d', i)";
  const model = "(SELECT id FROM insights WHERE slug = 'leaving-a-data-centre')";
  return [
    `${numbers} INSERT INTO insights (id, slug, title, dek, category_id, status, publish_at, markdown, html, contents, words, minutes, created_at, updated_at)
     SELECT ${id}, 'grown-' || i, 'Grown article ' || i, dek, category_id, 'published', publish_at - i * 60000, 'Short.', '<p>Short.</p>', '[]', 1, 1, created_at, updated_at
     FROM n, insights WHERE insights.id = ${model}`,
    `${numbers} INSERT INTO insight_authors SELECT ${id}, 0, author_id FROM n, insight_authors WHERE insight_id = ${model} AND position = 0`,
    `${numbers} INSERT INTO insight_tags SELECT ${id}, tag_id FROM n, insight_tags WHERE insight_id = ${model}`,
  ];
}

export const insights: BenchSubject = {
  name: "insights",
  routes: [listing, article],
  growth: {
    of: "articles",
    sizes: [100, 10_000, 100_000],
    fill,
    routes: [
      listing,
      visitPage("listing, page 3", "/insights?page=3"),
      visitPage("listing of a tag", "/insights/tag/migration"),
      visitPage("search", "/insights?q=word7"),
      visitPage("search of a word that all have", "/insights?q=grown"),
      article,
      visitPage("feed", "/insights/rss.xml"),
      visitPage("sitemap", "/sitemap.xml"),
      visitPage("sitemap, topics", "/sitemap/topics.xml"),
      visitSitemapPart("articles", () => filled),
    ],
  },
};
