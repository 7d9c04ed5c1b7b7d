import { type BenchSubject, countRows } from "../subject.ts";

/** Revisions of each article. */
const revisions = 5;

/**
 * Articles as their writers have them, copies of one demo article: most are published, one of ten is a draft and one was
 * archived. Each has five revisions and a picture of the media library, and an
 * import has brought a page for each.
 */
function fill(from: number, to: number): string[] {
  const numbers = countRows(from, to);
  const id = "printf('00000000-0000-7000-9100-%012d', i)";
  const item = "printf('00000000-0000-7000-9200-%012d', i)";
  const broughtBy = "'00000000-0000-7000-9300-000000000000'";
  const model = "(SELECT id FROM insights WHERE slug = 'leaving-a-data-centre')";
  return [
    `${numbers} INSERT INTO insights (id, slug, title, dek, category_id, status, publish_at, markdown, html, contents, words, minutes,
       created_at, updated_at, edited_at, edited_by, edited_version, shown_version)
     SELECT ${id}, 'desk-' || i, 'Article of the desk ' || i, dek, category_id,
       CASE i % 10 WHEN 0 THEN 'draft' WHEN 1 THEN 'archived' ELSE 'published' END,
       CASE WHEN i % 10 > 0 THEN publish_at - i * 60000 END, 'Short.', '<p>Short.</p>', '[]', 1, 1,
       created_at, updated_at, edited_at - i * 60000, edited_by, ${revisions}, ${revisions} - (i % 50 = 2)
     FROM n, insights WHERE insights.id = ${model}`,
    `${numbers} INSERT INTO insight_authors SELECT ${id}, 0, author_id FROM n, insight_authors WHERE insight_id = ${model} AND position = 0`,
    `${numbers} INSERT INTO insight_tags SELECT ${id}, tag_id FROM n, insight_tags WHERE insight_id = ${model}`,
    `${numbers}, r(v) AS (SELECT 1 UNION ALL SELECT v + 1 FROM r WHERE v < ${revisions})
     INSERT INTO insight_revisions (insight_id, version, saved_at, saved_by, content, started_at)
     SELECT ${id}, v, saved_at, saved_by, content, started_at FROM n, r, insight_revisions
     WHERE insight_id = ${model} AND version = (SELECT min(version) FROM insight_revisions WHERE insight_id = ${model})`,
    `${numbers} INSERT INTO media_items (id, key, name, alt, file_key, type, bytes, width, height, sha256, created_at, updated_at)
     SELECT ${item}, 'library/' || ${item} || '/a.png', 'Desk ' || i, CASE WHEN i % 50 > 0 THEN 'A desk' ELSE '' END,
       'library/' || ${item} || '/b.png', CASE WHEN i % 50 = 1 THEN 'application/pdf' ELSE 'image/png' END,
       1000 + i, 10, 10, printf('%064d', i), i, i FROM n`,
    `${numbers} INSERT INTO media_terms SELECT 'desk', ${item} FROM n`,
    `${numbers} INSERT INTO media_uses SELECT ${item}, ${id}, 'newest' FROM n`,
    `INSERT OR IGNORE INTO imports (id, file, file_hash, kind, posts, settings, started_at, site)
     VALUES (${broughtBy}, 'desk.xml', printf('%064d', 0), 'wordpress', 0, '{}', unixepoch() * 1000, 'desk.example')`,
    `${numbers} INSERT INTO imported_pages
       (id, source_key, source, import_id, title, path, status, markdown, html, losses, fingerprint, created_at)
     SELECT printf('00000000-0000-7000-9400-%012d', i), printf('%064d', i), 'wordpress desk.example', ${broughtBy},
       'Page ' || i, '/page-' || i, 'published', 'Short.', '<p>Short.</p>', '[]', printf('%064d', i), unixepoch() * 1000 - i FROM n`,
  ];
}

const asWriter = (name: string, path: string) => ({
  name,
  ask: ({ cookies }: { cookies: string }) => ({ path, headers: { Cookie: cookies } }),
});

/** What the writers of articles work with. */
export const publishing: BenchSubject = {
  name: "publishing",
  routes: [asWriter("list of articles", "/blog-management"), asWriter("media library", "/blog-management/media")],
  growth: {
    of: "articles with five revisions",
    sizes: [100, 10_000],
    fill,
    routes: [
      asWriter("list", "/blog-management"),
      asWriter("list of drafts", "/blog-management?status=draft"),
      asWriter("list, words that none has", "/blog-management?q=zebra"),
      asWriter("calendar", "/blog-management/calendar"),
      asWriter("media library", "/blog-management/media"),
      asWriter("an article", "/blog-management/00000000-0000-7000-9100-000000000007"),
      asWriter("revisions", "/blog-management/00000000-0000-7000-9100-000000000007/revisions"),
    ],
  },
};
