import { readListState, writeListQuery } from "#shared/pages/list.ts";
import type { RouteHandle } from "#shared/pages/route-handle.ts";
import { answerCsv } from "#app/staff/answer-csv.ts";
import { requirePermission, staffContext } from "#app/staff/guard.ts";
import { exportProofs } from "#worker/analytics/proofs/export-proofs.ts";
import type { ListedProof } from "#worker/analytics/proofs/list-proofs.ts";
import type { AccountId } from "#worker/db/accounts-tables.ts";
import { now } from "#worker/lib/clock.ts";
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

/** The ledger with its filters. */
export function loader({ context, url }: Route.LoaderArgs) {
  const { user } = context.get(staffContext);
  const state = readListState(proofList, url.searchParams);
  const asked = { filter: toProofFilter(state, now()), actor: user.id as AccountId, heads, writeCells };
  return answerCsv(
    { context, url },
    {
      name: "consent-proofs",
      what: "The ledger",
      page: proofList.path + writeListQuery(proofList, state),
      write: (db, scope) => exportProofs(db, asked, scope),
    },
  );
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
