import { subject as accounts } from "./accounts/subject.ts";
import { subject as analytics } from "./analytics/subject.ts";
import { subject as applications } from "#worker/hiring/applications/subject.ts";
import { subject as audit } from "./audit/subject.ts";
import { subject as backups } from "./backups/subject.ts";
import { subject as candidateMails } from "#worker/hiring/mails/subject.ts";
import { subject as careers } from "#worker/hiring/openings/subject.ts";
import { subject as contact } from "#worker/enquiries/subject.ts";
import { subject as failedMessages } from "#worker/failed-messages/subject.ts";
import { subject as email } from "./email/subject.ts";
import { subject as imports } from "./imports/subject.ts";
import { subject as insights } from "./insights/subject.ts";
import { subject as interviews } from "#worker/hiring/interviews/subject.ts";
import type { Subject } from "./lib/subject.ts";
import { subject as media } from "./media/subject.ts";
import { subject as operations } from "./operations/subject.ts";
import { subject as retention } from "#worker/privacy/subject.ts";
import { subject as search } from "./search/subject.ts";
import { subject as site } from "./site/subject.ts";

/** Every subject: the one list that a new one is added to. docs/how-to-add-a-subject.md has the rest. */
export const subjects = [
  accounts,
  analytics,
  applications,
  audit,
  backups,
  candidateMails,
  careers,
  contact,
  failedMessages,
  email,
  imports,
  insights,
  interviews,
  media,
  operations,
  retention,
  search,
  site,
] as const satisfies readonly Subject[];

type Declared = (typeof subjects)[number];

/** What the audit log may say was done: the actions of all subjects. */
export type AuditAction = Extract<Declared, { auditActions: readonly string[] }>["auditActions"][number];

/** The kinds of mail that may be planned: the mails of all subjects. */
export type MailKind = Extract<Declared, { mails: readonly string[] }>["mails"][number];
