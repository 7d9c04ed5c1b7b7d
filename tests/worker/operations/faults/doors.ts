/** Every door by which the product changes something, as the built Worker, the API's own document and the subjects know them. */
import type { Subject } from "#worker/lib/subject.ts";
import { subjects } from "#worker/subjects.ts";
import { changingRoutes } from "../../built-worker.ts";
import { operations } from "../../api/endpoints.ts";

const all: readonly Subject[] = subjects;

/** By its name. */
export type JobName = string;

export const jobs = all.flatMap(({ jobs: own = [] }) => own);
const queues = all.flatMap(({ consumers = {} }) => Object.keys(consumers).flatMap((queue) => [queue, `${queue}-dead`]));

/** The names of all doors. */
export const doors: readonly string[] = [
  ...changingRoutes,
  ...operations.filter(({ method }) => method !== "get").map(({ name }) => name),
  ...queues,
  ...jobs.map(({ name }) => name),
];

/** What the audit log may say. */
export const auditActions = all.flatMap(({ auditActions: own = [] }) => own);

const reading =
  "a file that is handed out: nothing changes but its entry, without which it is not (account-faults.test.ts)";
const byOperator = "a script of the operator";
const byProvider = "an answer of the company's provider, a GET (oidc-answers.test.ts)";
const refusing = "what was refused or found out, and changes nothing that anybody asked for";

/** What no case leaves, and why. */
export const untried: Readonly<Record<string, string>> = {
  "user.exported": reading,
  "analytics.exported": reading,
  "consent.exported": reading,
  "application.opened": reading,
  "application.read": reading,
  "enquiry.read": reading,
  "person.row_handed_out": reading,
  "application.file_viewed": reading,
  "application.file_downloaded": reading,
  "application.figures_exported": reading,
  "audit.exported": reading,
  "enquiry.exported": reading,
  "site.exported": reading,
  "user.seeded": byOperator,
  "user.colleagues_seeded": byOperator,
  "user.made_by_operator": byOperator,
  "application.seeded": byOperator,
  "enquiry.seeded": byOperator,
  "dead_letter.seeded": byOperator,
  "second_factor.reset": byOperator,
  "signing_key.revoked": byOperator,
  "backup.restored": byOperator,
  "identity.linked": byProvider,
  "identity.roles_synced": byProvider,
  "user.provisioned": byProvider,
  "user.taken_over": byProvider,
  "session.refused": refusing,
  "session.confirmation_refused": refusing,
  "session.reuse_detected": refusing,
  "user.reset_held_back": refusing,
  "user.displaced": "an entry beside user.verified, in the same batch",
  "password.rehashed": "a sign-in's own upkeep, which the next sign-in makes up for",
  "application.sealed": "an entry beside application.withdrawn, where a legal hold keeps it",
};
