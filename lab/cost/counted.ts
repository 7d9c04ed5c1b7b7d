import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../scripts/lib/command.ts";
import { jobRows, kinds, type JobCounts } from "./job-counts.ts";

/** What one answer takes, as `npm run lab -- bench` counted it. */
export interface Counted {
  cpuMs: number;
  rowsRead: number;
  rowsWritten: number;
}

export interface CountedFigures {
  /** When they were counted, "2026-11-22 20:37" in UTC. */
  at: string;
  /** By the names of docs/figures.md. */
  routes: Readonly<Record<string, Counted>>;
  /** The most that a counted view may take; tests/worker/analytics/analytics-visits.test.ts fails beyond. */
  view: { rowsWritten: number; bytes: number };
  /** What `npm run lab -- cost --count` has counted, and when. */
  jobs: Record<keyof typeof jobRows, JobCounts> & { at: string; backedUp: { rows: number; bytes: number } };
}

/** Routes that the page of costs is computed from. */
const needed = ["home", "service", "industry", "listing", "article", "careers list", "opening", "contact"];

const read = (path: string) => readFileSync(join(root, path), "utf8");

/** @throws {Error} where a figure is missing */
export function readCounted(): CountedFigures {
  const figures = read("docs/figures.md");
  const [, at = ""] = /on (\d{4}-\d\d-\d\d \d\d:\d\d) UTC/.exec(figures) ?? [];
  const cpu = readTable(figures, "## Against a fixed answer");
  const counts = readTable(figures, "## Counted");
  const routes = Object.fromEntries(
    Object.entries(counts).map(([name, cells]) => {
      const [, , rowsRead = "", rowsWritten = ""] = cells;
      const [cpuMs = ""] = cpu[name] ?? [];
      return [name, { cpuMs: toNumber(cpuMs), rowsRead: toNumber(rowsRead), rowsWritten: toNumber(rowsWritten) }];
    }),
  );
  const missing = needed.filter((name) => !routes[name]);
  if (at === "" || missing.length > 0) throw new Error(`docs/figures.md has no figures of ${missing.join(", ")}.`);
  const limits = read("tests/worker/analytics/analytics-visits.test.ts");
  const limit = (name: string) =>
    toNumber(new RegExp(`${name}\\)\\.toBeLessThanOrEqual\\(([\\d.]+)\\)`).exec(limits)?.[1] ?? "");
  return {
    at,
    routes,
    view: { rowsWritten: limit("rowsPerView"), bytes: limit("bytesPerView") },
    jobs: readJobs(figures),
  };
}

function readJobs(figures: string): CountedFigures["jobs"] {
  const section = figures.slice(figures.indexOf("\n## Jobs\n"));
  const table = readTable(section, "## Jobs");
  const readRow = (name: string) => {
    const cells = table[name];
    if (!cells) throw new Error(`docs/figures.md has no "${name}": run npm run lab -- cost --count.`);
    return Object.fromEntries(kinds.map((kind, column) => [kind, toNumber(cells[column] ?? "")])) as JobCounts;
  };
  const [, at = "", rows = "", bytes = ""] =
    /on (\S+ \S+) UTC, in workerd[^]*?The backup had ([\d,]+) rows and stored ([\d,]+) bytes/.exec(section) ?? [];
  return {
    often: readRow(jobRows.often),
    hourly: readRow(jobRows.hourly),
    backup: readRow(jobRows.backup),
    at,
    backedUp: { rows: toNumber(rows), bytes: toNumber(bytes) },
  };
}

/** Cells of the first table after `heading`, by the first cell of each row. */
function readTable(text: string, heading: string): Record<string, string[]> {
  const lines = text.slice(text.indexOf(heading)).split("\n");
  const first = lines.findIndex((line) => line.startsWith("|"));
  const after = lines.findIndex((line, index) => index > first && !line.startsWith("|"));
  const rows = lines.slice(first + 2, after).map((line) =>
    line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
  return Object.fromEntries(rows.map(([name = "", ...cells]) => [name, cells]));
}

/** The number that a cell begins with: "2.88 (2.66–3.3)". */
function toNumber(cell: string): number {
  const number = Number.parseFloat(cell.replaceAll(",", ""));
  if (Number.isNaN(number)) throw new Error(`"${cell}" is no figure.`);
  return number;
}
