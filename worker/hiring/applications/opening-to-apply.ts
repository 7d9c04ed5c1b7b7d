import { sql } from "kysely";
import type { ScreeningQuestion } from "#shared/hiring/screening.ts";
import type { OpeningId } from "#worker/db/openings-tables.ts";
import { type Db, readRows, runBatch } from "#worker/db/client.ts";
import { isOpenAt } from "#worker/hiring/openings/current-openings.ts";
import { readQuestions, selectQuestions } from "#worker/hiring/openings/questions.ts";

/** A job as its form for applications knows it. */
export interface OpeningToApply {
  id: OpeningId;
  slug: string;
  title: string;
  department: string;
  isOpen: boolean;
  questions: ScreeningQuestion[];
}

/**
 * The job at `slug`, or the one that it has moved to, with its questions; null for one that is not and was not public.
 * One trip.
 */
export async function readOpeningToApply(
  db: Db,
  { slug, now }: { slug: string; now: number },
): Promise<OpeningToApply | null> {
  const [job, questions] = selectOpeningToApply(db, { slug, now });
  const [found, asked] = await runBatch(db, [job, questions]);
  const [row] = readRows(job, found);
  if (!row) return null;
  const { is_open, ...rest } = row;
  return { ...rest, isOpen: is_open === 1, questions: readQuestions(readRows(questions, asked)) };
}

/** The queries of `readOpeningToApply`, in its order. */
export function selectOpeningToApply(db: Db, { slug, now }: { slug: string; now: number }) {
  const movedTo = sql<string>`(SELECT substr(to_path, length('/careers/') + 1) FROM redirects
    WHERE from_path = '/careers/' || ${slug})`;
  const job = db
    .selectFrom("openings")
    .where("openings.slug", "in", sql<string>`(${slug}, ${movedTo})`)
    .where("openings.status", "in", ["published", "closed"])
    .where("openings.publish_at", "<=", now)
    // The job with this slug now comes before one that had it earlier.
    .orderBy(sql`openings.slug = ${slug}`, "desc")
    .limit(1);
  const questions = selectQuestions(db, job.select("openings.id"));
  return [
    job.select(["openings.id", "slug", "title", "department", isOpenAt(now).$castTo<0 | 1>().as("is_open")]),
    questions,
  ] as const;
}
