import { execFile, execFileSync } from "node:child_process";
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
    /** Runs one of the repository's own npm commands; what a failed one said is printed. */
    run(...args: string[]): Promise<{ status: number }> {
      return new Promise((resolve) => {
        execFile("npm", args, { cwd: folder, maxBuffer: 2 ** 26 }, (error, stdout, stderr) => {
          // A failed matcher would show the status alone.
          if (error) console.error(`npm ${args.join(" ")} in the copy:\n${(stdout + stderr).slice(-20_000)}`);
          resolve({ status: error ? 1 : 0 });
        });
      });
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
