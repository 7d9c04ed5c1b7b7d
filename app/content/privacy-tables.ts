/**
 * The tables of the privacy policy. Their rows come from what the software declares (worker/<subject>/subject.ts); here
 * are the names of the columns, and the rows that no software enforces.
 */

export const cookieTable = {
  caption: "Cookies set by this site",
  columns: ["Name", "Purpose", "Life"],
} as const;

export const storageTable = {
  caption: "Entries in your browser’s storage",
  columns: ["Key", "Content and purpose", "When, and until when"],
} as const;

export const termsTable = {
  caption: "Grounds and terms under the GDPR and UK GDPR",
  columns: ["Data", "Ground", "Kept"],
  /** What lies outside the database, and accounts of people who work here. */
  furtherRows: [
    ["Logs, and counters of requests", "Interest in a safe, working site, Article 6(1)(f)", "7 days; 60 seconds"],
    [
      "Accounts with a role",
      "Employment or service contract, Article 6(1)(b), and security, 6(1)(f)",
      "As long as the role, then as accounts without one",
    ],
    [
      "Correspondence in our mailboxes",
      "Steps before a contract, 6(1)(b), or our interest in answering, 6(1)(f)",
      "As enquiries; deleted by hand",
    ],
  ],
} as const;
