import { hour } from "#app/shared/durations.ts";
import { sessionChannel } from "#app/shared/session-channel.ts";
import { backoffMemory, clearAttempts, hashEmail } from "./backoff.ts";
import { accessTokenLife } from "./access-tokens.ts";
import { formCookie } from "../lib/form-cookie.ts";
import { listSecrets } from "../lib/former-secret.ts";
import { schedules } from "../lib/schedules.ts";
import type { Subject } from "../lib/subject.ts";
import { formatSeconds, terms } from "../lib/terms.ts";
import { knownDeviceCookie } from "./known-device.ts";
import { selectFormerSecretTrouble } from "./former-secret-trouble.ts";
import { hashMailbox } from "./link-limits.ts";
import { flowCookieRow } from "./oidc/flow.ts";
import { readProvider, selectProviderTrouble } from "./oidc/settings.ts";
import { pendingCookie } from "./pending-sign-in.ts";
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
  selectViews,
} from "./person-data.ts";
import { sweepPictures } from "./picture.ts";
import { accessCookie, hintCookie, refreshCookie } from "./session-cookies.ts";
import { readSessionLife } from "./session-life.ts";
import { resealRows } from "./reseal.ts";
import { rotateSigningKeys } from "./rotate-signing-keys.ts";
import { selectOverdueKey } from "./signing-keys.ts";

const security = "Interest in a safe, working site, Article 6(1)(f)";

const pendingCookieRow = {
  name: pendingCookie.name,
  purpose: "Holds a random number between password and second factor, where an account has one. Scripts cannot read it.",
  maxAge: pendingCookie.maxAge,
  note: "or until the sign-in is complete",
};

export const subject = {
  tables: [
    "users",
    "user_roles",
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
    "user_identities",
    "used_sign_in_states",
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
  retention: [
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
      table: "sign_in_backoff",
      key: ["email_hash"],
      since: "attempted_at",
      term: { hours: backoffMemory / hour },
      keeps: "Failed sign-in attempts, under a keyed hash of the address",
      after: "after the last one",
      why: security,
    },
    {
      table: "users",
      key: ["id"],
      since: "created_at",
      where: "verified_at is null",
      term: { days: 7 },
      keeps: "Accounts whose address was never confirmed",
      after: "after the sign-up",
      why: security,
    },
    {
      table: "users",
      key: ["id"],
      since: "coalesce(signed_in_at, created_at)",
      where: "not exists (select 1 from user_roles where user_roles.user_id = users.id)",
      term: terms.accounts,
      keeps: "Accounts without a role",
      after: "after the last sign-in",
      why: "Service contract, Article 6(1)(b)",
    },
  ],
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
        .deleteFrom("users")
        .where("email", "=", email)
        .where("id", "not in", (query) => query.selectFrom("user_roles").select("user_id")),
    ],
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
    { name: "Failed sign-in attempts", select: selectAttempts },
    { name: "Entries of the audit log", select: selectActions },
  ],
  health: [
    { name: "signing keys", selectFailures: selectOverdueKey },
    { name: "former secret", selectFailures: selectFormerSecretTrouble },
    { name: "company sign-in", selectFailures: selectProviderTrouble },
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
    "user.removed",
    "user.exported",
    "invite.resent",
    "invite.withdrawn",
    "user.bootstrapped",
    "user.taken_over",
    "user.seeded",
    "user.made_by_operator",
    "session.started",
    "session.ended",
    "session.refused",
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
  ],
  cookies: (env) => {
    const life = readSessionLife(env);
    const idle = Math.min(life.idle, life.absolute) / 1000;
    return [
      {
        name: accessCookie,
        purpose: "Proves to the server who is signed in. Scripts cannot read it.",
        maxAge: accessTokenLife,
        note: "then renewed",
      },
      {
        name: refreshCookie,
        purpose: "Renews the proof above. Scripts cannot read it.",
        maxAge: idle,
        note: `without use, ${formatSeconds(life.absolute / 1000)} at most; ends at sign-out`,
      },
      {
        name: hintCookie,
        purpose: "Holds “1”, so that a page knows to ask who is signed in. No secret.",
        maxAge: idle,
        note: `as ${refreshCookie}`,
      },
      {
        name: knownDeviceCookie.name,
        purpose:
          "Says that this browser has signed in before, so that a stranger’s wrong guesses do not hold you off. It holds a random number and a keyed hash. Scripts cannot read it.",
        maxAge: knownDeviceCookie.maxAge,
        note: "renewed at each sign-in; stays after sign-out",
      },
      // It is set only where a provider is configured.
      ...(readProvider(env) ? [flowCookieRow] : []),
      pendingCookieRow,
      {
        name: formCookie.name,
        purpose:
          "Carries the answers of a rejected sign-in or sign-up form back to it, such as your e-mail address. Never a password.",
        maxAge: formCookie.maxAge,
        note: "or until read",
      },
    ];
  },
  storage: [
    {
      keys: [sessionChannel],
      kind: "local",
      purpose: "Tells other tabs of a sign-in or sign-out, in browsers without a newer way",
      life: "A moment",
    },
  ],
} as const satisfies Subject;
