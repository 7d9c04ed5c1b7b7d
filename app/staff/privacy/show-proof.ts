import { formatColleague } from "#shared/accounts/format-colleague.ts";
import { toInstant } from "#app/ui/local-time.tsx";
import type { ErasedBy } from "#worker/db/privacy-tables.ts";

interface Proof {
  id: string;
  erased_at: number;
  erased_by: ErasedBy;
  actor: string | null;
  actor_name: string | null;
  counts: string;
  content_hash: string;
  files: number;
  files_gone_at: number | null;
}

const others: Record<Exclude<ErasedBy, "staff">, string> = {
  candidate: "the person, by their private link",
  retention: "the site, as its time was over",
};

/** A proof of erasure as the page shows it. */
export function showProof(proof: Proof, locale: string) {
  const counts = JSON.parse(proof.counts) as Record<string, number>;
  const { erased_by: by, actor, actor_name: name } = proof;
  return {
    id: proof.id,
    at: toInstant(proof.erased_at, locale),
    by: by === "staff" ? formatColleague({ email: actor, name }) : others[by],
    kinds: Object.entries(counts).map(([kind, count]) => `${kind}: ${count}`),
    hash: proof.content_hash,
    files: proof.files,
    filesGone: proof.files_gone_at === null ? null : toInstant(proof.files_gone_at, locale),
  };
}
