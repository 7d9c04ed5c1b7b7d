import { publishedFor } from "../../worker/accounts/sessions/signing-keys.ts";
import { keysRotate } from "../commands/data.ts";
import { exitWithError } from "../lib/command.ts";
import { describeKeys, type KeyRow, listKeysSql, writeRotationSql } from "../lib/keys-sql.ts";
import { explainMissingTables, openSite, runStatements } from "../lib/open-site.ts";
import { readCommandLine } from "../lib/read-command-line.ts";
import { readSecret, tellNoKey } from "../lib/read-secret.ts";
import { describeTarget, readTarget } from "../lib/target.ts";

const { values } = readCommandLine(keysRotate);
if (values.now && values.retire) exitWithError("--retire rotates at once by itself: leave --now out.");
const target = readTarget(values);
const site = await openSite(target, { writer: keysRotate.run });
try {
  const { DB } = site.env;
  const secret = await readSecret(site);
  const list = async () => (await DB.prepare(listKeysSql).all<KeyRow>()).results;
  requireDue(await list());
  await runStatements(DB, await writeRotationSql(secret, { atOnce: values.retire }));
  console.log(`The signing keys of the ${describeTarget(target)}:`);
  for (const line of describeKeys(await list())) console.log(line);
  if (values.retire) console.log("Access tokens of the former key are refused from now on. Sessions renew themselves.");
} catch (error) {
  exitWithError(explainMissingTables(error as Error, target));
} finally {
  await site.close();
}

/** @throws {Error} that says why nothing is rotated */
function requireDue(keys: readonly KeyRow[]): void {
  if (!keys.some(({ state }) => state === "current")) throw new Error(tellNoKey(target));
  const next = keys.find(({ state }) => state === "next");
  const knownAt = (next?.created_at ?? Date.now()) + publishedFor;
  if (!values.now && !values.retire && knownAt > Date.now())
    throw new Error(
      `The next key is too new: whoever keeps the published keys may not know it before ${new Date(knownAt).toISOString()}.
Wait until then, or add --now.`,
    );
}
