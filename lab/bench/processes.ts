import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";

const hasProc = existsSync(`/proc/${process.pid}/schedstat`);

/** Milliseconds for which a processor has worked for the process `pid`, all its threads together. */
export function readCpu(pid: number): number {
  if (!hasProc) return readClock(execFileSync("ps", ["-o", "time=", "-p", String(pid)], { encoding: "utf8" }));
  const threads = readdirSync(`/proc/${pid}/task`);
  // The first number counts nanoseconds; the file `stat` beside it counts hundredths of a second.
  const nanoseconds = threads.map((thread) => Number(readThread(pid, thread).split(" ")[0]));
  return nanoseconds.reduce((sum, time) => sum + time, 0) / 1e6;
}

/** A thread may end between being listed and being read. */
function readThread(pid: number, thread: string): string {
  try {
    return readFileSync(`/proc/${pid}/task/${thread}/schedstat`, "utf8");
  } catch {
    return "0";
  }
}

/** [hours:]minutes:seconds, as `ps` writes them, in milliseconds. */
function readClock(text: string): number {
  const parts = text.trim().split(/[:-]/).map(Number);
  return parts.reduce((sum, part) => sum * 60 + part, 0) * 1000;
}

/** Megabytes of memory that the process `pid` holds. */
export function readMemory(pid: number): number {
  if (!hasProc) return Number(execFileSync("ps", ["-o", "rss=", "-p", String(pid)], { encoding: "utf8" })) / 1024;
  const kilobytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  return Number(kilobytes) / 1024;
}

/** The processes that this one has started. */
export function listChildren(): number[] {
  const output = hasProc
    ? readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, "utf8")
    : execFileSync("pgrep", ["-P", String(process.pid)], { encoding: "utf8" });
  return output.split(/\s+/).filter(Boolean).map(Number);
}
