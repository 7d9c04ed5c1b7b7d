// Runs a task of scripts/tasks (by run-task.ts), or one of the laboratory (by lab/run.ts), under the project's own Node. Plain JavaScript, because the machine may have any Node.
// Installs the packages when they are missing or the lock file has changed.
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";

const root = join(import.meta.dirname ?? new URL(".", import.meta.url).pathname, "..");
const [task, ...rest] = process.argv.slice(2);
const windows = process.platform === "win32";
const node = join(root, "node_modules/node/bin", windows ? "node.exe" : "node");
const stamp = join(root, "node_modules/.lock-hash");
const lockHash = createHash("sha256")
  .update(readFileSync(join(root, "package-lock.json")))
  .digest("hex");

if (!existsSync(node) || !existsSync(stamp) || readFileSync(stamp, "utf8") !== lockHash) {
  // Looks like a step of lib/steps.ts, which cannot run before the packages are installed.
  process.stdout.write(`  ${"Install the packages".padEnd(24)} `);
  const started = Date.now();
  // Not `npm ci`: npm 11 refuses the lock file when a registry lacks a binary of a platform that is not this one.
  const install = spawnSync("npm", ["install", "--no-save", "--loglevel=error"], {
    cwd: root,
    stdio: ["ignore", "pipe", "inherit"],
    shell: windows,
  });
  if (install.status !== 0) {
    process.stdout.write(`\n${install.stdout ?? ""}`);
    process.exit(install.status ?? 1);
  }
  console.log(`${((Date.now() - started) / 1000).toFixed(1).padStart(5)} s`);
  writeFileSync(stamp, lockHash);
}

const env = {
  ...process.env,
  PATH: [join(root, "node_modules/node/bin"), join(root, "node_modules/.bin"), process.env.PATH].join(delimiter),
  // Everything runs on this machine: no usage reports, no look-ups on the network.
  CLOUDFLARE_CF_FETCH_ENABLED: "false",
  WRANGLER_SEND_METRICS: "false",
  WRANGLER_HIDE_BANNER: "true",
  // The processes of a task compile the same libraries: each but the first finds them here.
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(root, "node_modules/.cache/compile"),
};
const entry = task === "lab" ? ["lab/run.ts"] : ["scripts/run-task.ts", task];
const run = spawn(node, ["--disable-warning=ExperimentalWarning", ...entry, ...rest], {
  cwd: root,
  stdio: "inherit",
  env,
});
// A terminal sends Ctrl+C to the whole group; a supervisor may signal only this process.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => run.kill(signal));
run.on("close", (code) => process.exit(code ?? 1));
