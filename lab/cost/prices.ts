import { emailPrices } from "../../scripts/mail/prices.ts";

/**
 * What Cloudflare charges, in US dollars without tax, as its pages said on `pricesReadOn`. When they change: put the numbers right here,
 * set the date, and run `npm run lab -- cost`. Those of mails, which an owner reads too, are in scripts/mail/prices.ts.
 */
export const pricesReadOn = "2026-11-23";

interface Price {
  /** What is counted. */
  unit: string;
  /** Included in the paid plan, each month. */
  included: number;
  /** For each of `per` beyond that. */
  dollars: number;
  per: number;
  /** What the free plan allows: units a day, or in all where `isTotal`. */
  free: number;
  isTotal?: true;
  source: string;
}

const million = 1_000_000;

/** The paid plan of Workers, a month. */
export const planDollars = 5;

/** Milliseconds of CPU that one request may take on the free plan. */
export const freeCpuMs = 10;

export const prices = {
  requests: {
    unit: "requests",
    included: 10 * million,
    dollars: 0.3,
    per: million,
    free: 100_000,
    source: "https://developers.cloudflare.com/workers/platform/pricing/",
  },
  cpu: {
    unit: "ms of CPU",
    included: 30 * million,
    dollars: 0.02,
    per: million,
    // Each request has its own limit there.
    free: Number.POSITIVE_INFINITY,
    source: "https://developers.cloudflare.com/workers/platform/pricing/",
  },
  rowsRead: {
    unit: "rows read",
    included: 25_000 * million,
    dollars: 0.001,
    per: million,
    free: 5 * million,
    source: "https://developers.cloudflare.com/d1/platform/pricing/",
  },
  rowsWritten: {
    unit: "rows written",
    included: 50 * million,
    dollars: 1,
    per: million,
    free: 100_000,
    source: "https://developers.cloudflare.com/d1/platform/pricing/",
  },
  databaseGb: {
    unit: "GB in D1",
    included: 5,
    dollars: 0.75,
    per: 1,
    // Of one database; all together may have 5 GB.
    free: 0.5,
    isTotal: true,
    source: "https://developers.cloudflare.com/d1/platform/pricing/",
  },
  queueOperations: {
    unit: "operations of queues",
    included: million,
    dollars: 0.4,
    per: million,
    free: 10_000,
    source: "https://developers.cloudflare.com/queues/platform/pricing/",
  },
  bucketWrites: {
    unit: "R2 operations of class A",
    included: million,
    dollars: 4.5,
    per: million,
    free: million / 30,
    source: "https://developers.cloudflare.com/r2/pricing/",
  },
  bucketReads: {
    unit: "R2 operations of class B",
    included: 10 * million,
    dollars: 0.36,
    per: million,
    free: (10 * million) / 30,
    source: "https://developers.cloudflare.com/r2/pricing/",
  },
  bucketGb: {
    unit: "GB in R2",
    included: 10,
    dollars: 0.015,
    per: 1,
    free: 10,
    isTotal: true,
    source: "https://developers.cloudflare.com/r2/pricing/",
  },
  mails: {
    unit: "mails",
    included: emailPrices.includedAMonth,
    dollars: emailPrices.perThousand,
    per: 1000,
    // To verified addresses alone.
    free: 0,
    source: "https://developers.cloudflare.com/email-service/platform/pricing/",
  },
  logLines: {
    unit: "lines of logs",
    included: 20 * million,
    dollars: 0.6,
    per: million,
    free: 200_000,
    source: "https://developers.cloudflare.com/workers/observability/logs/workers-logs/",
  },
} as const satisfies Record<string, Price>;

export type Resource = keyof typeof prices;
