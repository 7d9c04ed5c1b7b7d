import type { RouteHandle } from "#shared/pages/route-handle.ts";
import { confirmDownload } from "#app/staff/confirm-download.ts";
import { requirePermission, staffContext } from "#app/staff/guard.ts";
import { requireFreshSignIn } from "#worker/accounts/sessions/fresh-sign-in.ts";
import type { AccountId } from "#worker/db/accounts-tables.ts";
import { openDb } from "#worker/db/client.ts";
import { now } from "#worker/lib/clock.ts";
import { StaleSignInError } from "#worker/lib/errors.ts";
import { headContext, requestScope } from "#worker/lib/scope.ts";
import { exportJudgements } from "#worker/search/staff/export-judgements.ts";
import type { Route } from "./+types/files.ts";
import { page } from "../page.ts";
import { parts } from "../parts.ts";

export const middleware = [requirePermission(page.permission)];

export const handle = { cache: "private" } satisfies RouteHandle;

const kinds = { queries: "queries.tsv", qrels: "qrels.txt", csv: "search-figures.csv" } as const;

/** Judged queries or their grades in TREC form, or the figures of the latest evaluation, as a file. A HEAD request reads nothing. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const { env, log, requestId } = context.get(requestScope);
  const caller = context.get(staffContext);
  const asked = url.searchParams.get("of");
  const of = asked === "qrels" || asked === "csv" ? asked : "queries";
  const headers = {
    "Content-Type": of === "csv" ? "text/csv; charset=utf-8; header=present" : "text/plain; charset=utf-8",
    "Content-Disposition": `attachment; filename="${new Date(now()).toISOString().slice(0, 10)}-${kinds[of]}"`,
    "Cache-Control": "no-store",
  };
  try {
    requireFreshSignIn(caller);
    const doer = { actor: caller.user.id as AccountId, requestId };
    const text = context.get(headContext) ? null : await exportJudgements(openDb(env.DB), of, doer);
    return new Response(text, { headers });
  } catch (error) {
    if (error instanceof StaleSignInError) return confirmDownload(parts.evaluation.path, url);
    log.error("judged queries not exported", error);
    return new Response("The file could not be written just now. Please try again in a minute.\n", {
      status: 503,
      headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store", "Retry-After": "30" },
    });
  }
}
