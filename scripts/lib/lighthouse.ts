import lighthouse, { type Result } from "lighthouse";

/** What Lighthouse says of one page: scores of 0 to 100, times in milliseconds. */
export interface Verdict {
  scores: Record<(typeof categories)[number], number>;
  fcp: number;
  lcp: number;
  tbt: number;
  cls: number;
  speedIndex: number;
  /** Everything transferred, as compressed. */
  bytes: number;
  /** Lighthouse's measure of how fast this machine was: times of a slow moment tell little. */
  machine: number;
  /** Audits that weigh in a category's score and have less than the whole of theirs, as "category: audit". */
  failing: string[];
}

export const categories = ["performance", "accessibility", "best-practices", "seo", "agentic-browsing"] as const;

/**
 * Looks at `url` with Lighthouse as a phone on a slow network, `runs` times, with the browser that listens on
 * `debuggingPort`. The verdict is that of the run whose performance lies in the middle; the shift is the worst of all.
 */
export async function judgePage(url: string, options: { debuggingPort: number; runs: number }): Promise<Verdict> {
  const verdicts: Verdict[] = [];
  for (let run = 0; run < options.runs; run += 1) verdicts.push(await judgeOnce(url, options.debuggingPort));
  const cls = Math.max(...verdicts.map((verdict) => verdict.cls));
  verdicts.sort((a, b) => a.scores.performance - b.scores.performance || b.lcp - a.lcp);
  const middle = verdicts[Math.floor(verdicts.length / 2)];
  if (!middle) throw new Error("A page is looked at once at least.");
  return { ...middle, cls };
}

/** A busy machine now and then spoils the recording of a page: it is made again, twice at most. */
async function judgeOnce(url: string, debuggingPort: number, attempts = 3): Promise<Verdict> {
  const result = await lighthouse(url, { port: debuggingPort, output: "json", logLevel: "error" });
  if (!result) throw new Error(`Lighthouse said nothing of ${url}.`);
  const { runtimeError } = result.lhr;
  if (!runtimeError) return readVerdict(result.lhr);
  if (attempts > 1) return judgeOnce(url, debuggingPort, attempts - 1);
  throw new Error(`${url}: ${runtimeError.message}`);
}

function readVerdict(lhr: Result): Verdict {
  const read = (audit: string) => lhr.audits[audit]?.numericValue ?? Number.NaN;
  const score = (category: string) => Math.round((lhr.categories[category]?.score ?? 0) * 100);
  return {
    scores: Object.fromEntries(categories.map((name) => [name, score(name)])) as Verdict["scores"],
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
