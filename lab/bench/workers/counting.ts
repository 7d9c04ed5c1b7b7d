import { countD1, startCounts, type Trip } from "../count-d1.ts";

/** The name that the built Worker has beside this module; not written in the import, because it is there only then. */
const built = "./index.js";
const { default: site } = (await import(built)) as { default: Required<ExportedHandler<Env>> };

type Incoming = Parameters<typeof site.fetch>[0];

/**
 * The site's Worker. A request with `X-Bench-Count` is answered once everything that it started has ended, and its answer
 * tells in a header of that name how much was asked of D1. With the value "trips" the answer is what was asked.
 */
export default {
  async fetch(request, env, ctx) {
    if (!request.headers.has("X-Bench-Count")) return site.fetch(request as Incoming, env, ctx);
    const started: Promise<unknown>[] = [];
    const watched = { waitUntil: (work: Promise<unknown>) => void started.push(work), passThroughOnException() {} };
    const counts = startCounts();
    const trips: Trip[] = [];
    const counting = {
      ...env,
      DB: countD1(env.DB, counts, (trip) => trips.push(trip)),
      // The side that asks the same has no such database.
      SEARCH_DB: countD1(env.SEARCH_DB, counts),
    };
    const response = await site.fetch(request as Incoming, counting, watched as unknown as ExecutionContext);
    const body = await response.arrayBuffer();
    await Promise.allSettled(started);
    if (request.headers.get("X-Bench-Count") === "trips") return Response.json(trips);
    const headers = new Headers(response.headers);
    headers.set("X-Bench-Count", JSON.stringify(counts));
    return new Response(body.byteLength > 0 ? body : null, { status: response.status, headers });
  },
} satisfies ExportedHandler<Env>;
