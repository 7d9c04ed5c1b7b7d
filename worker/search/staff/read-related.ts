import { sql } from "kysely";
import { readOpening } from "#worker/hiring/openings/read-opening.ts";
import type { Db } from "../../db/client.ts";
import { readArticle } from "../../insights/read-article.ts";
import type { Related } from "../related/choose-related.ts";

/** What the page of a document names as related. */
export interface ShownRelated {
  title: string;
  path: string;
  /** How near its meaning is, from 0 to 1; null where something else has chosen it: tags, department, date. */
  score: number | null;
}

/**
 * What visitors see as related on the page of an article or an opening at `now`, in its order; null for other pages, which name what
 * their copy says. The page's own trip, and two for the scores.
 */
export async function readShownRelated(
  db: Db,
  { key, path }: { key: string; path: string },
  now: number,
): Promise<ShownRelated[] | null> {
  const isArticle = key.startsWith("article:");
  if (!isArticle && !key.startsWith("opening:")) return null;
  const slug = path.slice(path.lastIndexOf("/") + 1);
  const [shown, row] = await Promise.all([
    isArticle ? readArticle(db, { slug, now }) : readOpening(db, { slug, now }),
    readRow(db, key),
  ]);
  const scores = await nameScores(db, row);
  const describe = (title: string, to: string) => ({ title, path: to, score: scores.get(to) ?? null });
  if (shown.kind === "article")
    return [
      ...shown.related.map((post) => describe(post.title, `/insights/${post.slug}`)),
      ...shown.subjects.map((to) => describe(to, to)),
    ];
  return shown.kind === "job" ? shown.others.map((job) => describe(job.title, `/careers/${job.slug}`)) : [];
}

async function readRow(db: Db, key: string): Promise<Related | null> {
  const row = await db.selectFrom("related").select("others").where("key", "=", key).executeTakeFirst();
  return row ? (JSON.parse(row.others) as Related) : null;
}

/** Scores by the paths of what is related. */
async function nameScores(db: Db, related: Related | null): Promise<Map<string, number>> {
  const scores = new Map((related?.page ?? []).map(([key, score]) => [key.slice("page:".length), score]));
  const near = new Map([...(related?.article ?? []), ...(related?.opening ?? [])]);
  if (near.size === 0) return scores;
  const ids = JSON.stringify([...near.keys()].map((key) => key.slice(key.indexOf(":") + 1)));
  const { rows } = await sql<{ key: string; path: string }>`
    select 'article:' || id as key, '/insights/' || slug as path from insights where id in (select value from json_each(${ids}))
    union all select 'opening:' || id, '/careers/' || slug from openings where id in (select value from json_each(${ids}))`.execute(
    db,
  );
  for (const { key, path } of rows) scores.set(path, near.get(key) ?? 0);
  return scores;
}
