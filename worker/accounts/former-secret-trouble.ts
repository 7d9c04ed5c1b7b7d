import { sql } from "kysely";
import type { Db } from "../db/client.ts";
import { readFormerSecret, type SecretVariables } from "../lib/former-secret.ts";

/** A row when AUTH_SECRET_PREVIOUS is over or cannot be used: somebody should remove or repair it. For the health check. */
export function selectFormerSecretTrouble(db: Db, env: SecretVariables) {
  const { state } = readFormerSecret(env);
  return state === "over" || state === "unusable" ? db.selectNoFrom(sql.lit(1).as("trouble")) : null;
}
