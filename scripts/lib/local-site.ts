import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { isStaging } from "../../worker/lib/stage.ts";
import { root, runCommand, runOrExit } from "./command.ts";

const localSecrets = ["AUTH_SECRET", "BACKUP_KEY"];

/** Writes secrets for this machine into .dev.vars, those that are not there. */
export function ensureDevVars(): void {
  const file = join(root, ".dev.vars");
  const written = existsSync(file) ? readFileSync(file, "utf8") : "";
  const missing = localSecrets.filter((name) => !new RegExp(`^${name}=`, "m").test(written));
  if (missing.length === 0) return;
  const lines = missing.map((name) => `${name}="${randomBytes(48).toString("base64url")}"\n`).join("");
  writeFileSync(file, `${written}${written === "" || written.endsWith("\n") ? "" : "\n"}${lines}`, { mode: 0o600 });
}

/** AUTH_SECRET of this machine, from .dev.vars. */
export function readLocalSecret(): string {
  const file = join(root, ".dev.vars");
  const secret = parseEnv(existsSync(file) ? readFileSync(file, "utf8") : "")["AUTH_SECRET"];
  if (!secret) throw new Error(".dev.vars holds no AUTH_SECRET; npm start writes one.");
  return secret;
}

/** What `ensureDevVars` has written: a build has only the secrets that every deployment needs. */
export function readLocalSecrets(): Record<string, string> {
  const written = parseEnv(readFileSync(join(root, ".dev.vars"), "utf8"));
  return Object.fromEntries(localSecrets.map((name) => [name, written[name] ?? ""]));
}

/** Ends this process with a sentence for each fault in what owners edit. */
export async function checkCopy(): Promise<void> {
  if ((await runCommand("node", ["scripts/check-copy.ts"])) !== 0) process.exit(1);
}

/**
 * Draws what is missing or has changed of the art (which the site's modules import), the icons, and the pictures for
 * shared links.
 */
export async function drawArt(): Promise<void> {
  await runOrExit("node", ["scripts/build-art.ts"], { quiet: true });
  await runOrExit("node", ["scripts/build-icons.ts"], { quiet: true });
  await runOrExit("node", ["scripts/build-share.ts"], { quiet: true });
}

/**
 * Draws the art, builds client and Worker for production into `build`, and renders the fixed pages. Each task has a
 * folder of its own there, so that no build empties what another task serves. `env` is an environment of wrangler.toml; its variables,
 * bindings and name are in the build.
 */
export async function buildSite(build: string, env?: string): Promise<void> {
  await checkCopy();
  await drawArt();
  // Set even if the shell has another value: a development build sends no Content-Security-Policy and is not cached.
  const made = { BUILD_DIRECTORY: build, NODE_ENV: "production", CLOUDFLARE_ENV: env ?? "" };
  await runOrExit("react-router", ["build"], { quiet: true, env: made });
  await runOrExit("node", ["scripts/prerender.ts", build], { quiet: true });
  hideFromRobots(build);
}

/** Static files of a site for colleagues are not listed either; the Worker answers for everything else. */
function hideFromRobots(build: string): void {
  const configuration = readFileSync(join(root, build, "server/wrangler.json"), "utf8");
  if (!isStaging((JSON.parse(configuration) as { vars: Env }).vars)) return;
  const file = join(root, build, "client/_headers");
  writeFileSync(file, readFileSync(file, "utf8").replace(/^\/\*$/m, "/*\n  X-Robots-Tag: noindex, nofollow"));
}

/**
 * Arguments that make wrangler read the configuration of one build. Without them it uses the newest build, whichever
 * task made it (`.wrangler/deploy/config.json`).
 */
export function listBuildArguments(build: string): string[] {
  return ["--config", join(build, "server/wrangler.json")];
}

/**
 * Makes the embedded databases in `state` ready: applies the missing migrations and stores the missing demo data. The Worker of `build`
 * fills the index of the search.
 */
export async function prepareDatabase(state: string, build?: string): Promise<void> {
  const options = ["--local", "--persist-to", state, ...(build ? ["--build", build] : [])];
  await runOrExit("node", ["scripts/seed.ts", ...options], { quiet: true, env: { CI: "true" } });
}
