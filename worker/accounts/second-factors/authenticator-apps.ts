/**
 * Apps that show a new code every 30 seconds (TOTP, RFC 6238). Their secrets are stored sealed. A code is good for one use,
 * a step of 30 seconds before and after its own.
 */
import { type Compilable, sql } from "kysely";
import type { AccountId } from "#worker/db/accounts-tables.ts";
import type { AuthenticatorAppId } from "#worker/db/credentials-tables.ts";
import { type Db, runBatch } from "#worker/db/client.ts";
import { planGuard } from "#worker/db/guard.ts";
import { now } from "#worker/lib/clock.ts";
import { InvalidInputError, NotFoundError } from "#worker/lib/errors.ts";
import { listSecrets } from "#worker/lib/former-secret.ts";
import { newId } from "#worker/lib/ids.ts";
import type { RequestScope } from "#worker/lib/scope.ts";
import { openSealed, seal } from "#worker/lib/secrets.ts";
import type { FactorProof } from "./factor-code.ts";
import { type FactorOwner, planFirstFactor } from "./first-factor.ts";
import { recordFactorChange } from "./record-factor-change.ts";

const stepMs = 30_000;

/** What an app is set up with. */
export interface AppSetUp {
  id: AuthenticatorAppId;
  name: string;
  /** The secret in base 32, for who types it. */
  key: string;
  /** `otpauth://…`, for the QR code. */
  uri: string;
}

/**
 * Begins to set up an app; one that was begun earlier is dropped. It proves nothing until `confirmApp`, and the audit log
 * has no entry until then.
 */
export async function beginApp(
  db: Db,
  { user: { id: userId, email }, name }: { user: { id: AccountId; email: string }; name: string },
  { env }: RequestScope,
): Promise<AppSetUp> {
  const { Secret } = await import("otpauth");
  const id = newId<AuthenticatorAppId>();
  const key = new Secret({ size: 20 }).base32;
  await runBatch(db, [
    db.deleteFrom("authenticator_apps").where("account_id", "=", userId).where("confirmed_at", "is", null),
    db.insertInto("authenticator_apps").values({
      id,
      account_id: userId,
      name,
      secret_sealed: await seal(env.AUTH_SECRET, { purpose: "authenticator app", about: id }, key),
      created_at: now(),
      confirmed_at: null,
      used_at: null,
    }),
  ]);
  return { id, name, key, uri: await writeUri({ key, email }, env) };
}

/** An app that is being set up, to be shown again; null when there is none, or it is confirmed. */
export async function readAppSetUp(
  db: Db,
  { user, id }: { user: { id: AccountId; email: string }; id: AuthenticatorAppId },
  { env }: RequestScope,
): Promise<AppSetUp | null> {
  const row = await selectBegun(db, { userId: user.id, id }).select(["id", "name", "secret_sealed"]).executeTakeFirst();
  const key = row && (await openKey(row, env));
  return key ? { id: row.id, name: row.name, key, uri: await writeUri({ key, email: user.email }, env) } : null;
}

/**
 * Confirms an app by its first code: from now on the account asks for it. Returns recovery codes, to be shown once, with
 * the account's first second factor; else null.
 * @throws InvalidInputError for a wrong code, NotFoundError when the app is not being set up any longer
 */
export async function confirmApp(
  db: Db,
  { owner, id, code }: { owner: FactorOwner; id: AuthenticatorAppId; code: string },
  scope: RequestScope,
): Promise<string[] | null> {
  const begun = selectBegun(db, { userId: owner.id, id });
  const row = await begun.select(["id", "secret_sealed"]).executeTakeFirst();
  if (!row) throw new NotFoundError("This app is not being set up any longer. Begin again.");
  const step = await findStep(row, code, scope.env);
  if (step === null)
    throw new InvalidInputError({ code: ["This code is not right. Wait for the next one and enter it at once."] });
  const first = await planFirstFactor(db, owner, scope.env);
  await recordFactorChange(
    db,
    {
      owner,
      action: "authenticator_app.added",
      given: { rows: begun.select("id"), conflict: "This app is set up already." },
      queries: [
        ...first.queries,
        db.updateTable("authenticator_apps").set({ confirmed_at: now(), last_step: step }).where("id", "=", id),
      ],
    },
    scope,
  );
  return first.codes;
}

/** What a code of one of the account's apps proves, and the queries that use it up; null for a wrong one, and for one that was used. */
export async function readAppCode(
  db: Db,
  { userId, code }: { userId: AccountId; code: string },
  { env }: Pick<RequestScope, "env">,
): Promise<FactorProof | null> {
  const apps = await db
    .selectFrom("authenticator_apps")
    .select(["id", "secret_sealed", "last_step"])
    .where("account_id", "=", userId)
    .where("confirmed_at", "is not", null)
    .execute();
  for (const app of apps) {
    const step = await findStep(app, code, env);
    if (step !== null && app.last_step < step) return { kind: "totp", queries: planStep(db, app.id, step), mails: [] };
  }
  return null;
}

/** The queries that use up the codes of an app up to `step`. */
function planStep(db: Db, id: AuthenticatorAppId, step: number): Compilable[] {
  const earlier = db.selectFrom("authenticator_apps").select("id").where("id", "=", id).where("last_step", "<", step);
  return [
    planGuard(db, sql<boolean>`exists ${earlier}`),
    db.updateTable("authenticator_apps").set({ last_step: step, used_at: now() }).where("id", "=", id),
  ];
}

/** The time step that `code` belongs to, or null when it is of none near now. */
async function findStep(app: SealedApp, code: string, env: Env): Promise<number | null> {
  const key = await openKey(app, env);
  if (key === null) return null;
  const { Secret, TOTP } = await import("otpauth");
  const delta = new TOTP({ secret: Secret.fromBase32(key) }).validate({ token: code, timestamp: now(), window: 1 });
  return delta === null ? null : Math.floor(now() / stepMs) + delta;
}

interface SealedApp {
  id: AuthenticatorAppId;
  secret_sealed: string;
}

function openKey({ id, secret_sealed }: SealedApp, env: Env): Promise<string | null> {
  return openSealed(listSecrets(env), { purpose: "authenticator app", about: id }, secret_sealed);
}

function selectBegun(db: Db, { userId, id }: { userId: AccountId; id: AuthenticatorAppId }) {
  return db
    .selectFrom("authenticator_apps")
    .where("id", "=", id)
    .where("account_id", "=", userId)
    .where("confirmed_at", "is", null);
}

async function writeUri({ key, email }: { key: string; email: string }, { SITE_ORIGIN }: Env): Promise<string> {
  const { Secret, TOTP } = await import("otpauth");
  return new TOTP({ issuer: new URL(SITE_ORIGIN).host, label: email, secret: Secret.fromBase32(key) }).toString();
}
