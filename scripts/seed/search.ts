import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { readTrec } from "../../worker/search/judge/trec.ts";
import { newId } from "../../worker/lib/ids.ts";
import { root } from "../lib/command.ts";

/** Words that mean the same, as staff of the demo company would list them. */
const synonyms = [
  { texts: ["help desk", "helpdesk", "service desk"], oneWay: false },
  { texts: ["postmortem", "incident review"], oneWay: false },
  { texts: ["vacancies", "careers", "open positions"], oneWay: true },
  { texts: ["salary", "pay range"], oneWay: true },
  { texts: ["factory", "manufacturing", "plant"], oneWay: true },
  { texts: ["managed services", "operations", "infrastructure security"], oneWay: true },
  { texts: ["Datenplattform", "data platform"], oneWay: true },
  { texts: ["CRM", "customer relationship management"], oneWay: false },
];

/** Stores the judgements that ship and a few synonyms, where there are none yet. */
export async function seedSearch(db: D1Database): Promise<void> {
  const known = await db.prepare("SELECT 1 FROM search_queries LIMIT 1").first();
  if (known) return;
  const [queries = "", qrels = ""] = await Promise.all(
    ["queries.tsv", "qrels.txt"].map((file) => readFile(join(root, "scripts/eval/demo", file), "utf8")),
  );
  const keys = await readKeys(db);
  const at = Date.now();
  const rows = readTrec({ queries, qrels }).judged.map(({ text, kind, grades }) => ({
    id: newId(),
    text,
    kind,
    grades,
  }));
  const judgements = rows.flatMap(({ id, grades }) =>
    Array.from(grades, ([path, grade]) => ({ id, key: keys.get(path) ?? `page:${path}`, grade })),
  );
  await db.batch([
    db
      .prepare(
        `INSERT INTO search_queries (id, text, kind, created_at, updated_at)
         SELECT value ->> 'id', value ->> 'text', value ->> 'kind', ?2, ?2 FROM json_each(?1)`,
      )
      .bind(JSON.stringify(rows.map(({ id, text, kind }) => ({ id, text, kind }))), at),
    db
      .prepare(
        `INSERT INTO search_judgements (query_id, key, grade)
         SELECT value ->> 'id', value ->> 'key', value ->> 'grade' FROM json_each(?1)`,
      )
      .bind(JSON.stringify(judgements)),
    ...synonyms.map(({ texts, oneWay }) =>
      db
        .prepare("INSERT INTO search_synonyms (id, texts, one_way, created_at, updated_at) VALUES (?1, ?2, ?3, ?4, ?4)")
        .bind(newId(), JSON.stringify(texts), oneWay ? 1 : 0, at),
    ),
  ]);
  console.log(`Judged queries of the search: ${rows.length} made.`);
}

/** Keys of articles and openings by their paths. */
async function readKeys(db: D1Database): Promise<ReadonlyMap<string, string>> {
  const { results } = await db
    .prepare(
      `SELECT '/insights/' || slug AS path, 'article:' || id AS key FROM posts
       UNION ALL SELECT '/careers/' || slug, 'opening:' || id FROM jobs`,
    )
    .all<{ path: string; key: string }>();
  return new Map(results.map(({ path, key }) => [path, key]));
}
