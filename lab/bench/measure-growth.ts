import { measureStretch, type Visitor } from "./measure-routes.ts";
import { computePercentile } from "./statistics.ts";
import type { Growth } from "./subject.ts";

export interface GrowthFigures {
  of: string;
  size: number;
  name: string;
  queries: number;
  rowsRead: number;
  bytes: number;
  cpu: number;
  p50: number;
  p95: number;
}

/** What the routes of `growth` cost at each of its sizes. The rows stay in the database. */
export async function measureGrowth(visitor: Visitor, growth: Growth, requests: number): Promise<GrowthFigures[]> {
  const figures: GrowthFigures[] = [];
  let filled = 0;
  for (const size of growth.sizes) {
    await visitor.side.write(growth.fill(filled + 1, size));
    filled = size;
    await visitor.signIn();
    for (const route of growth.routes) {
      const { counts, answer } = await visitor.count(route);
      const { cpu, times } = await measureStretch(visitor.side, () => visitor.make(route), {
        milliseconds: 0,
        requests,
      });
      figures.push({
        of: growth.of,
        size,
        name: route.name,
        queries: counts.queries,
        rowsRead: counts.rowsRead,
        bytes: answer.body.length,
        cpu,
        p50: computePercentile(times, 0.5),
        p95: computePercentile(times, 0.95),
      });
    }
  }
  return figures;
}
