import { createHash } from "node:crypto";
import { rmSync } from "node:fs";
import { connect, createServer } from "node:net";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { exitWithError, root } from "./command.ts";

/**
 * Makes this process the only one that runs `task` in this folder: a second one would empty the build and the database
 * that the first uses. If another process holds the claim, ends this process with a message that includes `where`, such
 * as the address of the site. The claim is a local socket, because the system closes it however the process ends, and
 * it can answer.
 */
export async function claimTask(task: string, where?: string): Promise<void> {
  const file = getSocketPath(task);
  // Twice: the first attempt may find the socket of a process that was killed.
  for (let attempt = 1; ; attempt += 1) {
    if (await listenOn(file, where ?? "")) return;
    const holder = await askHolder(file);
    if (holder !== undefined || attempt === 2) {
      const at = holder ? ` at ${holder}` : "";
      exitWithError(
        `\`npm ${formatCommand(task)}\` already runs in this folder${at}. Stop it first, with Ctrl+C there.`,
      );
    }
    rmSync(file, { force: true });
  }
}

function formatCommand(task: string): string {
  return task === "start" || task === "test" ? task : `run ${task}`;
}

/** In the folder for temporary files: a socket's path may have 100 letters at most. */
function getSocketPath(task: string): string {
  const name = `site-${createHash("sha256").update(`${root} ${userInfo().username}`).digest("hex").slice(0, 12)}-${task}`;
  return process.platform === "win32" ? `\\\\.\\pipe\\${name}` : join(tmpdir(), `${name}.sock`);
}

function listenOn(file: string, answer: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    // The asking process may have ended before the answer is sent.
    const server = createServer((socket) => socket.on("error", () => {}).end(answer));
    server.once("error", (error: NodeJS.ErrnoException) =>
      error.code === "EADDRINUSE" ? resolve(false) : reject(error),
    );
    server.listen(file, () => {
      server.unref();
      process.once("exit", () => server.close());
      resolve(true);
    });
  });
}

/** The holder's answer, or undefined when it is gone. */
function askHolder(file: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    let answer = "";
    connect(file)
      .setEncoding("utf8")
      .on("data", (text) => (answer += text))
      .on("end", () => resolve(answer))
      .on("error", () => resolve(undefined));
  });
}
