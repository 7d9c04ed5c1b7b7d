import { type Doer, runRecorded } from "#worker/audit/run-versioned.ts";
import { ConflictError } from "#worker/lib/errors.ts";
import { newId } from "#worker/lib/ids.ts";
import type { SearchScope } from "../find/types.ts";
import { evaluate } from "../judge/evaluate.ts";
import { listQueries } from "./judged-queries.ts";
import { nameVersion } from "./list-versions.ts";

/**
 * Evaluates the judged queries and stores what came of it. Returns the id of the evaluation.
 * @throws {ConflictError} where nothing is judged
 */
export async function evaluateNow(
  scope: SearchScope,
  options: { now: number; version?: number },
  doer: Doer,
): Promise<string> {
  const evaluation = await evaluate(scope, await listQueries(scope.db), options);
  if (!evaluation) throw new ConflictError("No query is judged yet. Judge some results first.");
  const { version, figures, results } = evaluation;
  const id = newId();
  await runRecorded(scope.db, {
    ...doer,
    subject: id,
    audit: { action: "search_evaluation.run", detail: { queries: results.length, version: version?.id ?? 0 } },
    queries: [
      scope.db.insertInto("search_evaluations").values({
        id,
        created_at: options.now,
        search_version: version?.id ?? 0,
        about: version ? nameVersion(version).slice(0, 200) : "Words alone",
        queries: results.length,
        figures: JSON.stringify(figures),
        results: JSON.stringify(results),
      }),
    ],
  });
  return id;
}
