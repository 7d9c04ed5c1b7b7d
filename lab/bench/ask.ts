import { Agent, request } from "node:http";
import { origin, type Side } from "./workerd.ts";

/** One request of a route. */
export interface Ask {
  method?: "GET" | "POST";
  path: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array;
}

export interface Answer {
  status: number;
  headers: Record<string, string | string[]>;
  body: Buffer;
}

/** One connection to each side, held open: what is measured is the answer, not how a connection is made. */
const agent = new Agent({ keepAlive: true, maxSockets: 1 });

/** Asks `side` once, over its one connection or those of `through`. One that was closed while it was idle is opened again. */
export async function ask(side: Pick<Side, "port">, asked: Ask, through = agent): Promise<Answer> {
  try {
    return await askOnce(side, asked, through);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ECONNRESET") throw error;
    return askOnce(side, asked, through);
  }
}

function askOnce(
  side: Pick<Side, "port">,
  { method = "GET", path, headers, body }: Ask,
  through: Agent,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const options = { host: "127.0.0.1", port: side.port, agent: through, method, path };
    const own = { Host: new URL(origin).host, ...headers, ...(body && { "Content-Length": Buffer.byteLength(body) }) };
    const sent = request({ ...options, headers: own }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on("data", (chunk: Buffer) => chunks.push(chunk));
      answer.on("error", reject);
      answer.on("end", () =>
        resolve({
          status: answer.statusCode ?? 0,
          headers: answer.headers as Answer["headers"],
          body: Buffer.concat(chunks),
        }),
      );
    });
    sent.on("error", reject);
    sent.end(body);
  });
}
