/** The scanner of documents, asked over a real connection. */
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { scanFile } from "#worker/hiring/applications/text/scan.ts";

/** Runs `use` with the address of a server that answers with `listener`. */
async function withServer<Result>(listener: RequestListener, use: (url: string) => Promise<Result>): Promise<Result> {
  const server = createServer(listener).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  try {
    return await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}/scan`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

const ask = (url: string, secret = "") =>
  scanFile(new TextEncoder().encode("the file"), { DOCUMENT_SCAN_URL: url, DOCUMENT_SCAN_SECRET: secret });

test("a scanner gets the bytes and the secret, and no name; its answer is taken as agreed", async () => {
  const seen: unknown[] = [];
  const answer = await withServer(
    async (request, response) => {
      const parts: Buffer[] = [];
      for await (const part of request) parts.push(part as Buffer);
      seen.push(request.method, request.headers.authorization, Buffer.concat(parts).toString());
      response.end(JSON.stringify({ status: "infected", found: "Eicar", more: 1 }));
    },
    (url) => ask(url, "secret"),
  );
  expect(answer).toEqual({ status: "infected", found: "Eicar" });
  expect(seen).toEqual(["POST", "Bearer secret", "the file"]);
  const clean = await withServer((_request, response) => response.end(`{"status":"clean"}`), ask);
  expect(clean).toEqual({ status: "clean", found: "" });
});

test("any other answer is none: errors, redirects, other words, too much, or http elsewhere", async () => {
  const listeners: Record<string, RequestListener> = {
    "answered 500": (_request, response) => response.writeHead(500).end(`{"status":"clean"}`),
    "answered 302": (_request, response) => response.writeHead(302, { Location: "/other" }).end(),
    "not as agreed": (_request, response) => response.end("OK"),
    "as agreed": (_request, response) => response.end(`{"status":"fine"}`),
    "too long": (_request, response) => response.end(`{"status":"clean","x":"${"x".repeat(20_000)}"}`),
    failed: (request) => request.socket.destroy(),
  };
  for (const [message, listener] of Object.entries(listeners))
    await expect(withServer(listener, ask), message).rejects.toThrow(message);
  await expect(ask("http://scanner.example/")).rejects.toThrow("not https");
  await expect(ask("")).rejects.toThrow();
});
