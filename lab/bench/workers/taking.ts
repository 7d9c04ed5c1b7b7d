/** The name that the built Worker has beside this module; not written in the import, because it is there only then. */
const built = "./index.js";
const { default: site } = (await import(built)) as { default: Required<ExportedHandler<Env>> };

type Incoming = Parameters<typeof site.fetch>[0];

/**
 * Counts in memory, as Cloudflare does. Miniflare's own writes each request into a database, and looks through all
 * addresses of the minute for each new one: a third of what a message costs.
 */
class Limiter {
  readonly #limit: number;
  #counts = new Map<string, number>();
  #minute = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  async limit({ key }: RateLimitOptions): Promise<RateLimitOutcome> {
    const minute = Math.floor(Date.now() / 60_000);
    if (minute !== this.#minute) this.#counts = new Map();
    this.#minute = minute;
    const count = (this.#counts.get(key) ?? 0) + 1;
    this.#counts.set(key, count);
    return { success: count <= this.#limit };
  }
}

/** As wrangler.toml says. */
const limiter = new Limiter(120);

/** The site's Worker with its limit of requests to the collector. */
export default {
  fetch: (request, env, ctx) => site.fetch(request as Incoming, { ...env, COLLECT_LIMIT: limiter }, ctx),
  queue: (batch, env, ctx) => site.queue(batch, env, ctx),
} satisfies ExportedHandler<Env>;
