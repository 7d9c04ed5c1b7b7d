/** The parts in which `npm run test:faults` runs: cases.ts says what each has. */
export const faultAreas = [
  "account",
  "accounts",
  "signing-in",
  "visitors",
  "hiring",
  "mails",
  "writing",
  "files",
  "imports",
  "desks",
  "figures",
  "search",
  "operations",
  "background",
] as const;
