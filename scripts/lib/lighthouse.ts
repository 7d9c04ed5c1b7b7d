import lighthouse, { type Result } from "lighthouse";

/** The result of Lighthouse for one page: scores from 0 to 100, times in milliseconds. */
export interface PageAudit {
  scores: Record<(typeof categories)[number], number>;
  fcp: number;
  lcp: number;
  tbt: number;
  cls: number;
  speedIndex: number;
  /** Everything transferred, as compressed. */
  bytes: number;
  /** Lighthouse's measure of how fast this machine was. Times measured on a busy machine mean little. */
  machine: number;
  /** Audits that lower the score of a category, as "category: audit". */
  failing: string[];
}

export const categories = ["performance", "accessibility", "best-practices", "seo", "agentic-browsing"] as const;

/**
 * Runs Lighthouse on `url` as a phone on a slow network, `runs` times, with the browser that listens on
 * `debuggingPort`. Returns the run with the middle performance, but the worst layout shift of all runs.
 */
export async function auditPage(url: string, options: { debuggingPort: number; runs: number }): Promise<PageAudit> {
  const audits: PageAudit[] = [];
  for (let run = 0; run < options.runs; run += 1) audits.push(await auditOnce(url, options.debuggingPort));
  const cls = Math.max(...audits.map((audit) => audit.cls));
  audits.sort((a, b) => a.scores.performance - b.scores.performance || b.lcp - a.lcp);
  const middle = audits[Math.floor(audits.length / 2)];
  if (!middle) throw new Error("At least one run is needed.");
  return { ...middle, cls };
}

/** A busy machine sometimes spoils a run. It is then repeated, at most twice. */
async function auditOnce(url: string, debuggingPort: number, attempts = 3): Promise<PageAudit> {
  const result = await lighthouse(url, { port: debuggingPort, output: "json", logLevel: "error" });
  if (!result) throw new Error(`Lighthouse gave no result for ${url}.`);
  const { runtimeError } = result.lhr;
  if (!runtimeError) return readAudit(result.lhr);
  if (attempts > 1) return auditOnce(url, debuggingPort, attempts - 1);
  throw new Error(`${url}: ${runtimeError.message}`);
}

function readAudit(lhr: Result): PageAudit {
  const read = (audit: string) => lhr.audits[audit]?.numericValue ?? Number.NaN;
  const score = (category: string) => Math.round((lhr.categories[category]?.score ?? 0) * 100);
  return {
    scores: Object.fromEntries(categories.map((name) => [name, score(name)])) as PageAudit["scores"],
    fcp: read("first-contentful-paint"),
    lcp: read("largest-contentful-paint"),
    tbt: read("total-blocking-time"),
    cls: read("cumulative-layout-shift"),
    speedIndex: read("speed-index"),
    bytes: read("total-byte-weight"),
    machine: lhr.environment.benchmarkIndex,
    failing: categories.flatMap((name) => listFailing(lhr, name)),
  };
}

function listFailing(lhr: Result, category: string): string[] {
  const refs = lhr.categories[category]?.auditRefs ?? [];
  return refs
    .filter(({ id, weight }) => weight > 0 && (lhr.audits[id]?.score ?? 1) < 1)
    .map(({ id }) => `${category}: ${lhr.audits[id]?.title ?? id}`);
}
