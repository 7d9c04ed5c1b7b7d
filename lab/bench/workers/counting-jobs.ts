import { countD1, startCounts } from "../count-d1.ts";

/** The name that the built Worker has beside this module; not written in the import, because it is there only then. */
const built = "./index.js";
const { default: site } = (await import(built)) as { default: Required<ExportedHandler<Env>> };

/** The names of R2's operations by what Cloudflare charges for them; `delete` is free. */
const classes: Readonly<Record<string, "bucketWrites" | "bucketReads">> = {
  put: "bucketWrites",
  list: "bucketWrites",
  createMultipartUpload: "bucketWrites",
  get: "bucketReads",
  head: "bucketReads",
};

/**
 * The site's Worker, whose requests run the jobs of the schedule that they name in `X-Bench-Schedule`. The answer is what that
 * took: D1's rows, R2's operations, messages sent to queues, and lines of the log.
 */
export default {
  async fetch(request, env) {
    const cron = request.headers.get("X-Bench-Schedule") ?? "";
    const counts = { ...startCounts(), bucketWrites: 0, bucketReads: 0, messages: 0, lines: 0 };
    const started: Promise<unknown>[] = [];
    const watched = { waitUntil: (work: Promise<unknown>) => void started.push(work), passThroughOnException() {} };
    const watch = (name: string, binding: object) => {
      if (name === "DB" || name === "SEARCH_DB") return countD1(binding as D1Database, counts);
      return new Proxy(binding, {
        get(target, key) {
          const member = Reflect.get(target, key) as unknown;
          if (typeof member !== "function") return member;
          return (...given: unknown[]) => {
            const kind = classes[String(key)];
            if (name === "MEDIA" || name === "BACKUPS") counts[kind ?? "bucketReads"] += kind ? 1 : 0;
            if (key === "send") counts.messages += 1;
            if (key === "sendBatch") counts.messages += [...(given[0] as Iterable<unknown>)].length;
            return Reflect.apply(member, target, given) as unknown;
          };
        },
      });
    };
    const counting = Object.fromEntries(
      Object.entries(env).map(([name, binding]) => [
        name,
        typeof binding === "object" && binding !== null ? watch(name, binding) : (binding as unknown),
      ]),
    ) as unknown as Env;
    const levels = ["log", "warn", "error"] as const;
    const former = levels.map((level) => [level, console[level]] as const);
    for (const level of levels) console[level] = () => void (counts.lines += 1);
    try {
      const controller = { cron, scheduledTime: Date.now(), noRetry() {} } as unknown as ScheduledController;
      await site.scheduled(controller, counting, watched as unknown as ExecutionContext);
      await Promise.allSettled(started);
    } finally {
      for (const [level, write] of former) console[level] = write;
    }
    return Response.json(counts);
  },
} satisfies ExportedHandler<Env>;
