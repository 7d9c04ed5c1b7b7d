import { readFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { join } from "node:path";
import { convertV4MiniflareOptions, Miniflare, type V4MiniflareOptions } from "miniflare";
import { root } from "../../scripts/lib/command.ts";
import { readLocalSecrets } from "../../scripts/lib/local-site.ts";
import { readBuild } from "../../scripts/lib/read-build.ts";
import { readBuildOptions } from "../../scripts/lib/serve-site.ts";
import { listChildren } from "./processes.ts";

/** A Worker in a workerd of its own, which listens for it with nothing in between. */
export interface Side {
  name: string;
  port: number;
  /** Of workerd. */
  pid: number;
  /** Runs statements on its database. */
  write(statements: readonly string[]): Promise<void>;
  /** The rows of a query. */
  read<Row>(query: string): Promise<Row[]>;
  openInspector(): Promise<string>;
  stop(): Promise<void>;
}

/** The address that every side is asked under, wherever it listens: the site answers on no other. */
export const origin = "http://localhost:8787";

type Source = Record<string, string>;

interface BootOptions {
  name: string;
  /** Folder of a build, relative to the repository: its Worker and what that is bound to. */
  build?: string;
  /** Folder of the embedded D1 and R2; they begin empty without it. */
  state?: string;
  /** Modules by name, the first of which answers; that of the build comes after them. */
  modules?: Source;
  /** Variables of a side that has no build. */
  bindings?: Record<string, string>;
  /** What to take of the build: its files alone, or what it is bound to without its Worker. */
  only?: "files" | "bindings";
  /** Megabytes that the heap of its isolates may have, where it is limited. */
  heap?: number;
  /** True where its queues are consumed. */
  isConsuming?: boolean;
}

/**
 * Starts one side. Limits of requests are lifted, because all of them come from one machine, and queues have no consumers
 * unless it says so: what happens later is no part of an answer.
 */
export async function bootSide({
  name,
  build,
  state,
  modules = {},
  bindings = {},
  only,
  heap,
  isConsuming = false,
}: BootOptions): Promise<Side> {
  const before = new Set(listChildren());
  // Miniflare takes it from nowhere else.
  process.env["MINIFLARE_WORKERD_V8_FLAGS"] = heap === undefined ? "" : `--max-heap-size=${heap}`;
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      port: 0,
      inspectorPort: 0,
      logRequests: false,
      handleStructuredLogs() {},
      ...(state && { resourcePersistencePath: join(root, state, "v3") }),
      workers: [
        {
          ...(build ? readBindings(build, only, isConsuming) : { ...compatibility, bindings }),
          name,
          modulesRoot: root,
          modules: Object.entries({ ...modules, ...(build && !only ? readBuild(build) : {}) }).map(
            ([file, contents]) => ({
              type: file.endsWith(".txt") ? ("Text" as const) : ("ESModule" as const),
              path: join(root, file),
              contents,
            }),
          ),
          unsafeDirectSockets: [{ host: "127.0.0.1", port: 0 }],
        },
      ],
    } as V4MiniflareOptions),
  );
  await miniflare.ready;
  const pid = listChildren().find((child) => !before.has(child));
  if (pid === undefined) throw new Error(`No process was started for ${name}.`);
  const { port } = await miniflare.unsafeGetDirectURL(name);
  return {
    name,
    port: Number(port),
    pid,
    async write(statements) {
      const database = await miniflare.getD1Database("DB", name);
      for (const statement of statements) await database.prepare(statement).run();
    },
    async read<Row>(query: string) {
      const database = await miniflare.getD1Database("DB", name);
      return (await database.prepare(query).all<Row>()).results;
    },
    openInspector: async () => `${await miniflare.getInspectorURL()}core:user:${name}`,
    stop: () => miniflare.dispose(),
  };
}

/** The site as built into `build`, with the module that counts what it asks of D1. */
export function bootSite(build: string, state: string, { heap }: Pick<BootOptions, "heap"> = {}): Promise<Side> {
  const modules = {
    "counting.js": readModule("workers/counting.ts").replace("../count-d1.ts", "./count-d1.js"),
    "count-d1.js": readModule("count-d1.ts"),
  };
  return bootSide({ name: "site", build, state, modules, ...(heap !== undefined && { heap }) });
}

/** The same with the module that runs its jobs and counts what they take. */
export function bootJobs(build: string, state: string): Promise<Side> {
  const modules = {
    "counting-jobs.js": readModule("workers/counting-jobs.ts").replace("../count-d1.ts", "./count-d1.js"),
    "count-d1.js": readModule("count-d1.ts"),
  };
  return bootSide({ name: "site", build, state, modules });
}

/** The site with the consumers of its queues, and the limit of the collector as it is. */
export function bootConsumingSite(build: string, state: string): Promise<Side> {
  const modules = { "taking.js": readModule("workers/taking.ts") };
  return bootSide({ name: "site", build, state, modules, isConsuming: true });
}

/** A module of this folder as JavaScript. */
export function readModule(file: string): string {
  return stripTypeScriptTypes(readFileSync(join(import.meta.dirname, file), "utf8"));
}

/** Of sides without a build; wrangler.toml says the same of the site. */
const compatibility = { compatibilityDate: "2026-09-15", compatibilityFlags: ["nodejs_compat"] };

function readBindings(build: string, only: BootOptions["only"], isConsuming: boolean) {
  const { assets, modulesRules: _rules, queueConsumers, cronTriggers: _crons, ...options } = readBuildOptions(build);
  if (only === "files") return { compatibilityDate: options.compatibilityDate, assets };
  const limits = Object.entries(options.ratelimits ?? {});
  return {
    ...options,
    ...(isConsuming && { queueConsumers }),
    bindings: { ...(options.bindings as Source), SITE_ORIGIN: origin, ...readLocalSecrets() },
    ratelimits: Object.fromEntries(
      limits.map(([binding, { namespace_id }]) => [
        binding,
        { namespace_id, simple: { limit: 1e9, period: 60 as const } },
      ]),
    ),
  };
}
