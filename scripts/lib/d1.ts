import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseEnv, promisify, stripVTControlCharacters } from "node:util";
import { exitWithError, root } from "./command.ts";

const run = promisify(execFile);

/** The database to talk to: the embedded one in a folder, or the deployed one. */
export type Target = { kind: "local"; state: string } | { kind: "remote" };

/** Runs statements from a temporary file that only this user can read. @throws {Error} with what wrangler says */
export async function executeD1(target: Target, statements: readonly string[]): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "site-sql-"));
  try {
    const file = join(folder, "statements.sql");
    await writeFile(file, statements.join("\n"), { mode: 0o600 });
    await runWrangler(target, ["--yes", "--file", file]);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** The rows that one statement reads. @throws {Error} with what wrangler says */
export async function queryD1<Row>(target: Target, statement: string): Promise<Row[]> {
  const { stdout } = await runWrangler(target, ["--json", "--command", statement]);
  const [answer] = JSON.parse(stdout) as { results: Row[] }[];
  return answer?.results ?? [];
}

/** AUTH_SECRET of the Worker whose database it is: from .dev.vars, or for the deployed one from the environment. */
export async function readSecretOf({ kind }: Target): Promise<string> {
  if (kind === "local") return readLocalSecret();
  return process.env["AUTH_SECRET"] ?? exitWithError("Set AUTH_SECRET to the secret of the deployed Worker.");
}

/** AUTH_SECRET of this machine, from .dev.vars. */
export async function readLocalSecret(): Promise<string> {
  const secret = parseEnv(await readFile(join(root, ".dev.vars"), "utf8").catch(() => ""))["AUTH_SECRET"];
  if (!secret) throw new Error(".dev.vars holds no AUTH_SECRET; npm start writes one.");
  return secret;
}

async function runWrangler(target: Target, args: readonly string[]) {
  const where = target.kind === "remote" ? ["--remote"] : ["--local", "--persist-to", target.state];
  const wrangler = join(root, "node_modules/wrangler/bin/wrangler.js");
  return run(process.execPath, [wrangler, "d1", "execute", "DB", ...where, ...args], {
    cwd: root,
    // Empty is the site, and "staging" another environment of wrangler.toml.
    env: { CLOUDFLARE_ENV: "", ...process.env, CI: "true", WRANGLER_SEND_METRICS: "false" },
    maxBuffer: 16 * 1024 * 1024,
  }).catch(({ stdout = "", stderr = "" }: { stdout?: string; stderr?: string }) => {
    const said = stripVTControlCharacters(`${stderr}\n${stdout}`).trim();
    throw new Error(/\[ERROR\] (.+)/.exec(said)?.[1] ?? said);
  });
}
