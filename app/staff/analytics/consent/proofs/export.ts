import { readListState, writeListQuery } from "#shared/pages/list.ts";
import type { RouteHandle } from "#shared/pages/route-handle.ts";
import { confirmDownload } from "#app/staff/confirm-download.ts";
import { requirePermission, staffContext } from "#app/staff/guard.ts";
import { requireFreshSignIn } from "#worker/accounts/sessions/fresh-sign-in.ts";
import { exportProofs } from "#worker/analytics/proofs/export-proofs.ts";
import type { ListedProof } from "#worker/analytics/proofs/list-proofs.ts";
import type { AccountId } from "#worker/db/accounts-tables.ts";
import { openDb } from "#worker/db/client.ts";
import { now } from "#worker/lib/clock.ts";
import { StaleSignInError } from "#worker/lib/errors.ts";
import { headContext, requestScope } from "#worker/lib/scope.ts";
import type { Route } from "./+types/export.ts";
import { page } from "../page.ts";
import { isWordingOurs, proofList, toProofFilter } from "./proof-list.ts";

export const middleware = [requirePermission(page.permission)];

export const handle = { cache: "private" } satisfies RouteHandle;

const heads = [
  "Id of the choice",
  "Chosen (UTC)",
  "Received (UTC)",
  "Choice",
  "Version of the banner",
  "SHA-256 of its wording",
  "Wording is ours",
  "Global Privacy Control",
  "Country",
  "Language",
  "Browser",
  "Device",
  "Site before",
];

/**
 * The ledger with its filters as a CSV file. Whoever signed in a while ago confirms first that it is them. A HEAD request
 * reads no rows and is not recorded.
 */
export async function loader({ context, url }: Route.LoaderArgs) {
  const caller = context.get(staffContext);
  const scope = context.get(requestScope);
  const state = readListState(proofList, url.searchParams);
  const asked = { filter: toProofFilter(state, now()), actor: caller.user.id as AccountId, heads, writeCells };
  const day = new Date(now()).toISOString().slice(0, 10);
  try {
    requireFreshSignIn(caller);
    const rows = context.get(headContext) ? null : await exportProofs(openDb(scope.env.DB), asked, scope);
    return new Response(rows, {
      headers: {
        "Content-Type": "text/csv; charset=utf-8; header=present",
        "Content-Disposition": `attachment; filename="consent-proofs-${day}.csv"`,
        "Cache-Control": "no-store",
      },
    });
  } catch (error) {
    if (error instanceof StaleSignInError)
      return confirmDownload(proofList.path + writeListQuery(proofList, state), url);
    scope.log.error("export not begun", error);
    return new Response("The ledger could not be read just now. Please try again in a minute.\n", {
      status: 503,
      headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store", "Retry-After": "30" },
    });
  }
}

function writeCells(proof: ListedProof): string[] {
  return [
    proof.id,
    new Date(proof.chosen_at).toISOString(),
    new Date(proof.received_at).toISOString(),
    proof.status,
    proof.banner_version ?? "",
    proof.banner_hash ?? "",
    isWordingOurs(proof) ? "yes" : "no",
    proof.gpc === 1 ? "yes" : "no",
    proof.country ?? "",
    proof.language ?? "",
    proof.browser,
    proof.device,
    proof.referrer_host ?? "",
  ];
}
