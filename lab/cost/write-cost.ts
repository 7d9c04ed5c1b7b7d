import { mostBackups } from "../../worker/backups/keep-backups.ts";
import { writeTable } from "../../scripts/lib/write-table.ts";
import { assumed } from "./assumed.ts";
import { computeMonth, type MonthCost, type Usage } from "./compute-cost.ts";
import type { CountedFigures } from "./counted.ts";
import { freeCpuMs, planDollars, prices, pricesReadOn, type Resource } from "./prices.ts";

export const listedViews = [10_000, 30_000, 100_000, 300_000, 1_000_000, 3_000_000, 10_000_000];

const count = (number: number) => Math.round(number).toLocaleString("en");
const dollars = (number: number) => number.toFixed(2);
const gigabytes = (number: number) => number.toFixed(1);
const percent = (share: number) => `${Math.round(share * 100)} %`;

/** docs/cost.md. */
export function writeCost(figures: CountedFigures): string {
  const months = listedViews.map((views) => computeMonth(views, figures));
  return `${[
    "# What it costs to run",
    `Written by \`npm run lab -- cost\`: from what \`npm run lab -- bench\` counted of pages on ${figures.at} UTC and \`npm run lab -- cost --count\` of jobs on ${figures.jobs.at} UTC ([figures](figures.md)), from the limits that the tests hold, and from Cloudflare's prices of ${pricesReadOn}. US dollars a month, without tax. \`npm test\` fails when this page is older than its figures.`,
    "## In short",
    writeShort(months, figures),
    "## By page views a month",
    writeMonths(months),
    "Requests that the cache answers are counted as requests, although they run nothing. Files of the build are free. Where the last column is larger, the cache saves the difference. Jobs and backups are in each row: they run without visitors too.",
    "## What drives it",
    writeDrivers(months),
    "## How to lower it",
    writeAdvice(),
    "## What is assumed",
    writeAssumed(figures),
    "## Prices",
    writePrices(),
  ].join("\n\n")}\n`;
}

function writeShort(months: readonly MonthCost[], { routes }: CountedFigures): string {
  const signIn = routes["sign-in, sent"]?.cpuMs ?? 0;
  return [
    writeTable(
      ["Views a month", "USD a month", "Plan of Workers", "Most of it"],
      months.map(({ views, total, extra, needsArchive }) => {
        const [most] = listParts(extra);
        const part = most ? `${prices[most[0]].unit}, $${dollars(most[1])}` : `the plan, $${planDollars}`;
        return [count(views), dollars(total), needsArchive ? "Paid, archive" : "Paid", part];
      }),
    ),
    [
      `- **The paid plan ($${planDollars}) is needed from the first visitor on.** A sign-in takes about ${count(signIn)} ms of CPU, because passwords are hashed slowly on purpose, and the free plan ends a request after ${freeCpuMs} ms. Mails to clients need it too.`,
      "- A domain, its mailboxes and a provider for mail other than Cloudflare come on top. So do Workers AI, Vectorize and Images: as the repository is configured, none of them is used.",
    ].join("\n"),
  ].join("\n\n");
}

/** What is paid beyond the plan, the largest first. */
function listParts(extra: Usage): [Resource, number][] {
  return (Object.entries(extra) as [Resource, number][])
    .filter(([, part]) => part >= 0.005)
    .toSorted(([, one], [, other]) => other - one);
}

function writeMonths(months: readonly MonthCost[]): string {
  return writeTable(
    [
      "Views",
      "Requests",
      "CPU ms",
      "Rows read",
      "Rows written",
      "D1 GB",
      "Queue operations",
      "R2 A",
      "R2 B",
      "R2 GB",
      "Mails",
      "Plan",
      "USD",
      "USD without cache",
    ],
    months.map(({ views, usage, total, totalWithoutCache, needsArchive }) => [
      count(views),
      count(usage.requests),
      count(usage.cpu),
      count(usage.rowsRead),
      count(usage.rowsWritten),
      gigabytes(usage.databaseGb),
      count(usage.queueOperations),
      count(usage.bucketWrites),
      count(usage.bucketReads),
      gigabytes(usage.bucketGb),
      count(usage.mails),
      needsArchive ? "Paid, archive" : "Paid",
      dollars(total),
      dollars(totalWithoutCache),
    ]),
  );
}

function writeDrivers(months: readonly MonthCost[]): string {
  const last = months.at(-1);
  if (!last) return "";
  const parts = listParts(last.extra);
  const archive = months.find(({ needsArchive }) => needsArchive);
  return [
    `Beyond the plan, ${count(last.views)} views a month pay for:`,
    parts.map(([name, extra]) => `- ${prices[name].unit}: $${dollars(extra)}`).join("\n"),
    ...(archive
      ? [
          `From about ${count(archive.views)} views a month on, the visits of ${assumed.monthsOfVisits} months do not fit into one database: [the archive](visit-archive.md) takes the older ones ("archive" in the table).`,
        ]
      : []),
  ].join("\n\n");
}

function writeAdvice(): string {
  return [
    "- **Mails**: send them by your company's mail server or another provider (`MAIL_TRANSPORT`, [how](mail.md)). Those to verified addresses of the account, such as the owner's, are free at Cloudflare.",
    "- **Queues**: without the binding `VISITOR_QUEUE` visits are written directly. That saves all operations of that queue; a database that is away then costs visits.",
    "- **Lines of logs**: `invocation_logs = false` under `[observability.logs]` in `wrangler.toml` halves them; answers from memory have no line then.",
    "- **R2**: keep fewer backups (`periods` in `worker/backups/keep-backups.ts`, and the days that the privacy policy says), or move old visits to [the archive](visit-archive.md): a backup reads the whole database each night.",
    "- **Rows written**: keep visits for a shorter time (`visits` in `worker/lib/terms.ts`), or count fewer of them.",
    "- **Requests and CPU**: leave Workers Caching on (`[cache]` in `wrangler.toml`), and keep public pages free of what differs between visitors.",
    "- **Surprises**: set an alert under Billing at Cloudflare, and `limits.cpu_ms` in `wrangler.toml`. Rate limits keep one address from running up requests.",
  ].join("\n");
}

function writeAssumed({ view, jobs }: CountedFigures): string {
  const { cached, accepting, staff } = assumed;
  const pages = Object.entries(assumed.pages).map(([name, share]) => `${name} ${percent(share)}`);
  return [
    "Nobody can count these beforehand. Put yours into `lab/cost/assumed.ts` and run `npm run lab -- cost`.",
    [
      `- Views: ${pages.join(", ")}; ${percent(assumed.searchesPerView)} of them search, which counts as a listing.`,
      `- From the cache: ${percent(cached.pages)} of pages, ${percent(cached.pictures)} of pictures; ${assumed.picturesPerView} pictures a view.`,
      `- ${percent(accepting)} of visitors accept that their visit is counted: ${assumed.messagesPerCountedView} messages a view, and at most ${view.rowsWritten} rows written and ${view.bytes} bytes kept, which the tests hold. Kept for ${assumed.monthsOfVisits} months.`,
      `- An enquiry in ${count(1 / assumed.enquiriesPerView)} views with ${assumed.mailsPerEnquiry} mails, an application in ${count(1 / assumed.applicationsPerView)} with ${assumed.mailsPerApplication}.`,
      `- ${staff.people} people of staff, each on ${staff.days} days with a sign-in and ${staff.pagesADay} pages like the inbox. A monitor that asks for the health each minute.`,
      `- ${assumed.databaseGb} GB in D1 and ${assumed.bucketGb} GB in R2 without visits.`,
      `- Estimated, not counted: ${assumed.rowsReadPerCountedView} rows read and ${assumed.cpuPerCountedView} ms of CPU for each counted view, ${assumed.rowsWrittenPerMail} rows written for each mail, ${assumed.linesPerAnswer} lines of logs for each answer.`,
      `- A message of a queue is ${assumed.operationsPerMessage} operations (written, read, deleted), also within a batch. A batch is also a request; there is one a second at most.`,
      `- Counted: a run each five minutes reads ${count(jobs.often.rowsRead)} rows and writes ${count(jobs.often.rowsWritten)}, one each hour ${count(jobs.hourly.rowsRead)} and ${count(jobs.hourly.rowsWritten)}. A backup of ${count(jobs.backedUp.rows)} rows reads ${count(jobs.backup.rowsRead)}, takes ${count(jobs.backup.bucketWrites)} operations of class A and ${count(jobs.backup.bucketReads)} of class B, and stores ${count(jobs.backedUp.bytes / 1000)} kB. Larger databases are counted in proportion, with ${mostBackups} backups kept and each file kept once more.`,
      "- CPU is that of the machine that counted, which is not Cloudflare's.",
    ].join("\n"),
  ].join("\n\n");
}

function writePrices(): string {
  return [
    `Read on ${pricesReadOn}; \`lab/cost/prices.ts\` has them. The paid plan costs $${planDollars} and includes:`,
    writeTable(
      ["What", "Included", "Beyond, USD", "Free plan", "Source"],
      Object.values(prices).map((price) => [
        price.unit,
        count(price.included),
        `${price.dollars} for ${count(price.per)}`,
        "isTotal" in price
          ? `${price.free} in all`
          : price.free === 0
            ? "none"
            : Number.isFinite(price.free)
              ? `${count(price.free)} a day`
              : `${freeCpuMs} a request`,
        `[${new URL(price.source).pathname.split("/")[1] ?? ""}](${price.source})`,
      ]),
    ),
  ].join("\n\n");
}
