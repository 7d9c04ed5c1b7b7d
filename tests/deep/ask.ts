import { randomInt } from "node:crypto";
import { Agent, type IncomingHttpHeaders, request } from "node:http";
import { brotliDecompressSync, gunzipSync } from "node:zlib";

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  /** Not compressed. */
  body: Buffer;
}

export interface Asking {
  /** The name that is asked for. */
  host: string;
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}

const agent = new Agent({ keepAlive: true });
const decoders: Record<string, (body: Buffer) => Buffer> = { gzip: gunzipSync, br: brotliDecompressSync };

/** Asks what listens on `port` of this machine; no redirect is followed. */
export function ask(port: number, path: string, { host, method = "GET", headers = {}, body }: Asking): Promise<Answer> {
  const own = {
    Host: host,
    // Limits count by address.
    "CF-Connecting-IP": `10.${randomInt(255)}.${randomInt(255)}.${randomInt(1, 255)}`,
    "Sec-Fetch-Site": "same-origin",
  };
  return new Promise((resolve, reject) => {
    const sent = request(
      { host: "127.0.0.1", port, path, method, agent, headers: { ...own, ...headers } },
      (answer) => {
        const chunks: Buffer[] = [];
        answer.on("data", (chunk: Buffer) => chunks.push(chunk));
        answer.on("error", reject);
        answer.on("end", () => {
          const raw = Buffer.concat(chunks);
          const decode = decoders[answer.headers["content-encoding"] ?? ""];
          resolve({
            status: answer.statusCode ?? 0,
            headers: answer.headers,
            body: decode && raw.length > 0 ? decode(raw) : raw,
          });
        });
      },
    );
    sent.on("error", reject);
    sent.end(body);
  });
}
