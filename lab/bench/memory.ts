import { measureStretch, type Visitor } from "./measure-routes.ts";
import { readMemory } from "./processes.ts";
import { readHeap } from "./profile.ts";
import type { BenchRoute } from "./subject.ts";

export interface MemoryFigures {
  requests: number;
  /** Megabytes that workerd holds. */
  resident: number;
  /** Megabytes of the site's own heap. */
  heap: number;
}

/** What the side holds after `requests` visits of `routes` in turns, and again after as many. */
export async function measureMemory(
  visitor: Visitor,
  routes: readonly BenchRoute[],
  requests: number,
): Promise<MemoryFigures[]> {
  const inspector = await visitor.side.openInspector();
  const figures = [];
  let next = 0;
  function makeNext() {
    const route = routes[next % routes.length];
    if (!route) throw new RangeError("No route is given.");
    next += 1;
    return visitor.make(route);
  }
  for (const done of [0, requests, 2 * requests]) {
    if (done > 0) await measureStretch(visitor.side, makeNext, { milliseconds: 0, requests });
    figures.push({ requests: done, heap: await readHeap(inspector), resident: readMemory(visitor.side.pid) });
  }
  return figures;
}
