/**
 * The keys that sign access tokens: stored encrypted in D1, cached in the isolate for five minutes, rotated by cron.
 */
import { exportJWK, generateKeyPair, importJWK, type JWK } from "jose";
import { day, hour } from "#app/shared/durations.ts";
import { type Db, runBatch } from "../db/client.ts";
import type { KeyState } from "../db/accounts-tables.ts";
import { now } from "../lib/clock.ts";
import { newId } from "../lib/ids.ts";
import { openSealed, seal } from "../lib/secrets.ts";

const keyLife = 30 * day;
/** Longer than a token's life (5 min) and an isolate's memory of the keys (5 min) together. */
export const retiredGrace = hour / 4;
const keptRetired = day;

/** A key to sign with. */
export interface Signer {
  kid: string;
  key: CryptoKey;
}

/** A new key pair as a row of signing_keys, its private half sealed under AUTH_SECRET. */
export async function makeSigningKey(env: Env, state: KeyState) {
  const { publicKey, privateKey } = await generateKeyPair("ES256", { extractable: true });
  const kid = newId();
  return {
    kid,
    state,
    public_jwk: JSON.stringify({ ...(await exportJWK(publicKey)), kid, alg: "ES256", use: "sig" }),
    private_jwk_sealed: await sealKey(env.AUTH_SECRET, kid, await exportJWK(privateKey)),
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
    .where((where) => where.or([where("retired_at", "is", null), where("retired_at", ">", now() - retiredGrace)]))
    .orderBy("created_at")
    .execute();
}

/**
 * The current key, ready to sign. Creates the first key, and replaces one that AUTH_SECRET no longer decrypts (the
 * secret was changed, so all older tokens are invalid).
 */
export async function openSigner(db: Db, env: Env): Promise<Signer> {
  const stored = await readCurrent(db);
  const opened = stored && (await open(env.AUTH_SECRET, stored.kid, stored.private_jwk_sealed));
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
  const signer = made && (await open(env.AUTH_SECRET, made.kid, made.private_jwk_sealed));
  if (!signer) throw new Error("No signing key could be opened.");
  return signer;
}

/**
 * Rotates the keys when the current one is 30 days old: the next key signs, the current one still verifies for
 * `retiredGrace`, and a new next key is published before its use. Safe to run twice at once.
 */
export async function rotateSigningKeys(db: Db, env: Env): Promise<"unchanged" | "rotated"> {
  const keys = await db.selectFrom("signing_keys").select(["kid", "state", "activated_at"]).execute();
  const current = keys.find((key) => key.state === "current");
  const next = keys.find((key) => key.state === "next");
  const prune = db.deleteFrom("signing_keys").where("retired_at", "<", now() - keptRetired);
  if (!current || (current.activated_at ?? 0) > now() - keyLife) {
    await prune.execute();
    return "unchanged";
  }
  const made = next ? null : await makeSigningKey(env, "next");
  const heir = next ?? made;
  await runBatch(db, [
    prune,
    ...(made ? [db.insertInto("signing_keys").orIgnore().values(made)] : []),
    db
      .updateTable("signing_keys")
      .set({ state: "retired", retired_at: now() })
      .where("kid", "=", current.kid)
      .where("state", "=", "current"),
    db
      .updateTable("signing_keys")
      .set({ state: "current", activated_at: now() })
      .where("kid", "=", heir?.kid ?? "")
      .where("state", "=", "next"),
    db
      .insertInto("signing_keys")
      .orIgnore()
      .values(await makeSigningKey(env, "next")),
  ]);
  return "rotated";
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

function sealKey(secret: string, kid: string, privateKey: JWK): Promise<string> {
  return seal(secret, { purpose: "signing key", about: kid }, JSON.stringify(privateKey));
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

/** The private key, or null when this secret did not seal it. */
async function open(secret: string, kid: string, sealed: string): Promise<Signer | null> {
  const name = [kid, sealed, secret].join("\n");
  const known = imported.get(name);
  if (known) return { kid, key: known };
  const opened = await openSealed(secret, { purpose: "signing key", about: kid }, sealed);
  if (opened === null) return null;
  const jwk = JSON.parse(opened) as JWK;
  return { kid, key: keep(name, (await importJWK(jwk, "ES256")) as CryptoKey) };
}
