/** What accounts prove besides a password: second factors, and accounts at the company's identity provider. */
import type { Generated } from "kysely";
import type { UserId } from "./accounts-tables.ts";
import type { Branded, ColumnsOf } from "./columns.ts";

export type AuthenticatorAppId = Branded<"authenticator app">;

interface PasskeysTable {
  /** The credential id, base64url. */
  id: string;
  user_id: UserId;
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
  user_id: UserId | null;
  created_at: number;
  expires_at: number;
}

interface AuthenticatorAppsTable {
  id: AuthenticatorAppId;
  user_id: UserId;
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
  user_id: UserId;
  /** Keyed hash of the code, base64url. */
  code_hash: string;
  created_at: number;
  used_at: number | null;
}

interface UserIdentitiesTable {
  issuer: string;
  /** The claim "sub". */
  subject: string;
  user_id: UserId;
  created_at: number;
  used_at: number;
}

interface UsedSignInStatesTable {
  /** SHA-256 of the state, hex. */
  state_sha256: string;
  expires_at: number;
}

export interface CredentialsTables {
  passkeys: PasskeysTable;
  webauthn_challenges: WebauthnChallengesTable;
  authenticator_apps: AuthenticatorAppsTable;
  recovery_codes: RecoveryCodesTable;
  user_identities: UserIdentitiesTable;
  used_sign_in_states: UsedSignInStatesTable;
}

export const credentialsColumns = {
  passkeys: ["id", "user_id", "name", "public_key", "sign_count", "transports", "is_synced", "created_at", "used_at"],
  webauthn_challenges: ["challenge_sha256", "purpose", "user_id", "created_at", "expires_at"],
  authenticator_apps: ["id", "user_id", "name", "secret_sealed", "last_step", "created_at", "confirmed_at", "used_at"],
  recovery_codes: ["user_id", "code_hash", "created_at", "used_at"],
  user_identities: ["issuer", "subject", "user_id", "created_at", "used_at"],
  used_sign_in_states: ["state_sha256", "expires_at"],
} as const satisfies ColumnsOf<CredentialsTables>;
