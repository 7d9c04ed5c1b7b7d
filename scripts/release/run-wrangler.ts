import { spawn } from "node:child_process";
import { stripVTControlCharacters } from "node:util";
import type { Cloudflare } from "../cloudflare/api.ts";
import { root } from "../lib/command.ts";

interface WranglerRun {
  /** Exit code. */
  code: number;
  /** All that it printed, without colours. */
  said: string;
}

/** Runs wrangler in the account. `isQuiet`: what it prints is shown only when it fails. */
export function runWrangler(
  { accountId }: Pick<Cloudflare, "accountId">,
  args: readonly string[],
  { isQuiet = false } = {},
): Promise<WranglerRun> {
  return new Promise((resolve, reject) => {
    const child = spawn("wrangler", args, {
      cwd: root,
      env: { ...process.env, CLOUDFLARE_ACCOUNT_ID: accountId },
      stdio: ["ignore", "pipe", "pipe"],
      shell: process.platform === "win32",
    });
    let said = "";
    const listen = (stream: typeof child.stdout, out: NodeJS.WriteStream) =>
      stream.setEncoding("utf8").on("data", (text: string) => {
        said += text;
        if (!isQuiet) out.write(text);
      });
    listen(child.stdout, process.stdout);
    listen(child.stderr, process.stderr);
    child.on("error", reject);
    child.on("close", (exit) => {
      const code = exit ?? 1;
      said = stripVTControlCharacters(said);
      // The tables before it say nothing of what went wrong.
      if (isQuiet && code !== 0) process.stderr.write(said.slice(Math.max(0, said.search(/^.*\bERROR\b/m))));
      resolve({ code, said });
    });
  });
}
