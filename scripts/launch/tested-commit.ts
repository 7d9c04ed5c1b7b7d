import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { root } from "../lib/command.ts";
import type { TestedCommit } from "./types.ts";

/** What the last run of `npm test -- all` in this folder was of, and how it ended. */
const file = join(root, "build/tested.json");

/** Null where none has run. */
export function readTested(): TestedCommit | null {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as TestedCommit;
  } catch {
    return null;
  }
}

export function writeTested(counts: Pick<TestedCommit, "passed" | "failed">): void {
  const { id, isDirty } = readCommit();
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify({ commit: id, isDirty, ...counts } satisfies TestedCommit)}\n`);
}

/** The first line of the commit's message; "" where it is no repository. */
export function readSubject(): string {
  try {
    return git("log", "-1", "--format=%s");
  } catch {
    return "";
  }
}

/** The commit of this folder; its id is "" where it is no repository, which then counts as changed. */
export function readCommit(): { id: string; isDirty: boolean } {
  try {
    return { id: git("rev-parse", "HEAD"), isDirty: git("status", "--porcelain") !== "" };
  } catch {
    return { id: "", isDirty: true };
  }
}

function git(...args: string[]): string {
  return execFileSync("git", args, { cwd: root, encoding: "utf8", stdio: "pipe" }).trim();
}
