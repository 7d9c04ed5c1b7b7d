/** workerd with what was uploaded: its modules, files, bindings and secrets, on its hosts, over the account's databases. */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { convertV4MiniflareOptions, Miniflare, Response, type V4MiniflareOptions } from "miniflare";
import type { Consumer } from "./queues.ts";
import type { Binding, Version } from "./types.ts";

/** What is to answer on a host. */
export interface Served {
  host: string;
  worker: string;
  version: Version;
  crons: readonly string[];
  consumers: readonly Consumer[];
}

interface Options {
  /** Where databases, objects and files are stored. */
  folder: string;
  databases: readonly { uuid: string }[];
  /** A version empties its cache at the edge, which workerd alone does not have. False where it cannot. */
  purge(versionId: string): boolean;
}

/** Adds to a Worker what the edge gives it, and workerd on a machine does not: `ctx.cache`. */
const edgeModule = (main: string) => `
import site from "./${main}";
export * from "./${main}";
const withCache = (env, ctx) => new Proxy(ctx, {
  get(target, name) {
    if (name === "cache") return { purge: async () => (await env.EDGE.fetch("http://edge/" + env.VERSION.id)).json() };
    const value = target[name];
    return typeof value === "function" ? value.bind(target) : value;
  },
});
export default {
  ...site,
  fetch: (request, env, ctx) => site.fetch(request, env, withCache(env, ctx)),
};
`;

/** The first Worker: passes each request on to what answers on its host, files before code. */
const frontModule = `
export default {
  fetch: (request, env) => env[new URL(request.url).hostname]?.fetch(request) ?? new Response("error code: 1016", { status: 530 }),
};
`;

export function openRuntime({ folder, databases, purge }: Options) {
  let served: readonly Served[] = [];
  let running: Miniflare | undefined;
  /** What runs is not what is to be served. */
  let isStale = true;
  /** Databases that the running one has. */
  let known: readonly string[] = [];
  let starting: Promise<Miniflare> | undefined;

  const readOptions = () => ({
    host: "127.0.0.1",
    port: 0,
    logRequests: false,
    resourcePersistencePath: join(folder, "data"),
    handleStructuredLogs() {},
    workers: [
      {
        name: "front",
        modules: true,
        script: frontModule,
        // Databases can be asked before any Worker is there.
        d1Databases: Object.fromEntries(databases.map(({ uuid }) => [uuid, { id: uuid }])),
        serviceBindings: Object.fromEntries(served.map(({ host, worker }) => [host, `${worker}-${host}`])),
      },
      ...served.map((each) => toWorker(each, folder, purge)),
    ],
  });

  async function start(): Promise<Miniflare> {
    const options = convertV4MiniflareOptions(readOptions() as unknown as V4MiniflareOptions);
    if (running) await running.setOptions(options);
    else running = new Miniflare(options);
    await running.ready;
    return running;
  }

  /** One start at a time, and none where nothing has changed. */
  function ready(): Promise<Miniflare> {
    const isCurrent = !isStale && known.length === databases.length;
    if (starting !== undefined && isCurrent) return starting;
    isStale = false;
    known = databases.map(({ uuid }) => uuid);
    starting = (starting ?? Promise.resolve()).then(start, start);
    return starting;
  }

  return {
    /** From now on these answer. workerd starts anew with the next request. */
    serve(next: readonly Served[]): void {
      served = next;
      isStale = true;
    },
    async ask(url: URL, init: { method: string; headers: [string, string][]; body: Buffer | null }) {
      const site = await ready();
      const body = init.body === null ? null : new Uint8Array(init.body);
      return site.dispatchFetch(url, { method: init.method, headers: init.headers, body, redirect: "manual" });
    },
    async openDatabase(id: string): Promise<D1Database> {
      const site = await ready();
      return (await site.getD1Database(id, "front")) as unknown as D1Database;
    },
    close: () => running?.dispose(),
  };
}

function toWorker({ host, worker, version, crons, consumers }: Served, folder: string, purge: Options["purge"]) {
  const root = join(folder, "versions", version.id);
  for (const [path, bytes] of version.assets.files) writeFile(join(root, "client", path), bytes);
  const { _headers: headers, _redirects: redirects, ...assetConfig } = version.assets.config;
  if (typeof headers === "string") writeFile(join(root, "client/_headers"), headers);
  if (typeof redirects === "string") writeFile(join(root, "client/_redirects"), redirects);
  const pick = (type: string) => version.bindings.filter((binding) => binding.type === type);
  const map = <Value>(type: string, read: (binding: Binding) => Value) =>
    Object.fromEntries(pick(type).map((binding) => [binding.name, read(binding)]));
  const modules = [["edge.js", edgeModule(version.main)] as const, ...version.modules];
  return {
    name: `${worker}-${host}`,
    modulesRoot: root,
    modules: modules
      .filter(([path]) => path.endsWith(".js"))
      .map(([path, contents]) => ({ type: "ESModule" as const, path: join(root, path), contents })),
    compatibilityDate: version.compatibility.date,
    compatibilityFlags: version.compatibility.flags,
    bindings: {
      ...map("plain_text", ({ text }) => text),
      ...map("secret_text", ({ text }) => text),
      ...map("json", ({ json }) => json),
      ...map("version_metadata", () => ({
        id: version.id,
        tag: version.annotations["workers/tag"] ?? "",
        timestamp: version.createdAt,
      })),
    },
    d1Databases: map("d1", ({ id, database_id: database }) => ({ id: String(id ?? database) })),
    r2Buckets: map("r2_bucket", ({ bucket_name: name }) => ({ id: String(name) })),
    queueProducers: map("queue", ({ queue_name: name }) => ({ queueName: String(name) })),
    queueConsumers: Object.fromEntries(consumers.map((consumer) => [consumer.queue, toConsumer(consumer)])),
    ratelimits: map("ratelimit", ({ namespace_id, simple }) => ({ namespace_id, simple })),
    email: { send_email: pick("send_email").map(({ name }) => ({ name })) },
    cronTriggers: crons,
    serviceBindings: {
      EDGE: (request: Request) => {
        const success = purge(new URL(request.url).pathname.slice(1));
        return Response.json({ success, errors: success ? [] : [{ code: 1134, message: "Unable to purge" }] });
      },
    },
    ...(version.assets.files.size > 0 && {
      assets: {
        directory: join(root, "client"),
        routerConfig: { has_user_worker: true },
        assetConfig: { ...assetConfig, compatibility_date: version.compatibility.date },
      },
    }),
  };
}

function toConsumer({ settings, deadLetterQueue }: Consumer) {
  return {
    maxBatchSize: settings["batch_size"],
    maxBatchTimeout: (settings["max_wait_time_ms"] ?? 0) / 1000,
    maxRetries: settings["max_retries"],
    ...(deadLetterQueue !== undefined && { deadLetterQueue }),
  };
}

function writeFile(path: string, contents: Buffer | string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, contents);
}
