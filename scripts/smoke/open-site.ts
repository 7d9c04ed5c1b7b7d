import { connect } from "node:tls";
import type { Site } from "./types.ts";

const longestWait = 15_000;

/** The site at `origin`, asked over the network. */
export function openSite(origin: string): Site {
  return {
    origin,
    async ask(address, init = {}) {
      const url = new URL(address, origin);
      const headers = { "User-Agent": "smoke-test", ...init.headers };
      const signal = AbortSignal.timeout(longestWait);
      const response = await fetch(url, { ...init, headers, redirect: "manual", signal });
      return { status: response.status, headers: response.headers, body: await response.text() };
    },
    readCertificate: () => (origin.startsWith("https:") ? readCertificate(new URL(origin)) : Promise.resolve(null)),
  };
}

/** Node itself refuses a certificate that nobody vouches for, or that is for another host. */
function readCertificate({ hostname, port }: URL): Promise<{ validUntil: number }> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, servername: hostname, port: Number(port || 443), timeout: longestWait });
    socket.once("secureConnect", () => {
      resolve({ validUntil: Date.parse(socket.getPeerCertificate().valid_to) });
      socket.end();
    });
    socket.once("timeout", () => socket.destroy(new Error("The host does not answer on its port for TLS.")));
    socket.once("error", reject);
  });
}
