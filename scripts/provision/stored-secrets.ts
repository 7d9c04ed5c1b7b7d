import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseEnv } from "node:util";
import { root } from "../lib/command.ts";
import { deleteSecret, endLine, setSecret } from "./secrets-text.ts";

/**
 * Secrets that were drawn on this machine and wait for `npm run deploy`, which uploads them with the Worker. For the owner alone, and not
 * in the repository.
 */
export function nameSecretsFile(env = "production"): string {
  return join(root, ".secrets", `${env}.env`);
}

export function readStoredSecrets(file: string): Record<string, string | undefined> {
  return existsSync(file) ? parseEnv(readFileSync(file, "utf8")) : {};
}

export function keepSecret(file: string, name: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const before = existsSync(file) ? readFileSync(file, "utf8") : "";
  writeFileSync(file, setSecret(before, name, randomBytes(48).toString("base64url")), { mode: 0o600 });
}

/** Where they are afterwards: no later deployment brings them back. Deleted once they are in a password manager. */
export function nameUploadedFile(file: string): string {
  return file.replace(/\.env$/, ".uploaded.env");
}

/** Moves the secrets of `file`, which are uploaded now, to those that were before. */
export function noteUploaded(file: string): void {
  if (!existsSync(file)) return;
  const uploaded = nameUploadedFile(file);
  const before = existsSync(uploaded) ? readFileSync(uploaded, "utf8") : "";
  const others = dropSecrets(before, Object.keys(readStoredSecrets(file)));
  const text = readFileSync(file, "utf8");
  writeFileSync(uploaded, `${others}${endLine(others)}${text}${endLine(text)}`, { mode: 0o600 });
  rmSync(file);
}

/** What cannot be taken out stays: of two values of a name the later one is read, and none must be lost here. */
function dropSecrets(text: string, names: readonly string[]): string {
  try {
    return names.reduce(deleteSecret, text);
  } catch {
    return text;
  }
}
