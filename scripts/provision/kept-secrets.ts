import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseEnv } from "node:util";
import { root } from "../lib/command.ts";

/**
 * Secrets that were drawn on this machine and wait for `npm run deploy`, which uploads them with the Worker. For the owner alone, and not
 * in the repository.
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

/** Where they are afterwards: no later deployment brings them back. Deleted once they are in a password manager. */
export function nameUploadedFile(file: string): string {
  return file.replace(/\.env$/, ".uploaded.env");
}

/** Moves the secrets of `file`, which are uploaded now, to those that were before. */
export function noteUploaded(file: string): void {
  if (!existsSync(file)) return;
  const uploaded = nameUploadedFile(file);
  const names = new Set(Object.keys(readKeptSecrets(file)));
  const before = existsSync(uploaded) ? readFileSync(uploaded, "utf8").split("\n") : [];
  const others = before.filter((line) => line !== "" && !names.has(line.split("=")[0] ?? ""));
  writeFileSync(uploaded, [...others, readFileSync(file, "utf8")].join("\n"), { mode: 0o600 });
  rmSync(file);
}
