import { type BenchSubject, countRows } from "../subject.ts";

const one = "00000000-0000-7000-9300-000000000007";

/** Applications of a person each: six of ten have ended, each has been moved three times and has twenty words in the index. */
function fill(from: number, to: number): string[] {
  const numbers = countRows(from, to);
  const id = "printf('00000000-0000-7000-9300-%012d', i)";
  const stage = `CASE WHEN i % 10 < 5 THEN 'rejected' WHEN i % 10 = 5 THEN 'hired' WHEN i % 10 = 6 THEN 'new'
    WHEN i % 10 = 7 THEN 'screening' WHEN i % 10 = 8 THEN 'interview' ELSE 'offer' END`;
  const at = "(unixepoch() * 1000 - 90 * 86400000 + i * 700000)";
  return [
    `${numbers} INSERT INTO candidates (id, email, name, created_at, updated_at)
     SELECT ${id}, 'grown' || i || '@client.example', 'Grown Person ' || i, 1, 1 FROM n`,
    `${numbers} INSERT INTO applications (id, candidate_id, opening_id, submission_hash, link_hash, name, email, place, stage, stage_since,
       ended_at, source, opened_at, consented_at, received_at, updated_at)
     SELECT ${id}, ${id}, CASE WHEN i % 3 > 0 THEN (SELECT id FROM openings WHERE slug = 'cloud-engineer') END,
       printf('%064d', i), printf('%064d', i), 'Grown Person ' || i, 'grown' || i || '@client.example', 'Town', ${stage},
       ${at} + 400000, CASE WHEN i % 10 < 6 THEN ${at} + 400000 END, CASE i % 3 WHEN 0 THEN 'board-a' ELSE '' END, 1, 1, ${at}, 1
     FROM n`,
    `${numbers}, m(k) AS (SELECT 1 UNION ALL SELECT k + 1 FROM m WHERE k < 3)
     INSERT INTO application_history (id, application_id, at, kind, detail)
     SELECT printf('00000000-0000-7%03d-9300-%012d', k, i), ${id}, ${at} + k * 100000, 'moved',
       json_object('from', 'new', 'to', CASE k WHEN 1 THEN 'screening' WHEN 2 THEN 'interview' ELSE ${stage} END) FROM n, m`,
    `${numbers}, w(k) AS (SELECT 1 UNION ALL SELECT k + 1 FROM w WHERE k < 20)
     INSERT INTO application_terms (term, document, fields)
     SELECT 'word' || (i * 7 + k * k) % 900, application_search.id, 128 FROM n, w, application_search WHERE application_id = ${id}
     GROUP BY 1, 2`,
    `UPDATE application_search SET indexed = changes`,
  ];
}

const asHr = (name: string, path: string) => ({
  name,
  ask: ({ hr }: { hr: string }) => ({ path, headers: { Cookie: hr } }),
});

const list = asHr("list of applications", "/job-applications");
const board = asHr("board of applications", "/job-applications/board");
const figures = asHr("hiring figures", "/job-applications/figures?days=365");

/** What HR works with. */
export const hiring: BenchSubject = {
  name: "hiring",
  routes: [list, board, figures],
  growth: {
    of: "applications",
    sizes: [100, 10_000],
    fill,
    routes: [
      list,
      asHr("list of applications, words", "/job-applications?q=word7"),
      asHr("list of those who reached an offer", "/job-applications?stage=any&way=reached:offer&received=365"),
      board,
      asHr("an application", `/job-applications/${one}`),
      figures,
    ],
  },
};
