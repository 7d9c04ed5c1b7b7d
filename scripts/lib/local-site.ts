import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { minute } from "#app/shared/durations.ts";
import { killGroup, runOrExit, root } from "./command.ts";

/** Writes .dev.vars with a fresh secret for this machine, unless it is there. */
export function ensureDevVars(): void {
  const file = join(root, ".dev.vars");
  if (existsSync(file)) return;
  writeFileSync(file, `AUTH_SECRET="${randomBytes(48).toString("base64url")}"\n`, { mode: 0o600 });
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
 * folder of its own there, so that no build empties what another task serves.
 */
export async function buildSite(build: string): Promise<void> {
  await drawArt();
  // Set even if the shell has another value: a development build sends no Content-Security-Policy and is not cached.
  const env = { BUILD_DIRECTORY: build, NODE_ENV: "production" };
  await runOrExit("react-router", ["build"], { quiet: true, env });
  await runOrExit("node", ["scripts/prerender.ts", build], { quiet: true });
}

/**
 * Arguments that make wrangler read the configuration of one build. Without them it uses the newest build, whichever
 * task made it (`.wrangler/deploy/config.json`).
 */
export function listBuildArguments(build: string): string[] {
  return ["--config", join(build, "server/wrangler.json")];
}

/** Applies the migrations to the embedded database in `state`. */
export async function migrateDatabase(state: string): Promise<void> {
  const args = ["d1", "migrations", "apply", "DB", "--local", "--persist-to", state];
  await runOrExit("wrangler", args, { quiet: true, env: { CI: "true" } });
}

/** Stores the demo data that is missing in the embedded database in `state`. */
export async function seedDatabase(state: string): Promise<void> {
  await runOrExit("node", ["scripts/seed.ts", "--local", "--persist-to", state], { quiet: true, env: { CI: "true" } });
}

/** Makes the embedded database in `state` ready: tables and demo data. */
export async function prepareDatabase(state: string): Promise<void> {
  await migrateDatabase(state);
  await seedDatabase(state);
}

interface ServeOptions {
  /** Folder of the build to serve. */
  build: string;
  port: number;
  /** Folder of the embedded D1, queues and counters. */
  state: string;
  /** Where visitors find it, when that is not the port itself. */
  origin?: string;
  /** "inherit" shows the Worker's logs; "ignore" hides them. */
  output?: "inherit" | "ignore";
}

/** Serves the production build in workerd until this process ends, and resolves once /api/health answers. */
export async function serveSite({
  build,
  port,
  state,
  origin,
  output = "inherit",
}: ServeOptions): Promise<ChildProcess> {
  const address = `http://localhost:${port}`;
  const args = ["dev", "--port", String(port), "--inspector-port", "0", "--persist-to", state, "--log-level", "error"];
  const child = spawn(
    "wrangler",
    [...args, ...listBuildArguments(build), "--var", `SITE_ORIGIN:${origin ?? address}`],
    {
      cwd: root,
      stdio: ["ignore", output, output],
      detached: process.platform !== "win32",
      shell: process.platform === "win32",
    },
  );
  process.once("exit", () => killGroup(child));
  // SIGHUP comes when the window of the terminal is closed. The server is in another process group and would go on running.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => process.exit(0));
  const ended = new Promise<never>((_resolve, reject) => {
    child.once("close", (code) => reject(new Error(`The server on port ${port} ended (exit code ${code}).`)));
  });
  ended.catch(() => {});
  await Promise.race([waitForHealth(address), ended]);
  return child;
}

async function waitForHealth(origin: string): Promise<void> {
  const giveUp = Date.now() + minute;
  while (Date.now() < giveUp) {
    const ok = await fetch(`${origin}/api/health`).then(
      (response) => response.ok,
      () => false,
    );
    if (ok) return;
    await new Promise((resolve) => setTimeout(resolve, 150));
  }
  throw new Error(`${origin}/api/health did not answer within a minute.`);
}
