/** What stands before the Workers: TLS for their hosts, and HTTP beside it. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer as createSecureServer } from "node:https";
import type { AddressInfo } from "node:net";
import { certificate, certificateKey } from "../../mail/certificate.ts";
import type { openRuntime } from "./runtime.ts";

/** `isBlocked`: addresses that a rule of the zone keeps from everybody. */
export async function openEdge(runtime: ReturnType<typeof openRuntime>, isBlocked: (path: string) => boolean) {
  async function answer(protocol: "http" | "https", request: IncomingMessage, response: ServerResponse): Promise<void> {
    const host = request.headers.host ?? "";
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { method = "GET", url = "/", headers } = request;
    if (isBlocked(url)) return void response.writeHead(403).end("error code: 1020");
    const sent = Object.entries({ ...headers, "cf-connecting-ip": "203.0.113.7" }).flatMap(([name, value]) =>
      value === undefined || ["host", "connection", "content-length", "expect"].includes(name)
        ? []
        : [[name, String(value)] as [string, string]],
    );
    const body = ["GET", "HEAD"].includes(method) ? null : Buffer.concat(chunks);
    const said = await runtime.ask(new URL(url, `${protocol}://${host}`), { method, headers: sent, body });
    const shown = Object.fromEntries(
      [...said.headers].filter(([name]) => name !== "content-encoding" && name !== "transfer-encoding"),
    );
    response.writeHead(said.status, { ...shown, "set-cookie": said.headers.getSetCookie() });
    response.end(Buffer.from(await said.arrayBuffer()));
  }
  const handle = (protocol: "http" | "https") => (request: IncomingMessage, response: ServerResponse) =>
    void answer(protocol, request, response).catch((error: Error) => response.writeHead(502).end(error.message));
  const secure = createSecureServer({ cert: certificate, key: certificateKey }, handle("https"));
  const plain = createServer(handle("http"));
  for (const server of [secure, plain]) await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const readPort = (server: typeof plain | typeof secure) => (server.address() as AddressInfo).port;
  return {
    /** For hosts.ts: where the ports 443 and 80 of all hosts of the account are. */
    ports: `${readPort(secure)}:${readPort(plain)}`,
    close() {
      for (const server of [secure, plain]) {
        server.closeAllConnections();
        server.close();
      }
    },
  };
}
