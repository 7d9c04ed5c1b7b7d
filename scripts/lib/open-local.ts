import { join, resolve } from "node:path";
import { setImmediate as takeTurn } from "node:timers/promises";
import { convertV4MiniflareOptions, Miniflare, type V4MiniflareOptions } from "miniflare";
import { root } from "./command.ts";
import { readBuild } from "./read-build.ts";
import { readBuildOptions, readLocalOptions } from "./serve-site.ts";

/** The embedded databases and the bucket of one folder, without the site. */
export interface Local {
  db: D1Database;
  searchDb: D1Database;
  bucket: R2Bucket;
  /** Any of the databases of wrangler.toml, and any bucket, by its binding. */
  openDatabase(binding: string): D1Database;
  openBucket(binding: string): Promise<R2Bucket>;
  /** Names of those bindings. */
  bindings: { databases: readonly string[]; buckets: readonly string[] };
  /** Has the site's Worker consume a message of the search and all that follow from it. Only where a build was given. */
  workOnSearch(message: object): Promise<void>;
  /** Variables of wrangler.toml and .dev.vars. */
  variables: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

/** The Worker in front of the databases: it runs a list of statements as one batch on the one that the path names. */
const worker = `export default {
  async fetch(request, env) {
    const database = env[new URL(request.url).pathname.slice(1)];
    const statements = await request.json();
    try {
      return Response.json(await database.batch(statements.map(({ sql, values }) => database.prepare(sql).bind(...values))));
    } catch (error) {
      return new Response(error.message, { status: 500 });
    }
  },
};`;

/**
 * Opens the databases and the bucket in the folder `state`. Miniflare's own stand-in for a database asks workerd for each
 * statement that is prepared, and again for its values, while the whole process waits: half of the time that demo data took. Here a
 * batch is one question.
 */
export async function openLocal(state: string, { build }: { build?: string } = {}): Promise<Local> {
  const { d1Databases, r2Buckets, bindings = {}, compatibilityDate } = readLocalOptions();
  const troubles: string[] = [];
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      logRequests: false,
      handleStructuredLogs: ({ level, message }) => void (/error|warn/.test(level) && troubles.push(message)),
      resourcePersistencePath: resolve(root, state, "v3"),
      workers: [
        { name: "local", modules: true, script: worker, compatibilityDate, d1Databases, r2Buckets },
        ...(build === undefined ? [] : [readSite(build)]),
      ],
    } as V4MiniflareOptions),
  );
  await miniflare.ready;
  const open = (binding: string) => {
    async function run(statements: readonly Statement[]): Promise<D1Result[]> {
      // workerd closes a connection that was idle for five seconds. Whoever computed for longer has to hear of it first.
      await takeTurn();
      await takeTurn();
      const answer = await miniflare.dispatchFetch(`http://local/${binding}`, {
        method: "POST",
        body: JSON.stringify(statements.map(({ sql, values }) => ({ sql, values }))),
      });
      if (!answer.ok) throw new Error(await answer.text());
      return (await answer.json()) as D1Result[];
    }
    const database = {
      prepare: (sql: string) => new Statement(run, sql),
      batch: (statements: Statement[]) => run(statements),
    };
    return database as unknown as D1Database;
  };
  return {
    db: open("DB"),
    searchDb: open("SEARCH_DB"),
    bucket: (await miniflare.getR2Bucket("MEDIA")) as unknown as R2Bucket,
    openDatabase: open,
    openBucket: async (binding) => (await miniflare.getR2Bucket(binding)) as unknown as R2Bucket,
    bindings: { databases: Object.keys(d1Databases ?? {}), buckets: Object.keys(r2Buckets ?? {}) },
    variables: bindings as Record<string, string>,
    async workOnSearch(message) {
      const site = await miniflare.getWorker("site");
      const sent = { id: "1", timestamp: new Date(), attempts: 1, body: message };
      const { outcome, retryMessages } = await site.queue("fivewright-search", [sent]);
      if (outcome !== "ok" || retryMessages.length > 0)
        throw new Error(["The search was not indexed.", ...troubles].join("\n"));
    },
    close: () => miniflare.dispose(),
  };
}

/** The built Worker over the same databases, without its queues: what it would send itself it does at once. */
function readSite(build: string) {
  const { modulesRules: _, queueProducers: __, queueConsumers: ___, ...options } = readBuildOptions(build);
  return {
    ...options,
    name: "site",
    modulesRoot: join(root, build, "server"),
    modules: Object.entries(readBuild(build)).map(([file, contents]) => ({
      type: "ESModule" as const,
      path: join(root, build, "server", file),
      contents,
    })),
  };
}

type Run = (statements: readonly Statement[]) => Promise<D1Result[]>;

/** As D1's own, of what Kysely and the demo data call. */
class Statement {
  readonly #run: Run;
  readonly sql: string;
  readonly values: readonly unknown[];

  constructor(run: Run, sql: string, values: readonly unknown[] = []) {
    this.#run = run;
    this.sql = sql;
    this.values = values;
  }

  bind(...values: unknown[]): Statement {
    const odd = values.find((value) => value !== null && !["string", "number", "boolean"].includes(typeof value));
    if (odd !== undefined || values.includes(undefined)) throw new TypeError(`A statement cannot take ${typeof odd}.`);
    return new Statement(this.#run, this.sql, values);
  }

  async all(): Promise<D1Result | undefined> {
    return (await this.#run([this]))[0];
  }

  run(): Promise<D1Result | undefined> {
    return this.all();
  }

  async first(column?: string): Promise<unknown> {
    const row = (await this.all())?.results[0] as Record<string, unknown> | undefined;
    return (column === undefined ? row : row?.[column]) ?? null;
  }
}
