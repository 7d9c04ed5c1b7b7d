import type { Generated } from "kysely";
import type { Role } from "#shared/permissions.ts";
import type { Branded, ColumnsOf } from "./columns.ts";

export type AccountId = Branded<"user">;
export type SessionId = Branded<"session">;
export type SavedViewId = Branded<"saved view">;
export type InviteId = Branded<"invite">;
export type Density = "comfortable" | "compact";
export type AccountStatus = "active" | "disabled";
export type KeyState = "next" | "current" | "retired";
export type RevokedReason =
  | "sign_out"
  | "replaced"
  | "reuse"
  | "ended"
  | "reset"
  | "password_changed"
  | "email_changed";
export type LinkPurpose = "password_reset" | "invite" | "email_change" | "email_verification";

interface AccountsTable {
  id: AccountId;
  /** Compared without regard to case. */
  email: string;
  status: AccountStatus;
  /** PHC string; null until the account has a password. */
  password_hash: string | null;
  /** 1 for the accounts of the local seed, which sign in nowhere but on localhost. */
  is_demo: Generated<0 | 1>;
  created_at: number;
  updated_at: number;
  /** When the password was last given; null if never. */
  signed_in_at: number | null;
  /** The user's name for colleagues; null if not set. */
  name: string | null;
  /** Name and address as they are searched (worker/lib/text/fold-text.ts); null until the next search. */
  folded: Generated<string | null>;
  /** When the address was verified; null if it was not: the account can then have no role. */
  verified_at: number | null;
  /** Counts the changes of roles and status. */
  version: Generated<number>;
  /** Null for who signed up, for who was made by an operator, and where the inviter's account is gone. */
  invited_by: AccountId | null;
  /** A name of the IANA time zone database; null for the zone of the browser. */
  time_zone: string | null;
  /** The key of the picture in R2. */
  picture_key: string | null;
  /** When the account was last in use; triggers of `sessions` set it. Null: never. */
  seen_at: Generated<number | null>;
}

interface AccountRolesTable {
  account_id: AccountId;
  role: Role;
  granted_by: AccountId | null;
  granted_at: number;
}

interface SessionsTable {
  id: SessionId;
  account_id: AccountId;
  /** Number of the only refresh token that is good now. */
  counter: Generated<number>;
  created_at: number;
  /** When the password was last given. */
  auth_time: number;
  /** When the counter last moved. */
  refreshed_at: number;
  idle_expires_at: number;
  absolute_expires_at: number;
  revoked_at: number | null;
  revoked_reason: RevokedReason | null;
  /** Where it was started, such as "Chrome on Windows"; null where the browser does not say. */
  device: string | null;
  /** Such as "Pune, India"; null where Cloudflare does not know. */
  place: string | null;
  /** ISO 3166-1 alpha-2. */
  country: string | null;
  /** JSON array of what was proven, such as `["password", "totp"]` or `["passkey"]`. */
  proofs: Generated<string>;
}

interface OneTimeTokensTable {
  token_sha256: string;
  purpose: LinkPurpose;
  email: string;
  account_id: AccountId | null;
  created_at: number;
  expires_at: number;
  consumed_at: number | null;
  /** A subject other than its address: an invitation, for example. */
  subject_id: string | null;
}

interface LinkRequestsTable {
  id: string;
  /** Keyed hash of the folded address. */
  email_hash: string;
  /** Null for what an administrator asks for. */
  network_hash: string | null;
  requested_at: number;
}

interface InvitesTable {
  id: InviteId;
  email: string;
  /** JSON array of the roles that the account gets. */
  roles: string;
  /** A personal line for the mail. */
  note: Generated<string>;
  invited_by: AccountId | null;
  created_at: number;
  /** When the last mail with its link was written. */
  sent_at: number;
  expires_at: number;
  accepted_at: number | null;
  accepted_by: AccountId | null;
  withdrawn_at: number | null;
  version: Generated<number>;
}

interface SigningKeysTable {
  kid: string;
  state: KeyState;
  public_jwk: string;
  /** AES-GCM under a key derived from AUTH_SECRET: base64url `iv.ciphertext`. */
  private_jwk_sealed: string;
  created_at: number;
  activated_at: number | null;
  retired_at: number | null;
}

interface AuditLogTable {
  id: string;
  at: number;
  actor_id: AccountId | null;
  action: string;
  subject_id: string | null;
  request_id: string | null;
  /** JSON object. */
  detail: Generated<string>;
  /** Why the entry is worth a look, such as "new country"; null for most. */
  unusual: string | null;
}

interface SavedViewsTable {
  id: SavedViewId;
  account_id: AccountId;
  /** The id of the list's definition. */
  list: string;
  /** One of each name for a person and a list, compared without regard to case. */
  name: string;
  /** The query of the list's address, "?" included; "" for the whole list. */
  query: string;
  created_at: number;
  /** 1 for the view that the list opens with. */
  is_default: Generated<0 | 1>;
}

interface ListSettingsTable {
  account_id: AccountId;
  density: Generated<Density>;
}

export interface AccountsTables {
  accounts: AccountsTable;
  account_roles: AccountRolesTable;
  sessions: SessionsTable;
  one_time_tokens: OneTimeTokensTable;
  link_requests: LinkRequestsTable;
  signing_keys: SigningKeysTable;
  audit_log: AuditLogTable;
  invites: InvitesTable;
  saved_views: SavedViewsTable;
  list_settings: ListSettingsTable;
}

export const accountsColumns = {
  accounts: [
    "id",
    "email",
    "status",
    "password_hash",
    "is_demo",
    "created_at",
    "updated_at",
    "signed_in_at",
    "name",
    "verified_at",
    "version",
    "invited_by",
    "time_zone",
    "picture_key",
    "seen_at",
    "folded",
  ],
  account_roles: ["account_id", "role", "granted_by", "granted_at"],
  sessions: [
    "id",
    "account_id",
    "counter",
    "created_at",
    "auth_time",
    "refreshed_at",
    "idle_expires_at",
    "absolute_expires_at",
    "revoked_at",
    "revoked_reason",
    "device",
    "place",
    "country",
    "proofs",
  ],
  one_time_tokens: [
    "token_sha256",
    "purpose",
    "email",
    "account_id",
    "created_at",
    "expires_at",
    "consumed_at",
    "subject_id",
  ],
  link_requests: ["id", "email_hash", "network_hash", "requested_at"],
  signing_keys: ["kid", "state", "public_jwk", "private_jwk_sealed", "created_at", "activated_at", "retired_at"],
  saved_views: ["id", "account_id", "list", "name", "query", "created_at", "is_default"],
  list_settings: ["account_id", "density"],
  audit_log: ["id", "at", "actor_id", "action", "subject_id", "request_id", "detail", "unusual"],
  invites: [
    "id",
    "email",
    "roles",
    "note",
    "invited_by",
    "created_at",
    "sent_at",
    "expires_at",
    "accepted_at",
    "accepted_by",
    "withdrawn_at",
    "version",
  ],
} as const satisfies ColumnsOf<AccountsTables>;
