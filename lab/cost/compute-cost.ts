import { mostBackups } from "../../worker/backups/keep-backups.ts";
import { assumed } from "./assumed.ts";
import type { Counted, CountedFigures } from "./counted.ts";
import type { JobCounts } from "./job-counts.ts";
import { planDollars, prices, type Resource } from "./prices.ts";

/** What a month takes. */
export type Usage = Record<Resource, number>;

export interface MonthCost {
  views: number;
  usage: Usage;
  /** Dollars of each resource beyond what the plan includes. */
  extra: Usage;
  /** Dollars in all, with the plan. */
  total: number;
  /** The same where no answer comes from a cache. */
  totalWithoutCache: number;
  /** True where visits of 25 months are more than one database holds. */
  needsArchive: boolean;
}

const days = 30;
const gigabyte = 1e9;
const zero = Object.fromEntries(Object.keys(prices).map((name) => [name, 0])) as Usage;

export function computeMonth(views: number, figures: CountedFigures): MonthCost {
  const { usage, needsArchive } = computeUsage(views, figures, assumed.cached);
  const bare = computeUsage(views, figures, { pages: 0, pictures: 0 });
  const extra = priceUsage(usage);
  return { views, usage, extra, total: sum(extra), totalWithoutCache: sum(priceUsage(bare.usage)), needsArchive };
}

const sum = (extra: Usage) => planDollars + Object.values(extra).reduce((total, dollars) => total + dollars, 0);

function priceUsage(usage: Usage): Usage {
  const priced = Object.entries(prices).map(([name, { included, dollars, per }]) => {
    const beyond = Math.max(0, usage[name as Resource] - included);
    return [name, (beyond / per) * dollars];
  });
  return Object.fromEntries(priced) as Usage;
}

/** The dollars of `usage` beyond what the plan includes, for tests. */
export const priceOf = (usage: Partial<Usage>) => sum(priceUsage({ ...zero, ...usage })) - planDollars;

function computeUsage(
  views: number,
  { routes, view, jobs }: CountedFigures,
  cached: { pages: number; pictures: number },
): { usage: Usage; needsArchive: boolean } {
  const usage = { ...zero };
  /** `times` answers of a route; a share of them comes from the cache, which costs a request and nothing else. */
  const add = (name: string, times: number, share = 0) => {
    const route: Counted | undefined = routes[name];
    if (!route) throw new Error(`${name} was not counted.`);
    const run = times * (1 - share);
    usage.requests += times;
    usage.cpu += run * route.cpuMs;
    usage.rowsRead += run * route.rowsRead;
    usage.rowsWritten += run * route.rowsWritten;
    usage.logLines += run * assumed.linesPerAnswer;
  };
  /** Each message is charged by itself. The consumer runs once a second at most, and each run counts as a request here. */
  const send = (messages: number) => {
    usage.queueOperations += messages * assumed.operationsPerMessage;
    const batches = Math.min(messages, days * 24 * 60 * 60);
    usage.requests += batches;
    usage.logLines += batches;
  };
  const runJobs = (counts: JobCounts, runs: number) => {
    usage.rowsRead += counts.rowsRead * runs;
    usage.rowsWritten += counts.rowsWritten * runs;
    usage.bucketWrites += counts.bucketWrites * runs;
    usage.bucketReads += counts.bucketReads * runs;
    usage.logLines += counts.lines * runs;
    usage.cpu += counts.cpuMs * runs;
    send(counts.messages * runs);
  };

  for (const [name, share] of Object.entries(assumed.pages)) add(name, views * share, cached.pages);
  add("listing", views * assumed.searchesPerView);

  const counted = views * assumed.accepting;
  add("collector", counted * assumed.messagesPerCountedView);
  send(counted * assumed.messagesPerCountedView);
  usage.rowsWritten += counted * view.rowsWritten;
  usage.rowsRead += counted * assumed.rowsReadPerCountedView;
  usage.cpu += counted * assumed.cpuPerCountedView;

  const enquiries = views * assumed.enquiriesPerView;
  add("contact, sent", enquiries);
  usage.mails += enquiries * assumed.mailsPerEnquiry;
  const applications = views * assumed.applicationsPerView;
  usage.mails += applications * assumed.mailsPerApplication;
  usage.bucketWrites += applications;
  usage.rowsWritten += usage.mails * assumed.rowsWrittenPerMail;
  send(usage.mails);

  const pictures = views * assumed.picturesPerView;
  usage.requests += pictures;
  usage.bucketReads += pictures * (1 - cached.pictures);
  usage.cpu += pictures * (1 - cached.pictures) * (routes["page data"]?.cpuMs ?? 0);
  usage.logLines += pictures * (1 - cached.pictures) * assumed.linesPerAnswer;

  add("inbox", assumed.staff.people * assumed.staff.days * assumed.staff.pagesADay);
  add("sign-in, sent", assumed.staff.people * assumed.staff.days);
  add("health", assumed.healthChecksADay * days);
  const [often, hourly] = [days * 24 * 12, days * 24];
  usage.requests += often + hourly;
  usage.logLines += often + hourly;
  runJobs(jobs.often, often);
  runJobs(jobs.hourly, hourly);

  const stored = (counted * assumed.monthsOfVisits * view.bytes) / gigabyte;
  const inDatabase = Math.min(stored, assumed.mostVisitsInDatabase);
  usage.databaseGb = assumed.databaseGb + inDatabase;
  usage.bucketGb = assumed.bucketGb + ((stored - inDatabase) * assumed.archivedBytesPerView) / view.bytes;
  usage.bucketWrites += assumed.staff.uploads;

  // A backup reads the whole database; files that the former one has are not stored again.
  const { rows, bytes } = jobs.backedUp;
  const visits = (inDatabase * gigabyte) / view.bytes;
  const size = 1 + visits / rows;
  const { rowsRead, rowsWritten, cpuMs } = jobs.backup;
  runJobs({ ...jobs.backup, rowsRead: rowsRead * size, rowsWritten, cpuMs: cpuMs * size }, days);
  usage.bucketWrites += (visits / assumed.rowsPerBackupObject) * days;
  usage.bucketGb += assumed.bucketGb + (mostBackups * bytes * size) / gigabyte;
  return { usage, needsArchive: stored > inDatabase };
}
