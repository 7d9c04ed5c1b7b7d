import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { killGroup, mustRun, root } from "./command.ts";

/** Writes .dev.vars with a fresh secret for this machine, unless it is there. */
export function ensureDevVars(): void {
  const file = join(root, ".dev.vars");
  if (existsSync(file)) return;
  writeFileSync(file, `AUTH_SECRET="${randomBytes(48).toString("base64url")}"\n`, { mode: 0o600 });
}

/** Draws the art that is missing or has changed, which the site's modules import, and the pictures for shared links. */
export async function drawArt(): Promise<void> {
  await mustRun("node", ["scripts/build-art.ts"], { quiet: true });
  await mustRun("node", ["scripts/build-share.ts"], { quiet: true });
}

/** Draws the art and builds client and Worker for production. */
export async function buildSite(): Promise<void> {
  await drawArt();
  await mustRun("react-router", ["build"], { quiet: true });
}

/** Applies the migrations to the embedded database in `state` and seeds the demo data once. */
export async function prepareDatabase(state: string): Promise<void> {
  const env = { CI: "true" };
  await mustRun("wrangler", ["d1", "migrations", "apply", "DB", "--local", "--persist-to", state], {
    quiet: true,
    env,
  });
  await mustRun("node", ["scripts/seed.ts", "--local", "--persist-to", state], { quiet: true, env });
}

interface ServeOptions {
  port: number;
  /** Folder of the embedded D1, queues and counters. */
  state: string;
  /** Where visitors find it, when that is not the port itself. */
  origin?: string;
  /** "inherit" shows the Worker's logs; "ignore" hides them. */
  output?: "inherit" | "ignore";
}

/** Serves the production build in workerd until this process ends, and resolves once /api/health answers. */
export async function serveSite({ port, state, origin, output = "inherit" }: ServeOptions): Promise<ChildProcess> {
  const address = `http://localhost:${port}`;
  const args = ["dev", "--port", String(port), "--inspector-port", "0", "--persist-to", state, "--log-level", "error"];
  const child = spawn("wrangler", [...args, "--var", `SITE_ORIGIN:${origin ?? address}`], {
    cwd: root,
    stdio: ["ignore", output, output],
    detached: process.platform !== "win32",
    shell: process.platform === "win32",
  });
  process.once("exit", () => killGroup(child));
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(0));
  const ended = new Promise<never>((_resolve, reject) => {
    child.once("close", (code) => reject(new Error(`The server on port ${port} ended (exit code ${code}).`)));
  });
  ended.catch(() => {});
  await Promise.race([waitForHealth(address), ended]);
  return child;
}

async function waitForHealth(origin: string): Promise<void> {
  const giveUp = Date.now() + 60_000;
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
