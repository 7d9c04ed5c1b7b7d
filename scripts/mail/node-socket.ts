import { connect, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import type { SmtpSocket } from "../../worker/email/transports/smtp-lines.ts";
import type { OpenSocket } from "../../worker/email/transports/smtp.ts";

/** What `connect` of cloudflare:sockets does, for a test mail that this machine sends. */
export const openNodeSocket: OpenSocket = ({ hostname, port }, { secureTransport }) =>
  secureTransport === "on"
    ? wrap(connectTls({ host: hostname, port, servername: hostname }), "secureConnect", hostname)
    : wrap(connect({ host: hostname, port }), "connect", hostname);

function wrap(socket: Socket, ready: "connect" | "secureConnect", hostname: string): SmtpSocket {
  const opened = new Promise<void>((resolve, reject) => void socket.once(ready, resolve).once("error", reject));
  // It rejects for whoever waits for it; nobody may be waiting.
  opened.catch(() => {});
  const readable = new ReadableStream<Uint8Array>({
    start(controller) {
      socket.on("data", (part: Buffer) => controller.enqueue(new Uint8Array(part)));
      socket.once("end", () => controller.close()).once("error", (error) => controller.error(error));
    },
  });
  const writable = new WritableStream<Uint8Array>({
    write: (part) =>
      new Promise((resolve, reject) => void socket.write(part, (error) => (error ? reject(error) : resolve()))),
  });
  return {
    opened,
    readable,
    writable,
    startTls() {
      socket.removeAllListeners("data").removeAllListeners("end");
      return wrap(connectTls({ socket, servername: hostname }), "secureConnect", hostname);
    },
    close: async () => void socket.destroy(),
  };
}
