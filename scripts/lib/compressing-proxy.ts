import { Agent, createServer, type IncomingMessage, request, type Server, type ServerResponse } from "node:http";
import { pipeline } from "node:stream";
import { constants, createBrotliCompress, createGzip } from "node:zlib";

const compressible = /^(text\/|image\/svg|application\/(javascript|json|manifest\+json|xml))/;

/**
 * A proxy in front of the local server that compresses like Cloudflare. The local server does not compress, so
 * measurements of it would be wrong.
 */
export function startCompressingProxy(port: number, target: { hostname: string; port: number }): Promise<Server> {
  const agent = new Agent({ keepAlive: true });
  const proxy = createServer((incoming, outgoing) => {
    const { method, url: path, headers } = incoming;
    const onward = { ...target, agent, method, path, headers: { ...headers, "accept-encoding": "identity" } };
    const upstream = request(onward, (answer) => passOn(incoming, answer, outgoing));
    upstream.on("error", () => outgoing.headersSent || outgoing.writeHead(502).end());
    incoming.pipe(upstream);
  });
  return new Promise((resolve) => {
    proxy.listen(port, "localhost", () => resolve(proxy));
  });
}

function passOn(incoming: IncomingMessage, answer: IncomingMessage, outgoing: ServerResponse): void {
  // A browser that leaves a page closes the connection early.
  if (outgoing.destroyed) return void answer.destroy();
  const status = answer.statusCode ?? 502;
  const headers = { ...answer.headers };
  const hasBody = incoming.method !== "HEAD" && status !== 204 && status !== 304;
  const compressor =
    hasBody && compressible.test(headers["content-type"] ?? "")
      ? chooseCompressor(String(incoming.headers["accept-encoding"] ?? ""))
      : undefined;
  if (!compressor) {
    outgoing.writeHead(status, headers);
    pipeline(answer, outgoing, ignoreHangUp);
    return;
  }
  delete headers["content-length"];
  outgoing.writeHead(status, { ...headers, "content-encoding": compressor.name, vary: "Accept-Encoding" });
  pipeline(answer, compressor.stream, outgoing, ignoreHangUp);
}

/** Brotli at the level that a server can afford on the fly, else gzip. */
function chooseCompressor(accepted: string) {
  if (/\bbr\b/.test(accepted))
    return { name: "br", stream: createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }) };
  if (/\bgzip\b/.test(accepted)) return { name: "gzip", stream: createGzip({ level: 6 }) };
  return undefined;
}

function ignoreHangUp(): void {}
