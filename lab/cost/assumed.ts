/** What nobody can count beforehand. docs/cost.md prints these numbers: put yours here and run `npm run lab -- cost`. */
export const assumed = {
  /** Which pages are viewed, by the names of docs/figures.md; together 1. */
  pages: {
    home: 0.3,
    service: 0.2,
    industry: 0.1,
    listing: 0.05,
    article: 0.2,
    "careers list": 0.05,
    opening: 0.07,
    contact: 0.03,
  },
  /** Shares of answers that Workers Caching gives: each is billed as a request, and runs nothing. */
  cached: { pages: 0.8, pictures: 0.9 },
  /** Visitors who accept that their visit is counted. */
  accepting: 0.6,
  /** A view, and how the page was left. */
  messagesPerCountedView: 2,
  /** Written, read and deleted. */
  operationsPerMessage: 3,
  rowsReadPerCountedView: 10,
  /** Consumer and sums; `npm run lab -- bench` measures 0.34 ms an event. */
  cpuPerCountedView: 1,
  /** The platform's line of an invocation, and ours. */
  linesPerAnswer: 2,
  /** Rows that a backup puts into one object at most (worker/backups/make-backup.ts). */
  rowsPerBackupObject: 5000,
  searchesPerView: 0.02,
  enquiriesPerView: 1 / 2000,
  /** To the owner, and to the sender. */
  mailsPerEnquiry: 2,
  applicationsPerView: 1 / 5000,
  mailsPerApplication: 3,
  rowsWrittenPerMail: 12,
  picturesPerView: 1.2,
  staff: { people: 5, days: 22, pagesADay: 100, uploads: 500 },
  /** One a minute. */
  healthChecksADay: 1440,
  monthsOfVisits: 25,
  /** GB without visits: articles, enquiries, applications and the search. */
  databaseGb: 0.5,
  /** GB of visits that a database of 10 GB has room for; older ones go to the archive (docs/visit-archive.md). */
  mostVisitsInDatabase: 8,
  archivedBytesPerView: 50,
  bucketGb: 2,
} as const;
