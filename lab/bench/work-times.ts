import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runOrExit, root } from "../../scripts/lib/command.ts";

/** Seconds that `work` takes. */
export async function timeWork(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return (performance.now() - started) / 1000;
}

/** How long a fresh install and `npm test` take: minutes, so the bench measures them only when it is asked. */
export async function measureWork(): Promise<Record<string, number>> {
  const folder = mkdtempSync(join(tmpdir(), "site-install-"));
  for (const name of ["package.json", "package-lock.json", ".npmrc"]) cpSync(join(root, name), join(folder, name));
  const install = await timeWork(() => runOrExit("npm", ["install", "--no-save", "--prefix", folder], { quiet: true }));
  rmSync(folder, { recursive: true, force: true });
  const test = await timeWork(() => runOrExit("npm", ["test"], { quiet: true }));
  return { install, test };
}
