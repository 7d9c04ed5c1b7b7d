import type { RetentionRule } from "#worker/lib/subject.ts";
import { formatTerm, terms } from "#worker/lib/terms.ts";
import { isApplicationHeld } from "#worker/privacy/held-rows.ts";
import { proveErased } from "./prove-erased.ts";

// The "+" below keeps the database from the index of stages, which says nothing of the time.
const consent = "Consent given by the tick, Article 6(1)(a), and steps before a contract, 6(1)(b)";

const gone = {
  table: "applications",
  key: ["id"],
  unless: isApplicationHeld,
  atOnce: 20,
  prove: proveErased,
} as const;

/** How long applications stay. The first five delete; `because` tells staff why. */
export const retention = [
  {
    ...gone,
    since: "ended_at",
    where: "ended_at is not null and keep_until is null and +stage in ('rejected', 'withdrawn')",
    term: terms.endedApplications,
    keeps: "Applications that came to nothing, with answers, files and history",
    after: "after the decision, or until you withdraw",
    because: `${formatTerm(terms.endedApplications)} will have passed since it was rejected or withdrawn`,
    why: `${consent}; after the decision our interest in answering claims, 6(1)(f)`,
  },
  {
    ...gone,
    since: "keep_until",
    where: "keep_until is not null and +stage in ('rejected', 'withdrawn')",
    term: { days: 1 },
    keeps: "Applications that you let us keep for other roles",
    after: `after the ${formatTerm(terms.keptApplications)} to which you agreed, or until you withdraw`,
    because: "the time to which the candidate agreed will be over",
    why: "Consent given by the second tick or later, Article 6(1)(a)",
  },
  {
    ...gone,
    since: "stage_since",
    where: "stage = 'hired'",
    term: terms.hiredApplications,
    keeps: "Applications of people whom we hired",
    after: "after you were hired",
    because: `${formatTerm(terms.hiredApplications)} will have passed since they were hired`,
    why: "Employment contract, Article 6(1)(b)",
  },
  {
    ...gone,
    since: "max(updated_at, coalesce(keep_until, 0))",
    where: "stage not in ('hired', 'rejected', 'withdrawn')",
    term: terms.idleApplications,
    keeps: "Applications without a decision",
    after: "after the last change or the end of what you agreed to, or until you withdraw",
    because: `${formatTerm(terms.idleApplications)} will have passed since the last work on it, or since the end of what the candidate agreed to`,
    why: consent,
  },
  {
    ...gone,
    since: "sealed_at",
    where: "sealed_at is not null",
    term: { hours: 1 },
    keeps: "Applications that you withdrew and a law makes us keep",
    after: "after that ends",
    because: "the candidate withdrew it",
    why: "Legal duty or claims, Articles 6(1)(c) and 17(3)",
  },
  {
    table: "applications",
    key: ["id"],
    since: "received_at",
    where: "network_hash is not null",
    blank: { network_hash: null },
    term: { days: 1 },
    keeps: "Keyed hash of the network of an application, for limits",
    after: "after it arrived",
    why: "Interest in a usable site, Article 6(1)(f)",
  },
] as const satisfies readonly RetentionRule[];
