/**
 * Stands in for Cloudflare's API (https://developers.cloudflare.com/api): the addresses that provisioning and the launch
 * check ask, with the shapes of its documentation, over an account that begins empty.
 */
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { DatabaseSync } from "node:sqlite";
import { type DeployedWorkers, findWorkers } from "./cloudflare-workers.ts";
import { answerObject, runQueries, type StoredObject } from "./cloudflare-data.ts";

interface Database {
  uuid: string;
  name: string;
  place: string;
}

export interface StandIn {
  base: string;
  databases: Database[];
  buckets: { name: string; jurisdiction: string; location?: string | undefined }[];
  queues: string[];
  /** Names of its domains. */
  zones: string[];
  secrets: Record<string, string[]>;
  /** What is deployed, where a test gives some. */
  workers: DeployedWorkers;
  /** Answers of /query by a part of the statement. */
  rows: Record<string, object[]>;
  /** "METHOD path" of every request, in order. */
  requests: string[];
  /** Those of them that nothing here answers. */
  unknown: string[];
  /** Bearer tokens that it takes. */
  tokens: Set<string>;
  /** The databases themselves, by id, where a test gives some. */
  opened: Record<string, DatabaseSync>;
  /** Objects by "bucket/key". */
  objects: Map<string, StoredObject>;
  /** Requests from this one on are refused, as by a broken line; null: none is. */
  failsFrom: number | null;
  /** Answers that a test adds; undefined: not of this one. The path is that beneath the account, or else the whole. */
  answer: (asked: Asked) => StandInAnswer | undefined | Promise<StandInAnswer | undefined>;
  close(): Promise<void>;
}

export interface Asked {
  method: string;
  path: string;
  search: string;
  headers: IncomingHttpHeaders;
  /** Of JSON; empty where it is none. */
  body: unknown;
  bytes: Buffer;
}

export type StandInAnswer = { status: number; body: object };

export const ok = (result: unknown): StandInAnswer => ({
  status: 200,
  body: { success: true, errors: [], messages: [], result },
});
export const refuse = (status: number, code: number, message: string): StandInAnswer => ({
  status,
  body: { success: false, errors: [{ code, message }], messages: [], result: null },
});

export async function openStandIn(accountId: string): Promise<StandIn> {
  const state: Omit<StandIn, "base" | "close"> = {
    databases: [],
    buckets: [],
    queues: [],
    zones: ["acme.co"],
    secrets: {},
    workers: {},
    rows: {},
    opened: {},
    objects: new Map(),
    requests: [],
    unknown: [],
    tokens: new Set(["token-of-the-test"]),
    failsFrom: null,
    answer: () => undefined,
  };
  const server = createServer((request, response) => {
    void readBody(request).then(async (body) => {
      const url = new URL(request.url ?? "/", "http://stand-in");
      state.requests.push(`${request.method} ${url.pathname}`);
      const isBroken = state.failsFrom !== null && state.requests.length > state.failsFrom;
      const object = isBroken ? null : answerObject(state.objects, request, url, body);
      if (object) return void response.writeHead(object.status, object.headers).end(object.body);
      const { status, body: answer } = isBroken
        ? refuse(500, 10000, "Internal error")
        : await answerRequest(state, accountId, { request, url, bytes: body }).catch((error: Error) => {
            // The test fails by it, rather than by what a client makes of a broken line.
            state.unknown.push(`${request.method} ${url.pathname}: ${error.stack}`);
            return refuse(500, 10000, error.message);
          });
      response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(answer));
    });
  });
  const port = await listen(server);
  return Object.assign(state, {
    base: `http://127.0.0.1:${port}`,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  });
}

interface Request {
  request: IncomingMessage;
  url: URL;
  bytes: Buffer;
}

async function answerRequest(
  state: Omit<StandIn, "base" | "close">,
  accountId: string,
  { request, url, bytes }: Request,
): Promise<StandInAnswer> {
  const { method = "GET", headers } = request;
  const token = /^Bearer (.+)$/.exec(headers.authorization ?? "")?.[1] ?? "";
  if (!state.tokens.has(token)) return refuse(403, 9109, "Invalid access token");
  const account = { id: accountId, name: "Acme" };
  if (url.pathname === "/accounts") return ok([account]);
  if (url.pathname === "/memberships") return ok([{ id: accountId, status: "accepted", account }]);
  // A token of an account that may not read who made it, which is all that deploying needs.
  if (url.pathname === "/user") return refuse(403, 9109, "Unauthorized to access requested resource");
  if (url.pathname === "/user/tokens/verify") return ok({ id: accountId, status: "active" });
  const path = url.pathname.replace(`/accounts/${accountId}`, "");
  const body = parseBody(bytes);
  const added = await state.answer({ method, path, search: url.search, headers, body, bytes });
  if (added) return added;
  const jurisdiction = String(headers["cf-r2-jurisdiction"] ?? "default");
  const isMade = method === "POST";
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
  const one = state.databases.find(({ uuid }) => path === `/d1/database/${uuid}`);
  if (one) return ok(describeDatabase(one));
  if (path === "/r2/buckets") {
    if (!isMade) return ok({ buckets: state.buckets.filter((bucket) => bucket.jurisdiction === jurisdiction) });
    state.buckets.push({ name: body["name"] ?? "", jurisdiction, location: body["locationHint"]?.toUpperCase() });
    return ok({ name: body["name"] });
  }
  const bucket = /^\/r2\/buckets\/([\w-]+)$/.exec(path)?.[1];
  if (bucket !== undefined) {
    const found = state.buckets.find((each) => each.name === bucket && each.jurisdiction === jurisdiction);
    return found ? ok(found) : refuse(404, 10006, "The specified bucket does not exist.");
  }
  if (path === "/queues") {
    if (!isMade) return page(state.queues.map((name) => ({ queue_name: name })));
    state.queues.push(body["queue_name"] ?? "");
    return ok({ queue_name: body["queue_name"] });
  }
  if (path === "/zones") {
    const name = url.searchParams.get("name");
    return ok(state.zones.filter((zone) => zone === name).map((zone) => ({ id: `zone-of-${zone}`, name: zone })));
  }
  const noWorker = () => refuse(404, 10007, "This Worker does not exist on your account.");
  const ofWorkers = findWorkers(state.workers, path);
  if (ofWorkers !== undefined) return ofWorkers === "missing" ? noWorker() : ok(ofWorkers);
  const worker = /^\/workers\/scripts\/([\w-]+)\/secrets$/.exec(path)?.[1];
  if (worker !== undefined) {
    const secrets = state.secrets[worker];
    if (!secrets) return noWorker();
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
  state.unknown.push(`${method} ${url.pathname}${url.search}`);
  return refuse(404, 7003, `Could not route to ${url.pathname}`);
}

/** What the answer about one database says of its place: a jurisdiction, or the region where it runs. */
export function describeDatabase({ uuid, name, place }: Database) {
  const isBound = ["eu", "us", "fedramp"].includes(place);
  const region = isBound ? "WEUR" : place.toUpperCase() || undefined;
  return { uuid, name, version: "production", jurisdiction: isBound ? place : null, running_in_region: region };
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

function parseBody(bytes: Buffer): Record<string, string> {
  try {
    return JSON.parse(bytes.toString()) as Record<string, string>;
  } catch {
    return {};
  }
}

function listen(server: Server): Promise<number> {
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => resolve((server.address() as AddressInfo).port));
  });
}
