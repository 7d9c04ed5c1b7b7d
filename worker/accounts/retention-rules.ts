import { hour } from "#shared/dates/durations.ts";
import type { RetentionRule } from "../lib/subject.ts";
import { terms } from "../lib/terms.ts";
import { isAddressHeld } from "#worker/privacy/held-rows.ts";
import { backoffMemory } from "./sign-in/backoff.ts";

const security = "Interest in a safe, working site, Article 6(1)(f)";

/** How long rows about accounts stay. */
export const retention = [
  {
    table: "sessions",
    key: ["id"],
    since: "idle_expires_at",
    term: terms.sessions,
    keeps: "Sessions of accounts, with browser and place",
    after: "after their end; until then they explain the audit log",
    why: security,
  },
  {
    table: "one_time_tokens",
    key: ["token_sha256"],
    since: "expires_at",
    term: { days: 1 },
    keeps: "Fingerprints of links for invitations and new passwords",
    after: "after they expire",
    why: security,
  },
  {
    table: "link_requests",
    key: ["id"],
    since: "requested_at",
    term: { hours: 1 },
    keeps: "Requests for a link by mail, under keyed hashes of address and network",
    after: "after the request",
    why: security,
  },
  {
    table: "pending_sign_ins",
    key: ["token_sha256"],
    since: "expires_at",
    term: { hours: 1 },
    keeps: "Sign-ins that wait for a second proof, under a fingerprint",
    after: "after they expire",
    why: security,
  },
  {
    table: "webauthn_challenges",
    key: ["challenge_sha256"],
    since: "expires_at",
    term: { hours: 1 },
    keeps: "Random numbers that a passkey signs, under a fingerprint",
    after: "after they expire",
    why: security,
  },
  {
    table: "used_sign_in_states",
    key: ["state_sha256"],
    since: "expires_at",
    term: { hours: 1 },
    keeps: "Fingerprints of random numbers of sign-ins by the company’s identity provider",
    after: "after they expire",
    why: security,
  },
  {
    table: "invites",
    key: ["id"],
    since: "expires_at",
    term: terms.invites,
    keeps: "Invitations of staff",
    after: "after their link expires",
    why: security,
  },
  {
    table: "api_tokens",
    key: ["id"],
    since: "expires_at",
    term: terms.apiTokens,
    keeps: "Names and fingerprints of API tokens",
    after: "after they expire; until then they explain the audit log",
    why: security,
  },
  {
    table: "sign_in_backoff",
    key: ["email_hash"],
    since: "attempted_at",
    term: { hours: backoffMemory / hour },
    keeps: "Failed sign-in attempts, under a keyed hash of the address",
    after: "after the last one",
    why: security,
  },
  {
    table: "accounts",
    key: ["id"],
    since: "created_at",
    where: "verified_at is null",
    term: { days: 7 },
    keeps: "Accounts whose address was never confirmed",
    after: "after the sign-up",
    why: security,
  },
  {
    table: "accounts",
    key: ["id"],
    since: "coalesce(signed_in_at, created_at)",
    where: "not exists (select 1 from account_roles where account_roles.account_id = accounts.id)",
    unless: isAddressHeld("accounts.email"),
    term: terms.accounts,
    keeps: "Accounts without a role",
    after: "after the last sign-in",
    why: "Service contract, Article 6(1)(b)",
  },
] as const satisfies readonly RetentionRule[];
