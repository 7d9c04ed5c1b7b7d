import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "../../scripts/lib/command.ts";

/** A copy of the repository as it stands, with its packages, in a folder that `remove` takes away again. */
export function copyRepository() {
  const folder = mkdtempSync(join(tmpdir(), "site-copy-"));
  const listed = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", "--deduplicate"], {
    cwd: root,
    encoding: "utf8",
  });
  const files = listed.trim().split("\n");
  for (const file of files.filter((one) => existsSync(join(root, one))))
    cpSync(join(root, file), join(folder, file), { recursive: true });
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"), "dir");
  // The tools leave out what .gitignore names, which counts in a repository alone.
  execFileSync("git", ["init", "--quiet"], { cwd: folder });
  return {
    folder,
    /** Runs one of the repository's own npm commands; the output is that of both streams. */
    run(...args: string[]) {
      const { status, stdout, stderr } = spawnSync("npm", args, { cwd: folder, encoding: "utf8", maxBuffer: 2 ** 26 });
      // A failed matcher would show the status alone.
      if (status !== 0) console.error(`npm ${args.join(" ")} in the copy:\n${(stdout + stderr).slice(-20_000)}`);
      return { status };
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
