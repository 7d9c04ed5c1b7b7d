import { execFileSync } from "node:child_process";

/** The commit that is checked out, as `git rev-parse --short HEAD` writes it; "dev" where there is no git. */
export function readCommit(): string {
  try {
    return execFileSync("git", ["rev-parse", "--short", "HEAD"], {
      cwd: import.meta.dirname,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    }).trim();
  } catch {
    return "dev";
  }
}
