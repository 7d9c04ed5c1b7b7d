import { type Doer, runRecorded } from "#worker/audit/run-versioned.ts";
import type { Db } from "#worker/db/client.ts";
import { byteOrderMark, writeCsvRow } from "#worker/lib/text/csv.ts";
import { legs } from "../judge/evaluate.ts";
import { writeTrec } from "../judge/trec.ts";
import { listEvaluations, readResults } from "./list-evaluations.ts";
import { listQueries } from "./judged-queries.ts";

/** The text of a file, after an entry in the audit log: judged queries, their grades, or the latest figures of each. */
export async function exportJudgements(db: Db, of: "queries" | "qrels" | "csv", doer: Doer): Promise<string> {
  const audit = { action: "search_query.exported", detail: { of } } as const;
  await runRecorded(db, { ...doer, subject: null, audit, queries: [] });
  if (of === "csv") return writeFigures(db);
  return writeTrec(await listQueries(db))[of];
}

async function writeFigures(db: Db): Promise<string> {
  const [latest] = await listEvaluations(db);
  const results = latest ? await readResults(db, latest.id) : [];
  const metrics = ["ndcg", "recall", "mrr"] as const;
  const heads = ["Query", ...legs.flatMap((leg) => metrics.map((metric) => `${leg} ${metric}@10`))];
  const rows = Array.from(results, (result) => [
    result.text,
    ...legs.flatMap((leg) => metrics.map((metric) => String(result.legs[leg][metric]))),
  ]);
  return byteOrderMark + [heads, ...rows].map(writeCsvRow).join("");
}
