import { join } from "node:path";
import { convertV4MiniflareOptions, Miniflare, type V4MiniflareOptions } from "miniflare";
import { unstable_getMiniflareWorkerOptions as readOptions } from "wrangler";
import { root } from "./command.ts";
import { readLocalSecrets } from "./local-site.ts";
import { readBuild } from "./read-build.ts";

interface ServeOptions {
  /** Folder of the build to serve. */
  build: string;
  port: number;
  /** Folder of the embedded D1, R2, queues and counters. */
  state: string;
  /** Where visitors find it, when that is not the port itself. */
  origin?: string;
  /** In place of those of wrangler.toml and .dev.vars. */
  variables?: Readonly<Record<string, string>>;
  /** "show" prints the Worker's logs; "hide" drops them. */
  logs?: "show" | "hide";
}

export interface SiteServer {
  /** Its embedded database. */
  openDatabase(): Promise<D1Database>;
  /** Where its files are. */
  openBucket(): Promise<R2Bucket>;
  stop(): Promise<void>;
}

/**
 * Serves the production build in workerd until it is stopped or this process ends, and resolves once it listens. It is
 * what `wrangler dev` starts for a finished build, without the second workerd that stands before it there. Throws when
 * the port is taken.
 */
export async function serveSite({
  build,
  port,
  state,
  origin = `http://localhost:${port}`,
  variables = {},
  logs = "show",
}: ServeOptions): Promise<SiteServer> {
  const { modulesRules: _, ...options } = readBuildOptions(build);
  // SIGHUP comes when the window of the terminal is closed. Whoever stops the site has not met an error.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => process.exit(0));
  // Whoever reads the logs may stop reading: the site goes on.
  for (const stream of [process.stdout, process.stderr])
    stream.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code !== "EPIPE") throw error;
    });
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      host: "localhost",
      port,
      logRequests: false,
      resourcePersistencePath: join(root, state, "v3"),
      ...(logs === "hide" && { handleStructuredLogs() {} }),
      workers: [
        {
          ...options,
          name: "site",
          bindings: {
            ...(options.bindings as Record<string, string>),
            ...readLocalSecrets(),
            SITE_ORIGIN: origin,
            ...variables,
          },
          modulesRoot: join(root, build, "server"),
          modules: Object.entries(readBuild(build)).map(([file, contents]) => ({
            type: "ESModule" as const,
            path: join(root, build, "server", file),
            contents,
          })),
        },
      ],
    } as V4MiniflareOptions),
  );
  await miniflare.ready;
  return {
    openDatabase: () => miniflare.getD1Database("DB"),
    openBucket: () => miniflare.getR2Bucket("MEDIA") as unknown as Promise<R2Bucket>,
    stop: () => miniflare.dispose(),
  };
}

/** What wrangler.toml says of the Worker in a build, for Miniflare. */
export function readBuildOptions(build: string) {
  return readConfig(join(build, "server/wrangler.json"));
}

/** The same of the repository. */
export function readLocalOptions() {
  return readConfig("wrangler.toml");
}

function readConfig(file: string) {
  // What wrangler says while it reads is not for this terminal, and what this process starts shall not be as silent.
  const { WRANGLER_LOG } = process.env;
  process.env.WRANGLER_LOG = "error";
  try {
    return readOptions(join(root, file)).workerOptions;
  } finally {
    if (WRANGLER_LOG === undefined) delete process.env.WRANGLER_LOG;
    else process.env.WRANGLER_LOG = WRANGLER_LOG;
  }
}
