/**
 * Stands in for Cloudflare's API (https://developers.cloudflare.com/api): the addresses that provisioning and the launch
 * check ask, with the shapes of its documentation, over an account that begins empty.
 */
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { DatabaseSync } from "node:sqlite";
import { answerObject, runQueries, type StoredObject } from "./cloudflare-data.ts";

interface Database {
  uuid: string;
  name: string;
  place: string;
}

export interface StandIn {
  base: string;
  databases: Database[];
  buckets: { name: string; jurisdiction: string }[];
  queues: string[];
  secrets: Record<string, string[]>;
  /** Answers of /query by a part of the statement. */
  rows: Record<string, object[]>;
  /** "METHOD path" of every request, in order. */
  requests: string[];
  /** The databases themselves, by id, where a test gives some. */
  opened: Record<string, DatabaseSync>;
  /** Objects by "bucket/key". */
  objects: Map<string, StoredObject>;
  /** Requests from this one on are refused, as by a broken line; null: none is. */
  failsFrom: number | null;
  /** Answers beneath the account that a test adds; undefined: not of this one. */
  answer: (asked: { method: string; path: string; search: string; body: unknown }) => StandInAnswer | undefined;
  close(): Promise<void>;
}

type StandInAnswer = { status: number; body: object };
type Answer = StandInAnswer;

export const ok = (result: unknown): Answer => ({
  status: 200,
  body: { success: true, errors: [], messages: [], result },
});
export const refuse = (status: number, code: number, message: string): Answer => ({
  status,
  body: { success: false, errors: [{ code, message }], messages: [], result: null },
});

export async function openStandIn(accountId: string): Promise<StandIn> {
  const state: Omit<StandIn, "base" | "close"> = {
    databases: [],
    buckets: [],
    queues: [],
    secrets: {},
    rows: {},
    opened: {},
    objects: new Map(),
    requests: [],
    failsFrom: null,
    answer: () => undefined,
  };
  const server = createServer((request, response) => {
    void readBody(request).then((body) => {
      const url = new URL(request.url ?? "/", "http://stand-in");
      state.requests.push(`${request.method} ${url.pathname}`);
      const isBroken = state.failsFrom !== null && state.requests.length > state.failsFrom;
      const object = isBroken ? null : answerObject(state.objects, request, url, body);
      if (object) return void response.writeHead(object.status, object.headers).end(object.body);
      const { status, body: answer } = isBroken
        ? refuse(500, 10000, "Internal error")
        : answerRequest(state, accountId, { request, url, body: parseBody(body) });
      response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(answer));
    });
  });
  const port = await listen(server);
  return Object.assign(state, {
    base: `http://127.0.0.1:${port}`,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  });
}

interface Asked {
  request: IncomingMessage;
  url: URL;
  body: Record<string, string>;
}

function answerRequest(
  state: Omit<StandIn, "base" | "close">,
  accountId: string,
  { request, url, body }: Asked,
): Answer {
  if (request.headers.authorization !== "Bearer token-of-the-test") return refuse(403, 9109, "Invalid access token");
  if (url.pathname === "/accounts") return ok([{ id: accountId, name: "Acme" }]);
  const path = url.pathname.replace(`/accounts/${accountId}`, "");
  const added = state.answer({ method: request.method ?? "GET", path, search: url.search, body });
  if (added) return added;
  const jurisdiction = String(request.headers["cf-r2-jurisdiction"] ?? "default");
  const isMade = request.method === "POST";
  const page = <Entry>(all: readonly Entry[]) => {
    const [number, size] = [Number(url.searchParams.get("page")), Number(url.searchParams.get("per_page"))];
    return ok(all.slice((number - 1) * size, number * size));
  };
  if (path === "/d1/database") {
    if (!isMade) return page(state.databases);
    const { name = "", jurisdiction: place = body["primary_location_hint"] ?? "" } = body;
    if (state.databases.some((database) => database.name === name)) return refuse(400, 7502, "exists already");
    const made = { uuid: crypto.randomUUID(), name, place };
    state.databases.push(made);
    return ok(made);
  }
  if (path === "/r2/buckets") {
    if (!isMade) return ok({ buckets: state.buckets.filter((bucket) => bucket.jurisdiction === jurisdiction) });
    state.buckets.push({ name: body["name"] ?? "", jurisdiction });
    return ok({ name: body["name"] });
  }
  if (path === "/queues") {
    if (!isMade) return page(state.queues.map((name) => ({ queue_name: name })));
    state.queues.push(body["queue_name"] ?? "");
    return ok({ queue_name: body["queue_name"] });
  }
  const worker = /^\/workers\/scripts\/([\w-]+)\/secrets$/.exec(path)?.[1];
  if (worker !== undefined) {
    const secrets = state.secrets[worker];
    if (!secrets) return refuse(404, 10007, "This Worker does not exist on your account.");
    return ok(secrets.map((name) => ({ name, type: "secret_text" })));
  }
  const database = state.opened[/^\/d1\/database\/([\w-]+)\/query$/.exec(path)?.[1] ?? ""];
  if (database) {
    try {
      return ok(runQueries(database, body));
    } catch (error) {
      return refuse(400, 7500, (error as Error).message);
    }
  }
  if (path.endsWith("/query")) {
    const found = Object.entries(state.rows).find(([part]) => body["sql"]?.includes(part));
    return ok([{ success: true, results: found?.[1] ?? [] }]);
  }
  if (path === "/email/routing/addresses")
    return ok([
      { email: "sales@acme.co", verified: "2026-01-01T00:00:00Z" },
      { email: "new@acme.co", verified: null },
    ]);
  if (path === "/email/sending/send")
    return body["from"]?.endsWith("@acme.co")
      ? ok({ delivered: [], queued: [body["to"]], permanent_bounces: [] })
      : refuse(403, 10203, "The sender is not verified");
  if (path === "/email/sending/zones")
    return ok([
      { name: "acme.co", enabled: true },
      { name: "old.co", enabled: false },
    ]);
  return refuse(404, 7003, `Could not route to ${url.pathname}`);
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

function parseBody(bytes: Buffer): Record<string, string> {
  return bytes.length === 0 ? {} : (JSON.parse(bytes.toString()) as Record<string, string>);
}

function listen(server: Server): Promise<number> {
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => resolve((server.address() as AddressInfo).port));
  });
}
