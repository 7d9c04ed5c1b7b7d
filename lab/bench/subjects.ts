import type { BenchSubject } from "./subject.ts";
import { accounts } from "./subjects/accounts.ts";
import { analytics } from "./subjects/analytics.ts";
import { careers } from "./subjects/openings.ts";
import { contact } from "./subjects/enquiries.ts";
import { hiring } from "./subjects/hiring.ts";
import { insights } from "./subjects/insights.ts";
import { pages } from "./subjects/pages.ts";
import { publishing } from "./subjects/publishing.ts";
import { service } from "./subjects/service.ts";
import { staff } from "./subjects/staff.ts";

/** Everything that the bench measures, in the order of its tables. */
export const benchSubjects: readonly BenchSubject[] = [
  pages,
  insights,
  publishing,
  careers,
  hiring,
  contact,
  accounts,
  staff,
  analytics,
  service,
];
