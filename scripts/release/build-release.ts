import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { claimTask } from "../lib/claim-task.ts";
import { root } from "../lib/command.ts";
import { buildSite } from "../lib/local-site.ts";
import { readCommit } from "../launch/tested-commit.ts";

/** Where a build that is uploaded lies. */
export const releaseBuild = "build/site";

/** In the folder that each build empties first: it is there only when the build came to its end, and is the last one. */
const note = join(root, releaseBuild, "server/built-of.json");

/**
 * Builds the site for `env`, unless the last build here was of the same commit and environment: a deployment that has failed is
 * repeated without building again. What is not committed is always built.
 */
export async function buildRelease(env?: string): Promise<void> {
  await claimTask("build");
  const { id, isDirty } = readCommit();
  const wanted = JSON.stringify({ commit: id, env: env ?? "" });
  if (!isDirty && readNote() === wanted) return;
  await buildSite(releaseBuild, env);
  if (!isDirty) writeFileSync(note, wanted);
}

function readNote(): string {
  try {
    return readFileSync(note, "utf8");
  } catch {
    return "";
  }
}
