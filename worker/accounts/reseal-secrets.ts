/** After AUTH_SECRET was replaced: what is stored sealed under the former secret is sealed anew, hourly until it is over. */
import { sql } from "kysely";
import type { Db } from "../db/client.ts";
import { listSecrets } from "../lib/former-secret.ts";
import { openSealed, seal, type SealPurpose } from "../lib/secrets.ts";

interface SealedColumn {
  table: string;
  /** What a row's text is sealed about. */
  id: string;
  column: string;
  purpose: SealPurpose;
}

const sealedColumns: readonly SealedColumn[] = [
  { table: "signing_keys", id: "kid", column: "private_jwk_sealed", purpose: "signing key" },
  { table: "authenticator_apps", id: "id", column: "secret_sealed", purpose: "authenticator app" },
];

/** Seals under AUTH_SECRET what is sealed under the former secret. Returns how many texts that was. */
export async function resealSecrets(db: Db, env: Env): Promise<number> {
  const [current, former] = listSecrets(env);
  if (former === undefined) return 0;
  let count = 0;
  for (const sealedColumn of sealedColumns) count += await resealColumn(db, sealedColumn, { current, former });
  return count;
}

async function resealColumn(
  db: Db,
  { table, id, column, purpose }: SealedColumn,
  { current, former }: { current: string; former: string },
): Promise<number> {
  const rows = await sql<{ about: string; sealed: string }>`
    select ${sql.ref(id)} as about, ${sql.ref(column)} as sealed from ${sql.table(table)}`.execute(db);
  let count = 0;
  for (const { about, sealed } of rows.rows) {
    if ((await openSealed([current], { purpose, about }, sealed)) !== null) continue;
    const opened = await openSealed([former], { purpose, about }, sealed);
    if (opened === null) continue;
    const anew = await seal(current, { purpose, about }, opened);
    await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${anew}
      where ${sql.ref(id)} = ${about} and ${sql.ref(column)} = ${sealed}`.execute(db);
    count += 1;
  }
  return count;
}
