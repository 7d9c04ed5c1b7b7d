/** Signing in: failed attempts, sign-ins that wait, second factors, and accounts at the company's identity provider. */
import type { Generated } from "kysely";
import type { AccountId } from "./accounts-tables.ts";
import type { Branded, ColumnsOf } from "./columns.ts";

export type AuthenticatorAppId = Branded<"authenticator app">;
export type ApiTokenId = Branded<"API token">;

interface SignInBackoffTable {
  /**
   * Keyed hash of the lower-case e-mail, so that attempts on unknown addresses are delayed without storing the
   * addresses. For a browser that has signed in with the address before: of the e-mail and that browser's nonce.
   */
  email_hash: string;
  failed_count: number;
  attempted_at: number;
  blocked_until: number;
}

interface PendingSignInsTable {
  /** SHA-256 (hex) of the secret in the browser's cookie. */
  token_sha256: string;
  account_id: AccountId;
  /** JSON array of the kinds of proof that are still missing. */
  missing: string;
  /** The count of attempts to be cleared once a session starts. */
  bucket: string;
  attempts: Generated<number>;
  created_at: number;
  expires_at: number;
}

interface PasskeysTable {
  /** The credential id, base64url. */
  id: string;
  account_id: AccountId;
  name: string;
  /** COSE, base64url. */
  public_key: string;
  /** The authenticator's count of signatures; 0 where it does not count. */
  sign_count: number;
  /** JSON array: how a browser may reach it. */
  transports: Generated<string>;
  /** Whether it is copied to the other devices of its owner. */
  is_synced: 0 | 1;
  created_at: number;
  used_at: number | null;
}

interface WebauthnChallengesTable {
  challenge_sha256: string;
  purpose: string;
  /** Null when the browser is not signed in yet. */
  account_id: AccountId | null;
  created_at: number;
  expires_at: number;
}

interface AuthenticatorAppsTable {
  id: AuthenticatorAppId;
  account_id: AccountId;
  name: string;
  /** AES-GCM under a key derived from AUTH_SECRET: base64url `iv.ciphertext`. */
  secret_sealed: string;
  /** The last time step whose code was used; no code up to it works again. */
  last_step: Generated<number>;
  created_at: number;
  /** When its first code was right; until then it proves nothing. */
  confirmed_at: number | null;
  used_at: number | null;
}

interface RecoveryCodesTable {
  account_id: AccountId;
  /** Keyed hash of the code, base64url. */
  code_hash: string;
  created_at: number;
  used_at: number | null;
  /** Names the secret that keyed the hash (`nameSecret`). */
  secret_name: string;
}

interface AccountIdentitiesTable {
  issuer: string;
  /** The claim "sub". */
  subject: string;
  account_id: AccountId;
  created_at: number;
  used_at: number;
}

interface UsedSignInStatesTable {
  /** SHA-256 of the state, hex. */
  state_sha256: string;
  expires_at: number;
}

interface ApiTokensTable {
  id: ApiTokenId;
  account_id: AccountId;
  name: string;
  /** JSON: ApiScope[] of shared/accounts/api-scopes.ts. */
  scopes: string;
  /** Hex. */
  token_sha256: string;
  /** The token's last four characters. */
  ending: string;
  created_at: number;
  expires_at: number;
  /** Exact to five minutes. */
  used_at: number | null;
  revoked_at: number | null;
}

export interface CredentialsTables {
  sign_in_backoff: SignInBackoffTable;
  pending_sign_ins: PendingSignInsTable;
  passkeys: PasskeysTable;
  webauthn_challenges: WebauthnChallengesTable;
  authenticator_apps: AuthenticatorAppsTable;
  recovery_codes: RecoveryCodesTable;
  account_identities: AccountIdentitiesTable;
  used_sign_in_states: UsedSignInStatesTable;
  api_tokens: ApiTokensTable;
}

export const credentialsColumns = {
  sign_in_backoff: ["email_hash", "failed_count", "attempted_at", "blocked_until"],
  pending_sign_ins: ["token_sha256", "account_id", "missing", "bucket", "attempts", "created_at", "expires_at"],
  passkeys: [
    "id",
    "account_id",
    "name",
    "public_key",
    "sign_count",
    "transports",
    "is_synced",
    "created_at",
    "used_at",
  ],
  webauthn_challenges: ["challenge_sha256", "purpose", "account_id", "created_at", "expires_at"],
  authenticator_apps: [
    "id",
    "account_id",
    "name",
    "secret_sealed",
    "last_step",
    "created_at",
    "confirmed_at",
    "used_at",
  ],
  recovery_codes: ["account_id", "code_hash", "created_at", "used_at", "secret_name"],
  account_identities: ["issuer", "subject", "account_id", "created_at", "used_at"],
  used_sign_in_states: ["state_sha256", "expires_at"],
  api_tokens: [
    "id",
    "account_id",
    "name",
    "scopes",
    "token_sha256",
    "ending",
    "created_at",
    "expires_at",
    "used_at",
    "revoked_at",
  ],
} as const satisfies ColumnsOf<CredentialsTables>;
