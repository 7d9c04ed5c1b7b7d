import { connect, createServer } from "node:net";
import { exitWithError } from "./command.ts";

/** A port of this machine that nothing listens on. */
export function findFreePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });
}

/** The port that PORT asks for, or `usual`. Ends this process with a message when it is not a port. */
export function readPort(usual: number, command: string): number {
  const given = process.env.PORT;
  if (!given) return usual;
  const port = Number(given);
  if (/^\d+$/.test(given) && port >= 1 && port <= 65_535) return port;
  exitWithError(`PORT is "${given}", which is not a port. Give a number from 1 to 65535: \`PORT=9000 ${command}\`.`);
}

/** Ends this process with a message when something listens on the port, or when this user may not open it. */
export async function requireFreePort(port: number, command: string): Promise<void> {
  const hosts = ["127.0.0.1", "::1"];
  const other = port === 9000 ? 9001 : 9000;
  const advice = `Use another: \`PORT=${other} ${command}\`.`;
  // Connects as well as listens: some systems let two programs open one port on different addresses.
  const answers = await Promise.all(hosts.map((host) => isAnswered(port, host)));
  const errors = await Promise.all(hosts.map((host) => tryToOpen(port, host)));
  if (answers.includes(true) || errors.includes("EADDRINUSE")) {
    exitWithError(`Port ${port} is taken by another program. ${advice}`);
  }
  if (errors.includes("EACCES")) exitWithError(`Port ${port} may not be opened by this user. ${advice}`);
}

function isAnswered(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host })
      .once("connect", () => {
        socket.destroy();
        resolve(true);
      })
      .once("error", () => resolve(false));
  });
}

/** The code of the error, if there is one; an address that this machine does not have gives EADDRNOTAVAIL. */
function tryToOpen(port: number, host: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    const probe = createServer()
      .once("error", (error: NodeJS.ErrnoException) => resolve(error.code))
      .listen(port, host, () => probe.close(() => resolve(undefined)));
  });
}
