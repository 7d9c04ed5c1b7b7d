/** The owner of the account, in a copy of the repository: types commands, and commits. */
import { execFile, execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { root } from "../../../scripts/lib/command.ts";
import { certificate } from "../../mail/certificate.ts";
import { copyRepository } from "../copy-of-repository.ts";

export function openOwner(env: Record<string, string>) {
  const { folder, remove } = copyRepository();
  const authority = join(folder, "node_modules/../.git/authority.pem");
  writeFileSync(authority, certificate);
  const own = {
    ...process.env,
    ...env,
    NODE_EXTRA_CA_CERTS: authority,
    NODE_OPTIONS: `--import ${join(root, "tests/deep/cloudflare/hosts.ts")} --disable-warning=ExperimentalWarning`,
    // What wrangler writes about itself.
    XDG_CONFIG_HOME: join(tmpdir(), "wrangler-of-tests"),
    GITHUB_HEAD_REF: "",
    GITHUB_REF_NAME: "",
  };
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=Owner", "-c", "user.email=owner@acme.co", ...args], {
      cwd: folder,
      encoding: "utf8",
    }).trim();
  git("add", "-A");
  git("commit", "--quiet", "-m", "As it came");
  const at = (path: string) => join(folder, path);

  return {
    git,
    remove,
    read: (path: string) => readFileSync(at(path), "utf8"),
    write: (path: string, text: string) => writeFileSync(at(path), text),
    /** Runs `npm` with these words; what it prints, without colours, and how it ends. */
    type(command: string): Promise<{ status: number; said: string }> {
      return new Promise((resolve) => {
        const [, ...args] = command.split(" ");
        execFile("npm", args, { cwd: folder, env: own, maxBuffer: 2 ** 26 }, (error, stdout, stderr) =>
          resolve({ status: error ? 1 : 0, said: stripVTControlCharacters(`${stdout}\n${stderr}`) }),
        );
      });
    },
    /** Commits what has changed, and notes that `npm test -- all` has passed it: that takes half an hour, and is not what this is about. */
    commit(message: string): string {
      git("add", "-A");
      git("commit", "--quiet", "--allow-empty", "-m", message);
      const note = 'import("./scripts/launch/tested-commit.ts").then((it) => it.writeTested({ passed: 1, failed: 0 }))';
      execFileSync(process.execPath, ["--disable-warning=ExperimentalWarning", "-e", note], { cwd: folder });
      return git("rev-parse", "--short", "HEAD");
    },
  };
}
