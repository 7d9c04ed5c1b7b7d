import { schedules } from "../../worker/lib/schedules.ts";
import { writeNumber } from "../bench/markdown.ts";
import { writeTable } from "../../scripts/lib/write-table.ts";
import { readCpu } from "../bench/processes.ts";
import { bootJobs, origin, type Side } from "../bench/workerd.ts";
import { jobRows, type JobCounts, kinds } from "./job-counts.ts";

/** Runs after which nothing of the demo content waits any more, and runs that are counted then. */
const settling = 12;
const counted = 12;
const forgetBackups = "delete from backup_runs";
/** More than the steps of a backup of the demo content. */
const mostRuns = 60;

/**
 * The section "## Jobs" of docs/figures.md: what the jobs of the site in `build` took over the database `state`, in workerd, whose D1
 * counts rows as the deployed one does.
 * @throws {Error} where a job fails, or no backup is made
 */
export async function countJobs(build: string, state: string): Promise<string> {
  const site = await bootJobs(build, state);
  try {
    // The demo content has a run of its own, with nothing in the bucket.
    await site.write([forgetBackups]);
    await runUntilBackedUp(site, settling);
    const often = average(await runOften(site, schedules.everyFiveMinutes, counted));
    await runOnce(site, schedules.hourly);
    const hourly = average(await runOften(site, schedules.hourly, 3));
    // The next night: files that the last backup has are not read again.
    await site.write([forgetBackups]);
    const runs = await runUntilBackedUp(site, 1);
    const backup = toCounts((kind) => sum(runs, kind) - often[kind] * runs.length);
    const [found] = await site.read<{ rows: number; stored: number }>(
      "select rows, stored_bytes as stored from backup_runs where state = 'done'",
    );
    return writeJobs({ often, hourly, backup }, found ?? { rows: 0, stored: 0 });
  } finally {
    await site.stop();
  }
}

async function runOnce(site: Side, cron: string): Promise<JobCounts> {
  const before = readCpu(site.pid);
  const headers = { Host: new URL(origin).host, "X-Bench-Schedule": cron };
  const answer = await fetch(`http://127.0.0.1:${site.port}/`, { headers });
  if (!answer.ok) throw new Error(`The jobs of ${cron} failed: ${await answer.text()}`);
  return { ...((await answer.json()) as Omit<JobCounts, "cpuMs">), cpuMs: readCpu(site.pid) - before };
}

async function runOften(site: Side, cron: string, times: number): Promise<JobCounts[]> {
  const runs: JobCounts[] = [];
  while (runs.length < times) runs.push(await runOnce(site, cron));
  return runs;
}

/** The runs of each five minutes until a backup is whole, `least` of them. */
async function runUntilBackedUp(site: Side, least: number): Promise<JobCounts[]> {
  const runs: JobCounts[] = [];
  for (;;) {
    runs.push(await runOnce(site, schedules.everyFiveMinutes));
    const done = await site.read("select id from backup_runs where state = 'done'");
    if (done.length > 0 && runs.length >= least) return runs;
    if (runs.length > mostRuns) throw new Error("No backup was made. Is BACKUP_KEY in .dev.vars?");
  }
}

const toCounts = (count: (kind: keyof JobCounts) => number) =>
  Object.fromEntries(kinds.map((kind) => [kind, count(kind)])) as JobCounts;
const sum = (runs: readonly JobCounts[], kind: keyof JobCounts) => runs.reduce((total, run) => total + run[kind], 0);
const average = (runs: readonly JobCounts[]) => toCounts((kind) => sum(runs, kind) / runs.length);

function writeJobs(counts: Record<keyof typeof jobRows, JobCounts>, backup: { rows: number; stored: number }): string {
  const at = new Date().toISOString().slice(0, 16).replace("T", " ");
  const names = Object.keys(jobRows) as (keyof typeof jobRows)[];
  return [
    "## Jobs",
    `What runs over the demo content take when nothing new waits: means of ${counted} runs each five minutes and of 3 each hour, and a backup whose files the night before had already. Counted by \`npm run lab -- cost --count\` on ${at} UTC, in workerd.`,
    writeTable(
      ["Jobs", "Rows read", "Rows written", "R2 A", "R2 B", "Messages", "Lines of logs", "CPU ms"],
      names.map((name) => [String(jobRows[name])].concat(kinds.map((kind) => writeNumber(counts[name][kind])))),
    ),
    `The backup had ${backup.rows.toLocaleString("en")} rows and stored ${backup.stored.toLocaleString("en")} bytes.`,
  ].join("\n\n");
}
