import { listParts } from "../../worker/lib/http/sitemap-parts.ts";
import type { Ask } from "./ask.ts";

/** What a request may need to know. */
export interface Visit {
  /** No two requests have the same. */
  number: number;
  /** AUTH_SECRET of the side. */
  secret: string;
  /** Cookies of the demo account that works in marketing. */
  cookies: string;
  /** The same of the one that hires. */
  hr: string;
}

export interface BenchRoute {
  /** As the tables name it. */
  name: string;
  ask(visit: Visit): Ask | Promise<Ask>;
  /** Status of its answer; 200 by default. */
  status?: number;
  /** How many times the CPU of a fixed page it may take, where a limit is set. */
  limit?: number;
}

/** What becomes more, and what it makes dearer. */
export interface Growth {
  /** As the tables name it. */
  of: string;
  /** How many rows there are at each step; each has more than the one before. */
  sizes: readonly number[];
  /** Statements that write the rows numbered `from` to `to`, both included. */
  fill(from: number, to: number): readonly string[];
  routes: readonly BenchRoute[];
}

/** One subject of the site as the bench asks for it. `npm run lab -- bench <name>` measures it alone. */
export interface BenchSubject {
  name: string;
  routes: readonly BenchRoute[];
  growth?: Growth;
}

/** A route that is asked for by its path alone. */
export function visitPage(name: string, path: string, limit?: number): BenchRoute {
  return { name, ask: () => ({ path }), ...(limit !== undefined && { limit }) };
}

/** Numbers from `from` to `to` as a table `n` with a column `i`, before a statement that reads it. */
export function countRows(from: number, to: number): string {
  return `WITH RECURSIVE n(i) AS (SELECT ${from} UNION ALL SELECT i + 1 FROM n WHERE i < ${to})`;
}

/**
 * A part of the sitemap that lists `kind`, wherever it is: there are the more parts the more rows there are. `readSize`
 * says how many of the bench's own there are now; their ids end with their number.
 */
export function visitSitemapPart(kind: "articles" | "openings", readSize: () => number): BenchRoute {
  return {
    name: "sitemap, a part",
    ask() {
      const [part = ""] = listParts(readSize());
      return { path: `/sitemap/${kind}${part && `-${"1".repeat(part.length)}`}.xml` };
    },
  };
}
