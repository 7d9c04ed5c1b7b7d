import { shortestSecret } from "../../worker/lib/former-secret.ts";
import { openSealed } from "../../worker/lib/secrets.ts";
import { exitWithError } from "./command.ts";
import type { OpenSite } from "./open-site.ts";
import { describeTarget, type Target } from "./target.ts";

/**
 * AUTH_SECRET of the site whose data it is, which opens its signing key: what another one makes, the site does not accept. While it is
 * being replaced that may be the former one; one that `isNew` has made nothing yet. Ends the process where it is not known.
 */
export async function readSecret(
  { env, target }: Pick<OpenSite, "env" | "target">,
  { isNew = false } = {},
): Promise<string> {
  const known = [env.AUTH_SECRET, env.AUTH_SECRET_PREVIOUS].flatMap((secret) => secret || []);
  const [first] = known;
  if (first === undefined)
    exitWithError(
      target.kind === "local"
        ? "There is no AUTH_SECRET: `npm start` draws one into .dev.vars."
        : "Set AUTH_SECRET in the environment to the secret of the deployed Worker: it is in your password manager.",
    );
  if (first.length < shortestSecret)
    exitWithError(`AUTH_SECRET has fewer than ${shortestSecret} characters, so it is not that of the site.`);
  if (isNew) return first;
  for (const secret of known) {
    const opens = await opensSigningKey(env.DB, secret);
    if (opens === null) return first;
    if (opens) return secret;
  }
  return exitWithError(
    "This is not the AUTH_SECRET of that site: it does not open the signing key in its database. Nothing was done.",
  );
}

/** Why nothing can be said of the secret that seals the signing keys. */
export function tellNoKey(target: Target): string {
  return `The ${describeTarget(target)} has no signing key yet: the first sign-in makes one.`;
}

/** Whether `secret` opens the current signing key; null where there is none yet, or no table of them. */
export async function opensSigningKey(db: D1Database, secret: string): Promise<boolean | null> {
  const key = await db
    .prepare("SELECT kid, private_jwk_sealed FROM signing_keys WHERE state = 'current'")
    .first<{ kid: string; private_jwk_sealed: string }>()
    .catch((error: Error) => {
      if (error.message.includes("no such table")) return null;
      throw error;
    });
  if (!key) return null;
  return (await openSealed([secret], { purpose: "signing key", about: key.kid }, key.private_jwk_sealed)) !== null;
}
