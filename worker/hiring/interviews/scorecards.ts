import { sql } from "kysely";
import { z } from "zod";
import { cleanLine } from "#shared/text/clean-line.ts";
import {
  bestScore,
  longestCriterion,
  longestEvidence,
  longestVerdictNote,
  mostCriteria,
  type Score,
  type Verdict,
  verdicts,
} from "#shared/hiring/scorecard.ts";
import { addHistory } from "#worker/hiring/applications/history.ts";
import { runRecorded, runVersioned } from "#worker/audit/run-versioned.ts";
import type { AccountId } from "#worker/db/accounts-tables.ts";
import type { ApplicationId } from "#worker/db/applications-tables.ts";
import type { Db } from "#worker/db/client.ts";
import type { ScorecardId } from "#worker/db/interviews-tables.ts";
import { now } from "#worker/lib/clock.ts";
import { ConflictError, InvalidInputError } from "#worker/lib/errors.ts";
import { newId } from "#worker/lib/ids.ts";
import { parseInput } from "#worker/lib/forms/parse-input.ts";
import type { RequestScope } from "#worker/lib/scope.ts";
import { cleanText } from "./interview-input.ts";

const line = (longest: number) =>
  z
    .string()
    .transform((text) => cleanLine(text.toWellFormed()))
    .pipe(z.string().max(longest, `Keep it within ${longest} characters.`));

const scorecardInput = z.object({
  scores: z
    .array(
      z.object({
        criterion: line(longestCriterion).pipe(z.string().min(1)),
        score: z.number().int().min(1).max(bestScore).nullable(),
        evidence: line(longestEvidence),
      }),
    )
    // Those of the job, and those of a card that was begun before the job's changed.
    .max(mostCriteria * 2),
  verdict: z.enum(verdicts).nullable(),
  note: z.string().transform(cleanText).pipe(z.string().max(longestVerdictNote, "Keep it within 4,000 characters.")),
});

interface Saved {
  applicationId: ApplicationId;
  actor: AccountId;
  /** Of the colleague's own card as they saw it; 0 for none. */
  version: number;
  input: unknown;
  /** Sent, others can read it, and the sender can read theirs. */
  isSent: boolean;
}

const changedElsewhere = "You changed this scorecard in another window. What you typed is still here.";

/**
 * Stores somebody's own scorecard: as a draft, which nobody else sees, or for good. One that was sent can only be corrected.
 * @throws {InvalidInputError} by field; one that is sent needs a verdict
 * @throws {ConflictError} when its author has changed it since, or the application is gone
 */
export async function saveScorecard(
  db: Db,
  { applicationId, actor, version, input: written, isSent }: Saved,
  { requestId }: Pick<RequestScope, "requestId">,
): Promise<"saved" | "sent" | "corrected"> {
  const input = parseInput(scorecardInput, written);
  const own = await db
    .selectFrom("scorecards")
    .select(["id", "version", "sent_at"])
    .where("application_id", "=", applicationId)
    .where("author_id", "=", actor)
    .executeTakeFirst();
  if ((own?.version ?? 0) !== version) throw new ConflictError(changedElsewhere);
  const wasSent = own !== undefined && own.sent_at !== null;
  const what = wasSent ? "corrected" : isSent ? "sent" : "saved";
  if (what !== "saved" && input.verdict === null) throw new InvalidInputError({ verdict: ["Choose a verdict."] });
  const at = now();
  const values = {
    scores: JSON.stringify(input.scores satisfies Score[]),
    verdict: input.verdict satisfies Verdict | null,
    note: input.note,
    saved_at: at,
    ...(what === "sent" && { sent_at: at }),
    ...(what === "corrected" && { corrected_at: at }),
  };
  const queries =
    what === "saved"
      ? []
      : [
          // Nothing of what it says: the history is read by who has not scored yet.
          addHistory(db, { applicationId, actor, kind: what === "sent" ? "scored" : "score-corrected" }),
          db.updateTable("applications").set({ updated_at: at }).where("id", "=", applicationId),
        ];
  const audit = { action: `scorecard.${what}`, detail: { application: applicationId } } as const;
  if (own) {
    await runVersioned(db, {
      table: "scorecards",
      id: own.id,
      version,
      actor,
      requestId,
      conflict: changedElsewhere,
      where: sql<boolean>`(sent_at is not null) = ${wasSent ? 1 : 0} and exists (select 1 from applications
        where id = ${applicationId} and sealed_at is null)`,
      set: values,
      audit,
      queries,
    });
    return what;
  }
  await runRecorded(db, {
    actor,
    requestId,
    subject: applicationId,
    audit,
    given: {
      rows: sql`(select 1 from applications where id = ${applicationId} and sealed_at is null and not exists
        (select 1 from scorecards where application_id = ${applicationId} and author_id = ${actor}))`,
      conflict: changedElsewhere,
    },
    queries: [
      db.insertInto("scorecards").values({
        id: newId<ScorecardId>(),
        application_id: applicationId,
        author_id: actor,
        sent_at: null,
        corrected_at: null,
        ...values,
      }),
      ...queries,
    ],
  });
  return what;
}
