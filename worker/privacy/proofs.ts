/** Proofs of erasures (docs/decisions/056-data-protection.md): what went, when, by whom, without a name. */
import { type Compilable, type RawBuilder, sql } from "kysely";
import type { AccountId } from "#worker/db/accounts-tables.ts";
import type { Db } from "#worker/db/client.ts";
import type { ErasedBy, ProofId } from "#worker/db/privacy-tables.ts";
import { now } from "#worker/lib/clock.ts";
import { listSecrets } from "#worker/lib/former-secret.ts";
import { hashText } from "#worker/lib/text/hash-text.ts";
import { newId } from "#worker/lib/ids.ts";
import { exportMacKey, macText, macTextWith } from "#worker/lib/secrets.ts";

export interface ErasedThings {
  erasedBy: ErasedBy;
  /** The member of staff who did it; null for others. */
  actor: AccountId | null;
  /** Of the person. */
  email: string;
  /** The rows that go, by what they are, such as "Enquiries". */
  content: Readonly<Record<string, readonly object[]>>;
  /** Objects of the bucket that go with them. */
  keys: readonly string[];
}

function hashAddress(secret: string, email: string): Promise<string> {
  return macText(secret, "erased person", foldAddress(email));
}

const foldAddress = (email: string) => email.trim().toLowerCase();

/**
 * What `hashAddress` hashes with. Backups keep it, sealed, beside the hashes of whom was erased: AUTH_SECRET may be another one by the
 * time that an old backup is restored.
 */
export function exportAddressKey(secret: string): Promise<string> {
  return exportMacKey(secret, "erased person");
}

export function hashAddressWith(key: string, email: string): Promise<string> {
  return macTextWith(key, foldAddress(email));
}

/** Tells which of such keys a hash needs, and nothing about it. */
export function nameAddressKey(key: string): Promise<string> {
  return macTextWith(key, "name of the key");
}

/**
 * The queries that prove an erasure: they follow what erases in its batch. `given`: what is true at that point if it has gone.
 * Files whose objects are still listed in `removed_files` are confirmed when they leave that list.
 */
export async function planProof(
  db: Db,
  { erasedBy, actor, email, content, keys }: ErasedThings,
  { AUTH_SECRET }: Pick<Env, "AUTH_SECRET">,
  given: RawBuilder<boolean> = sql<boolean>`true`,
): Promise<{ id: ProofId; queries: Compilable[] }> {
  const id = newId<ProofId>();
  const kinds = Object.entries(content).filter(([, rows]) => rows.length > 0);
  const row = {
    id,
    erased_at: now(),
    erased_by: erasedBy,
    actor_id: actor,
    address_hash: await hashAddress(AUTH_SECRET, email),
    counts: JSON.stringify(Object.fromEntries(kinds.map(([name, rows]) => [name, rows.length]))),
    content_hash: await hashContent(content),
    files: keys.length,
  };
  const columns = Object.keys(row) as (keyof typeof row)[];
  const proof = db
    .insertInto("erasure_proofs")
    .columns(columns)
    .expression(
      db.selectNoFrom(columns.map((column) => sql.val(row[column]).as(column))).where(given)
        // Of two erasures at once the first has proven it.
        .where(sql<boolean>`not exists (select 1 from erasure_proofs
          where address_hash = ${row.address_hash} and content_hash = ${row.content_hash})`),
    );
  const files = db
    .insertInto("erasure_files")
    .columns(["key", "proof_id"])
    .expression(
      db
        .selectFrom("removed_files")
        .innerJoin("erasure_proofs", (join) => join.on("erasure_proofs.id", "=", id))
        .select(["removed_files.key", "erasure_proofs.id"])
        .where(sql<boolean>`removed_files.key in (select value from json_each(${JSON.stringify(keys)}))`),
    )
    .onConflict((conflict) => conflict.doNothing());
  const nothingLeft = db
    .updateTable("erasure_proofs")
    .set({ files_gone_at: now() })
    .where("id", "=", id)
    .where(sql<boolean>`not exists (select 1 from erasure_files where proof_id = ${id})`);
  const note = erasedBy === "staff" ? [await planKeyNote(db, AUTH_SECRET)] : [];
  return { id, queries: [proof, files, nothingLeft, ...note] };
}

/** A trigger has noted the hash for a restore; this notes under which key it is. */
async function planKeyNote(db: Db, secret: string): Promise<Compilable> {
  const mark = await nameAddressKey(await exportAddressKey(secret));
  return db
    .insertInto("backup_notes")
    .values({ kind: "key", mark, at: now() })
    .onConflict((conflict) => conflict.columns(["kind", "mark"]).doUpdateSet({ at: now() }));
}

/** SHA-256 (hex) of rows by kind as canonical JSON: keys, rows and kinds in order, kinds without rows left out. */
function hashContent(content: Readonly<Record<string, readonly object[]>>): Promise<string> {
  const kinds = Object.entries(content)
    .filter(([, rows]) => rows.length > 0)
    .map(([name, rows]): [string, string] => [name, `[${rows.map(writeCanonical).toSorted().join(",")}]`]);
  return hashText(
    `{${kinds
      .map(([name, rows]) => `${JSON.stringify(name)}:${rows}`)
      .toSorted()
      .join(",")}}`,
  );
}

/** A row, whose values are texts, numbers and null, with its columns in order. */
function writeCanonical(row: object): string {
  return JSON.stringify(Object.fromEntries(Object.entries(row).toSorted(([a], [b]) => (a < b ? -1 : 1))));
}

/** The query of the proofs about an address, the newest first; also of those made with the former secret. */
export async function selectProofs(db: Db, email: string, env: Env) {
  const hashes = await Promise.all(listSecrets(env).map((secret) => hashAddress(secret, email)));
  return db
    .selectFrom("erasure_proofs")
    .leftJoin("accounts", "accounts.id", "erasure_proofs.actor_id")
    .select(["erasure_proofs.id", "erased_at", "erased_by", "counts", "content_hash", "files", "files_gone_at"])
    .select(["accounts.email as actor", "accounts.name as actor_name"])
    .where("address_hash", "in", hashes)
    .orderBy("erased_at", "desc")
    .limit(50);
}
