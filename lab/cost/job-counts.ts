/** What runs of jobs take, in the order of the columns of docs/figures.md; `cpuMs` on the machine that counts. */
export const kinds = ["rowsRead", "rowsWritten", "bucketWrites", "bucketReads", "messages", "lines", "cpuMs"] as const;
export type JobCounts = Record<(typeof kinds)[number], number>;

/** The rows of that table. */
export const jobRows = {
  often: "run each five minutes",
  hourly: "run each hour",
  backup: "backup of a night",
} as const;
