import { createServer, type Server, type Socket } from "node:net";
import { createServer as createHttpServer } from "node:http";
import type { AddressInfo } from "node:net";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import { certificate, certificateKey } from "./certificate.ts";

export interface TakenMail {
  raw: string;
  from: string;
  to: string[];
  isSecure: boolean;
  user: string;
}

export const password = "pä55-wörd of the test";

/** A real mail server on this machine, which takes what its hooks in `options` do not refuse. */
export async function openMailServer(options: SMTPServerOptions = {}) {
  const mails: TakenMail[] = [];
  const server = new SMTPServer({
    key: certificateKey,
    cert: certificate,
    authMethods: ["PLAIN", "LOGIN"],
    authOptional: true,
    disableReverseLookup: true,
    closeTimeout: 100,
    logger: false,
    onAuth({ username, password: given }, _session, done) {
      if (username === "site" && given === password) done(null, { user: username });
      // Some servers repeat what they were given.
      else done(Object.assign(new Error(`Wrong: ${username} ${given}`), { responseCode: 535 }));
    },
    onData(stream, session, done) {
      const parts: Buffer[] = [];
      stream.on("data", (part: Buffer) => parts.push(part));
      stream.on("end", () => {
        const { mailFrom, rcptTo } = session.envelope;
        mails.push({
          raw: Buffer.concat(parts).toString(),
          from: mailFrom ? mailFrom.address : "",
          to: rcptTo.map(({ address }) => address),
          isSecure: session.secure,
          user: String(session.user ?? ""),
        });
        done(null);
      });
    },
    ...options,
  });
  server.on("error", () => {});
  await new Promise<void>((resolve) => server.listen(0, () => resolve()));
  return {
    mails,
    port: (server.server.address() as AddressInfo).port,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

/** A server that talks as `talk` does, for what a real one cannot be made to do. */
export async function openRawServer(talk: (socket: Socket) => void) {
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {}).on("close", () => sockets.delete(socket));
    talk(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, () => resolve()));
  const close = () =>
    new Promise<void>((resolve) => {
      for (const socket of sockets) socket.destroy();
      server.close(() => resolve());
    });
  return { port: (server.address() as AddressInfo).port, close };
}

/** Answers each command of a client by `answers`, and what comes after DATA by `onMail`. */
export function answerCommands(onMail: (socket: Socket, text: string) => void, offers = "250 SIZE 100000") {
  return (socket: Socket) => {
    let isData = false;
    let text = "";
    socket.write("220 raw\r\n");
    socket.on("data", (part) => {
      text += part.toString();
      if (isData) return onMail(socket, text);
      const command = text.trim();
      text = "";
      if (command.startsWith("EHLO")) socket.write(`250-raw\r\n${offers}\r\n`);
      else if (command === "DATA") {
        isData = true;
        socket.write("354 go on\r\n");
      } else socket.write("250 yes\r\n");
    });
  };
}

interface TakenRequest {
  url: string;
  headers: Record<string, string | string[] | undefined>;
  body: Record<string, unknown>;
}

/** Stands in for the API of a service for mail: gives `answers` one after the other, and 200 after them; null cuts the line. */
export async function openApi(answers: ({ status: number; body?: object; headers?: Record<string, string> } | null)[]) {
  const requests: TakenRequest[] = [];
  const server = createHttpServer((request, response) => {
    let text = "";
    request.on("data", (part) => (text += part));
    request.on("end", () => {
      requests.push({ url: request.url ?? "", headers: request.headers, body: JSON.parse(text) });
      const answer = answers.length > 0 ? answers.shift() : { status: 200, body: { id: "1" } };
      if (!answer) return void request.socket.destroy();
      response.writeHead(answer.status, answer.headers).end(JSON.stringify(answer.body ?? {}));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()));
  return { requests, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/send`, close };
}
