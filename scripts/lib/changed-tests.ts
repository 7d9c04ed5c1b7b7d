/** Which tests a change reaches. */
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { exitWithError, root } from "./command.ts";

/** The lines that `program` writes; ends this process with what it says where it fails. */
function readLines(program: string, words: readonly string[], env: Record<string, string> = {}): string[] {
  try {
    const text = execFileSync(program, words, {
      cwd: root,
      encoding: "utf8",
      env: { ...process.env, ...env },
      stdio: "pipe",
    });
    return text.split("\n").filter(Boolean);
  } catch (error) {
    const { stdout, stderr } = error as { stdout?: string; stderr?: string };
    return exitWithError(`${program} does not say what has changed.\n${stderr || stdout || String(error)}`);
  }
}

/** The merge base of the branch `from` and what is checked out. */
export function findMergeBase(from: string): string {
  return readLines("git", ["merge-base", from, "HEAD"])[0] ?? "HEAD";
}

/** Files that are not as in the commit `since`, new ones among them. */
export function listChangedFiles(since: string): string[] {
  const unknown = readLines("git", ["ls-files", "--others", "--exclude-standard"]);
  return [...readLines("git", ["diff", "--name-only", since]), ...unknown];
}

/**
 * Folders of `tests` that have the name of a folder of one of `files`: who changes worker/hiring/ or app/staff/hiring/ gets
 * tests/worker/hiring/. Many of them run the built Worker, into which no graph of imports leads.
 */
export function listTestFolders(files: readonly string[], tests: string): string[] {
  const names = new Set(files.flatMap((file) => file.split("/").slice(0, -1)));
  return [...names].map((name) => `${tests}/${name}/`).filter((folder) => existsSync(join(root, folder)));
}

/** Files of browser tests that import what has changed since the commit `since`. */
export function listChangedBrowserTests(since: string): string[] {
  const words = ["test", "--list", `--only-changed=${since}`, "--pass-with-no-tests", "--reporter=list"];
  const lines = readLines("playwright", words, { BASE_URL: "http://localhost", BROWSER_PATH: "none" });
  return [...new Set(lines.flatMap((line) => /^\s+(\S+\.spec\.ts):\d+/.exec(line)?.[1] ?? []))];
}
