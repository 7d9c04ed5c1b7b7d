/**
 * The keys that sign access tokens: stored encrypted in D1, cached in the isolate for five minutes, rotated by
 * rotate-signing-keys.ts and by `npm run keys:rotate`.
 */
import { exportJWK, generateKeyPair, importJWK, type JWK } from "jose";
import { sql } from "kysely";
import { day, hour, minute } from "#shared/dates/durations.ts";
import { type Db, runBatch } from "#worker/db/client.ts";
import type { KeyState } from "#worker/db/accounts-tables.ts";
import { now } from "#worker/lib/clock.ts";
import { listSecrets } from "#worker/lib/former-secret.ts";
import { newId } from "#worker/lib/ids.ts";
import { openSealed, seal } from "#worker/lib/secrets.ts";

export const keyLife = 30 * day;
/** How long others may keep the published keys, in milliseconds: three times in the grace of a retired key. */
export const publishedFor = 5 * minute;
/** Longer than a token's life (5 min) and an isolate's memory of the keys (5 min) together. */
export const retiredGrace = hour / 4;

/** A key to sign with. */
export interface Signer {
  kid: string;
  key: CryptoKey;
}

/** A new key pair as a row of signing_keys, its private half sealed under AUTH_SECRET. */
export async function makeSigningKey(env: Pick<Env, "AUTH_SECRET">, state: KeyState) {
  const { publicKey, privateKey } = await generateKeyPair("ES256", { extractable: true });
  const kid = newId();
  const privateJwk = JSON.stringify(await exportJWK(privateKey));
  return {
    kid,
    state,
    public_jwk: JSON.stringify({ ...(await exportJWK(publicKey)), kid, alg: "ES256", use: "sig" }),
    private_jwk_sealed: await seal(env.AUTH_SECRET, { purpose: "signing key", about: kid }, privateJwk),
    created_at: now(),
    activated_at: state === "current" ? now() : null,
    retired_at: null,
  };
}

/** The public halves that a token may still be checked with, oldest first. */
export async function listVerifyingKeys(db: Db) {
  return db
    .selectFrom("signing_keys")
    .select(["kid", "public_jwk", "retired_at"])
    .where(isVerifying(now()))
    .orderBy("created_at")
    .execute();
}

/**
 * The current key, ready to sign. Creates the first key, and replaces one that no accepted secret opens (AUTH_SECRET
 * was replaced and the former one is over, so all older tokens are invalid).
 */
export async function openSigner(db: Db, env: Env): Promise<Signer> {
  const stored = await readCurrent(db);
  const opened = stored && (await open(env, stored.kid, stored.private_jwk_sealed));
  if (opened) return opened;
  await runBatch(db, [
    db.deleteFrom("signing_keys").where((where) =>
      // Only the key that this call found unusable; a key that another isolate has just made stays.
      stored ? where.or([where("kid", "=", stored.kid), where("state", "=", "next")]) : where("state", "=", "next"),
    ),
    db
      .insertInto("signing_keys")
      .orIgnore()
      .values(await makeSigningKey(env, "current")),
    db
      .insertInto("signing_keys")
      .orIgnore()
      .values(await makeSigningKey(env, "next")),
  ]);
  const made = await readCurrent(db);
  const signer = made && (await open(env, made.kid, made.private_jwk_sealed));
  if (!signer) throw new Error("No signing key could be opened.");
  return signer;
}

/**
 * True for a row of `signing_keys` whose tokens are good at `at`: by this the request's one read of its session notices
 * a key that was retired at once, which an isolate remembers for minutes.
 */
export function isVerifying(at: number) {
  return sql<boolean>`(signing_keys.retired_at IS NULL OR signing_keys.retired_at > ${at - retiredGrace})`;
}

/** The current key when it is past its life by more than a day: the hourly job has not run, or fails. */
export function selectOverdueKey(db: Db) {
  return db
    .selectFrom("signing_keys")
    .select("kid")
    .where("state", "=", "current")
    .where("activated_at", "<", now() - keyLife - day);
}

function readCurrent(db: Db) {
  return db
    .selectFrom("signing_keys")
    .select(["kid", "private_jwk_sealed"])
    .where("state", "=", "current")
    .executeTakeFirst();
}

/** Keys of this isolate by the text they came from. They are read again every few minutes, and never change. */
const imported = new Map<string, CryptoKey>();
const mostImported = 32;

function keep(text: string, key: CryptoKey): CryptoKey {
  if (imported.size >= mostImported) imported.clear();
  imported.set(text, key);
  return key;
}

/** The key to verify with, of a row's `public_jwk`. */
export async function importVerifier(publicJwk: string): Promise<CryptoKey> {
  const known = imported.get(publicJwk);
  return known ?? keep(publicJwk, (await importJWK(JSON.parse(publicJwk) as JWK, "ES256")) as CryptoKey);
}

/** The private key, or null when none of the accepted secrets sealed it. */
async function open(env: Env, kid: string, sealed: string): Promise<Signer | null> {
  const secrets = listSecrets(env);
  const name = [kid, sealed, ...secrets].join("\n");
  const known = imported.get(name);
  if (known) return { kid, key: known };
  const opened = await openSealed(secrets, { purpose: "signing key", about: kid }, sealed);
  if (opened === null) return null;
  return { kid, key: keep(name, (await importJWK(JSON.parse(opened) as JWK, "ES256")) as CryptoKey) };
}
