import { sql } from "kysely";
import { sessionChannel } from "#shared/accounts/session-channel.ts";
import { clearAttempts, hashEmail } from "./sign-in/backoff.ts";
import { listCookies } from "./declared-cookies.ts";
import type { Db } from "../db/client.ts";
import { listSecrets, readFormerSecret, type SecretVariables } from "../lib/former-secret.ts";
import { schedules } from "../lib/schedules.ts";
import type { Subject } from "../lib/subject.ts";
import { hashMailbox } from "./links/link-limits.ts";
import { selectProviderTrouble } from "./company-sign-in/settings.ts";
import {
  isViewAbout,
  selectAccount,
  selectActions,
  selectAttempts,
  selectAuthenticatorApps,
  selectIdentities,
  selectInvites,
  selectLinkRequests,
  selectPasskeys,
  selectRecoveryCodes,
  selectRoles,
  selectSessions,
  selectTokens,
  selectTokensOfPrograms,
  selectViews,
} from "./own/person-data.ts";
import { sweepPictures } from "./own/picture.ts";
import { resealRows } from "./reseal.ts";
import { retention } from "./retention-rules.ts";
import { selectUnknownRole } from "./managing/roles-in-need.ts";
import { rotateSigningKeys } from "./sessions/rotate-signing-keys.ts";
import { selectOverdueKey } from "./sessions/signing-keys.ts";

export const subject = {
  tables: [
    "accounts",
    "account_roles",
    "sessions",
    "sign_in_backoff",
    "one_time_tokens",
    "link_requests",
    "pending_sign_ins",
    "signing_keys",
    "saved_views",
    "list_settings",
    "invites",
    "passkeys",
    "webauthn_challenges",
    "authenticator_apps",
    "recovery_codes",
    "account_identities",
    "used_sign_in_states",
    "api_tokens",
  ],
  jobs: [
    {
      name: "rotate signing keys",
      schedule: schedules.hourly,
      run: async (db, scope) => ({
        resealed: await resealRows(db, scope.env),
        keys: await rotateSigningKeys(db, scope),
      }),
    },
    {
      name: "delete pictures of nobody",
      schedule: schedules.hourly,
      run: async (db, { env }) => ({ pictures: await sweepPictures(db, env) }),
    },
  ],
  retention,
  erase: {
    person: async (db, email, env) => [
      ...(await Promise.all(listSecrets(env).map(async (each) => clearAttempts(db, await hashEmail(email, each))))),
      db.deleteFrom("one_time_tokens").where("email", "=", email),
      db.deleteFrom("link_requests").where("email_hash", "=", await hashMailbox(email, env.AUTH_SECRET)),
      db.deleteFrom("invites").where("email", "=", email),
      db.deleteFrom("saved_views").where(isViewAbout(email)),
      // An account with a role belongs to somebody who works here, so it stays. Sessions are deleted with their
      // account.
      db
        .deleteFrom("accounts")
        .where("email", "=", email)
        .where("id", "not in", (query) => query.selectFrom("account_roles").select("account_id")),
    ],
    stays: selectRoles,
  },
  personData: [
    { name: "Account", select: selectAccount },
    { name: "Roles", select: selectRoles },
    { name: "Sessions", select: selectSessions },
    { name: "Saved views", select: selectViews },
    { name: "Links for invitations and new passwords", select: selectTokens },
    { name: "Requests for links", select: selectLinkRequests },
    { name: "Invitations", select: selectInvites },
    { name: "Passkeys", select: selectPasskeys },
    { name: "Authenticator apps", select: selectAuthenticatorApps },
    { name: "Recovery codes", select: selectRecoveryCodes },
    { name: "Accounts at the identity provider", select: selectIdentities },
    { name: "API tokens", select: selectTokensOfPrograms },
    { name: "Failed sign-in attempts", select: selectAttempts },
    { name: "Entries of the audit log", select: selectActions },
  ],
  health: [
    {
      name: "signing keys",
      selectFailures: selectOverdueKey,
      todo: "Run “rotate signing keys” here; nobody is signed out.",
    },
    {
      name: "former secret",
      selectFailures: selectFormerSecretTrouble,
      todo: "Run “rotate signing keys” here until it is well, or correct AUTH_SECRET_PREVIOUS and its date.",
    },
    {
      name: "company sign-in",
      selectFailures: selectProviderTrouble,
      todo: "Correct the OIDC_ variables; people with a password still get in.",
    },
    {
      name: "roles in REQUIRE_SECOND_FACTOR",
      selectFailures: selectUnknownRole,
      todo: "Correct the names of roles in REQUIRE_SECOND_FACTOR.",
    },
  ],
  mails: [
    "invite",
    "password-reset",
    "email-verification",
    "account-exists",
    "password-changed",
    "email-change",
    "email-changed",
    "second-factor",
  ],
  auditActions: [
    "password.reset_requested",
    "password.reset",
    "password.changed",
    "email.change_requested",
    "email.changed",
    "invite.accepted",
    "user.verified",
    "user.signed_up",
    "user.invited",
    "user.roles_changed",
    "user.disabled",
    "user.enabled",
    "user.sessions_ended",
    "user.reset_sent",
    "user.reset_held_back",
    "user.displaced",
    "user.removed",
    "user.exported",
    "invite.resent",
    "invite.withdrawn",
    "user.bootstrapped",
    "user.taken_over",
    "user.seeded",
    "user.colleagues_seeded",
    "user.made_by_operator",
    "session.started",
    "session.ended",
    "session.pending",
    "session.refused",
    "session.confirmation_refused",
    "sessions.ended",
    "account.changed",
    "account.downloaded",
    "account.picture_changed",
    "account.picture_removed",
    "session.reuse_detected",
    "session.confirmed",
    "password.rehashed",
    "signing_key.rotated",
    "signing_key.revoked",
    "identity.linked",
    "identity.roles_synced",
    "user.provisioned",
    "passkey.added",
    "passkey.renamed",
    "passkey.removed",
    "authenticator_app.added",
    "authenticator_app.renamed",
    "authenticator_app.removed",
    "recovery_code.used",
    "recovery_codes.renewed",
    "second_factor.reset",
    "api_token.created",
    "api_token.revoked",
  ],
  cookies: listCookies,
  storage: [
    {
      keys: [sessionChannel],
      kind: "local",
      purpose: "Tells other tabs of a sign-in or sign-out, in browsers without a newer way",
      life: "A moment",
    },
  ],
} as const satisfies Subject;

/** A row when AUTH_SECRET_PREVIOUS is over or cannot be used: somebody should remove or repair it. For the health check. */
function selectFormerSecretTrouble(db: Db, env: SecretVariables) {
  const { state } = readFormerSecret(env);
  return state === "over" || state === "unusable" ? db.selectNoFrom(sql.lit(1).as("trouble")) : null;
}
