import type { Unstable_Config as Config } from "wrangler";
import type { Cloudflare } from "../cloudflare/api.ts";
import { openRemoteDatabase } from "../cloudflare/remote-bindings.ts";
import { opensSigningKey, tellNoKey } from "../lib/read-secret.ts";

/** Whether a secret is the AUTH_SECRET that is deployed: what opens the signing key in the database is. */
type Judgement = "deployed" | "another" | "no-key" | "not-asked";

/** `open` signs in; where it fails, or the database does not answer, nothing is known. */
export async function judgeSecret(
  secret: string,
  config: Pick<Config, "d1_databases">,
  open: () => Promise<Cloudflare>,
): Promise<Judgement> {
  const id = config.d1_databases.find(({ binding }) => binding === "DB")?.database_id ?? "";
  try {
    const opens = await opensSigningKey(openRemoteDatabase(await open(), id), secret);
    if (opens === null) return "no-key";
    return opens ? "deployed" : "another";
  } catch {
    return "not-asked";
  }
}

/** What whoever gave the secret has to know; "" where it is the deployed one. */
export function describeJudgement(judgement: Judgement, env?: string): string {
  return {
    deployed: "",
    another: "This is not the AUTH_SECRET that is deployed: it does not open the signing key in the database.",
    "no-key": `${tellNoKey({ kind: "remote", env })} Until then nothing tells whether this is the AUTH_SECRET that is deployed: make sure that it is.`,
    "not-asked": "Whether this is the AUTH_SECRET that is deployed could not be asked: make sure that it is.",
  }[judgement];
}
