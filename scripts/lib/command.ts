import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";

/** The repository's folder. */
export const root = join(import.meta.dirname, "../..");

interface Options {
  env?: Record<string, string>;
  /** Print the output only when the command fails. */
  quiet?: boolean;
  /** Print the output once this is settled, and from then on as it comes. */
  printAfter?: Promise<unknown>;
}

/** Runs a program of node_modules/.bin (or PATH) and resolves with its exit code. */
export function runCommand(program: string, args: readonly string[], options: Options = {}): Promise<number> {
  const { quiet = false, printAfter } = options;
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd: root,
      env: { ...process.env, ...options.env },
      stdio: quiet || printAfter ? ["ignore", "pipe", "pipe"] : ["ignore", "inherit", "inherit"],
      shell: process.platform === "win32",
    });
    let held: Buffer[] | null = [];
    const take = (chunk: Buffer) => void (held ? held.push(chunk) : process.stdout.write(chunk));
    child.stdout?.on("data", take);
    child.stderr?.on("data", take);
    void printAfter?.finally(() => {
      process.stdout.write(Buffer.concat(held ?? []));
      held = null;
    });
    child.on("error", reject);
    child.on("close", (code) => {
      // Start on a new line: a step may have printed its name without a line break.
      if (code !== 0 && quiet) process.stderr.write(Buffer.concat([Buffer.from("\n"), ...(held ?? [])]));
      resolve(code ?? 1);
    });
  });
}

/** Runs a command. When it fails, ends this process with its exit code. */
export async function runOrExit(program: string, args: readonly string[], options: Options = {}): Promise<void> {
  const code = await runCommand(program, args, options);
  if (code === 0) return;
  console.error(`\n${program} ${args.join(" ")} failed (exit code ${code}).`);
  process.exit(code);
}

/** Prints a message that says what to do, and ends this process with code 1. */
export function exitWithError(message: string): never {
  console.error(message);
  process.exit(1);
}

/** Ends `child`, which was started detached, and everything it started. */
export function killGroup(child: ChildProcess): void {
  if (child.exitCode !== null || child.pid === undefined) return;
  try {
    process.kill(-child.pid, "SIGTERM");
  } catch {
    child.kill("SIGTERM");
  }
}
