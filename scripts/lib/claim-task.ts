import { createHash } from "node:crypto";
import { rmSync } from "node:fs";
import { connect, createServer } from "node:net";
import { tmpdir, userInfo } from "node:os";
import { join, relative, resolve } from "node:path";
import { exitWithError, root } from "./command.ts";

/**
 * Makes this process the only one that runs `task` in this folder: a second one would empty the build and the database
 * that the first uses. If another process holds the claim, ends this process with a message that includes `where`, such
 * as the address of the site.
 */
export async function claimTask(task: string, where = ""): Promise<void> {
  const holder = await claim(task, where);
  if (holder === null) return;
  const at = holder ? ` at ${holder}` : "";
  exitWithError(`\`npm ${formatCommand(task)}\` already runs in this folder${at}. Stop it first, with Ctrl+C there.`);
}

/**
 * Makes this process the only one that writes to the embedded database in the folder `state`. If another one uses it, ends this process
 * with a message that names that one as it has named itself in `by`.
 */
export async function claimDatabase(state: string, { by }: { by: string }): Promise<void> {
  const path = relative(root, resolve(root, state));
  const holder = await claim(createHash("sha256").update(path).digest("hex").slice(0, 12), by);
  if (holder !== null) exitWithError(`${holder} uses the database in ${path}. Stop it first, with Ctrl+C there.`);
}

function formatCommand(task: string): string {
  return task === "start" || task === "test" ? task : `run ${task}`;
}

/**
 * Null when this process holds the claim from now on, or else the answer of the one that does. A claim is a local socket, because the
 * system closes it however the process ends, and it can answer.
 */
async function claim(name: string, answer: string): Promise<string | null> {
  const file = getSocketPath(name);
  // Twice: the first attempt may find the socket of a process that was killed.
  for (let attempt = 1; ; attempt += 1) {
    if (await listenOn(file, answer)) return null;
    const holder = await askHolder(file);
    if (holder !== undefined || attempt === 2) return holder ?? "";
    rmSync(file, { force: true });
  }
}

/** In the folder for temporary files: a socket's path may have 100 letters at most. */
function getSocketPath(claimed: string): string {
  const name = `site-${createHash("sha256").update(`${root} ${userInfo().username}`).digest("hex").slice(0, 12)}-${claimed}`;
  return process.platform === "win32" ? `\\\\.\\pipe\\${name}` : join(tmpdir(), `${name}.sock`);
}

function listenOn(file: string, answer: string): Promise<boolean> {
  return new Promise((settle, reject) => {
    // The asking process may have ended before the answer is sent.
    const server = createServer((socket) => socket.on("error", () => {}).end(answer));
    server.once("error", (error: NodeJS.ErrnoException) =>
      error.code === "EADDRINUSE" ? settle(false) : reject(error),
    );
    server.listen(file, () => {
      server.unref();
      process.once("exit", () => server.close());
      settle(true);
    });
  });
}

/** The holder's answer, or undefined when it is gone. */
function askHolder(file: string): Promise<string | undefined> {
  return new Promise((settle) => {
    let answer = "";
    connect(file)
      .setEncoding("utf8")
      .on("data", (text) => (answer += text))
      .on("end", () => settle(answer))
      .on("error", () => settle(undefined));
  });
}
