import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseEnv } from "node:util";
import { root } from "../lib/command.ts";

/**
 * Secrets that were drawn on this machine, for the owner alone and not in the repository. `npm run deploy` uploads them with
 * the Worker; the file is deleted once they are in a password manager.
 */
export function nameSecretsFile(env = "production"): string {
  return join(root, ".secrets", `${env}.env`);
}

export function readKeptSecrets(file: string): Record<string, string | undefined> {
  return existsSync(file) ? parseEnv(readFileSync(file, "utf8")) : {};
}

export function keepSecret(file: string, name: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const line = `${name}="${randomBytes(48).toString("base64url")}"\n`;
  writeFileSync(file, `${existsSync(file) ? readFileSync(file, "utf8") : ""}${line}`, { mode: 0o600 });
}
