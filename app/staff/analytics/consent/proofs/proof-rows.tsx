import type { ReactNode } from "react";
import { nameValue } from "../../names.ts";
import type { RowView } from "#app/staff-kit/list/list-table.tsx";
import { StatusChip, Tag } from "#app/staff-kit/tag.tsx";
import { LocalTime, toInstant } from "#app/ui/local-time.tsx";
import type { ListedProof } from "#worker/analytics/proofs/list-proofs.ts";
import { VersionName } from "../wording.tsx";
import { isWordingOurs, type proofList } from "./proof-list.ts";
import "./recipes.ts";

type ProofRow = ReturnType<typeof toProofRows>[number];

/** Proofs as the reader sees them: names of countries and languages, and dates, become text on the server. */
export function toProofRows(proofs: readonly ListedProof[], locale: string) {
  return proofs.map((proof) => ({
    id: proof.id,
    at: toInstant(proof.chosen_at, locale),
    isAccepted: proof.status === "accepted",
    hasGpc: proof.gpc === 1,
    version: proof.banner_version,
    isOurs: isWordingOurs(proof),
    country: nameValue("country", proof.country ?? "", locale),
    language: nameValue("language", proof.language ?? "", locale),
    browser: proof.browser,
    device: nameValue("device", proof.device, locale),
  }));
}

/** The cells of the list, by column. */
export const proofCells: Record<keyof typeof proofList.columns, (row: ProofRow) => ReactNode> = {
  id: ({ id }) => <code className="proof-id: text-13 lt-md:wrap-anywhere">{id}</code>,
  at: ({ at }) => <LocalTime at={at} />,
  status: ({ isAccepted, hasGpc }) => (
    <span className="proof-tags">
      <StatusChip tone={isAccepted ? "success" : "plain"}>{isAccepted ? "Accepted" : "Rejected"}</StatusChip>
      {hasGpc && (
        <Tag>
          <abbr title="Global Privacy Control: the browser asked not to be tracked">GPC</abbr>
        </Tag>
      )}
    </span>
  ),
  version: ({ version, isOurs }) => (
    <span className="proof-tags">
      {isOurs && version !== null ? <VersionName version={version} /> : (version ?? "No version")}
      {!isOurs && (
        <Tag tone="warn" icon="warning">
          None of ours
        </Tag>
      )}
    </span>
  ),
  place: ({ country, language }) => `${country}, ${language}`,
  client: ({ browser, device }) => `${browser}, ${device}`,
};

/** A row; nothing can be done with a proof but to look at it. */
export function buildProofView({ id }: ProofRow): RowView {
  return { name: `proof ${id}` };
}
