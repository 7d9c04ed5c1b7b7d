import type { Generated } from "kysely";
import type { AccountId } from "./accounts-tables.ts";
import type { ApplicationId } from "./applications-tables.ts";
import type { Branded, ColumnsOf } from "./columns.ts";

export type HoldId = Branded<"legal-hold">;
export type ProofId = Branded<"erasure-proof">;
export type KeepRequestId = Branded<"keep-request">;

/** What the law requires to keep: one application, or everything under an address. */
interface LegalHoldsTable {
  id: HoldId;
  application_id: ApplicationId | null;
  /** Blanked on release. */
  email: string | null;
  reason: string;
  set_at: number;
  set_by: AccountId | null;
  released_at: number | null;
  released_by: AccountId | null;
  release_reason: Generated<string>;
}

export type ErasedBy = "staff" | "candidate" | "retention";

interface ErasureProofsTable {
  id: ProofId;
  erased_at: number;
  erased_by: ErasedBy;
  actor_id: AccountId | null;
  /** Keyed hash of the address. */
  address_hash: string;
  /** JSON: how many rows of each kind. */
  counts: string;
  /** SHA-256 (hex) of what went. */
  content_hash: string;
  files: number;
  /** When the last of its objects was deleted; null while some are left. */
  files_gone_at: number | null;
}

/** Objects of an erasure that are still to be deleted. */
interface ErasureFilesTable {
  key: string;
  proof_id: ProofId;
}

interface KeepRequestsTable {
  id: KeepRequestId;
  application_id: ApplicationId;
  asked_at: number;
  asked_by: AccountId | null;
  keep_until: number;
  /** What the candidate reads and says yes to. */
  words: string;
  answer: "yes" | "no" | null;
  answered_at: number | null;
}

export interface ProtectionTables {
  legal_holds: LegalHoldsTable;
  erasure_proofs: ErasureProofsTable;
  erasure_files: ErasureFilesTable;
  keep_requests: KeepRequestsTable;
}

export const protectionColumns = {
  legal_holds: [
    "id",
    "application_id",
    "email",
    "reason",
    "set_at",
    "set_by",
    "released_at",
    "released_by",
    "release_reason",
  ],
  erasure_proofs: [
    "id",
    "erased_at",
    "erased_by",
    "actor_id",
    "address_hash",
    "counts",
    "content_hash",
    "files",
    "files_gone_at",
  ],
  erasure_files: ["key", "proof_id"],
  keep_requests: ["id", "application_id", "asked_at", "asked_by", "keep_until", "words", "answer", "answered_at"],
} as const satisfies ColumnsOf<ProtectionTables>;
