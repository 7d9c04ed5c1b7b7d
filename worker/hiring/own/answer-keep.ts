import { sql } from "kysely";
import { recordAuditWhen } from "#worker/audit/record.ts";
import { type Db, runBatch } from "#worker/db/client.ts";
import { now } from "#worker/lib/clock.ts";
import { InvalidInputError, NotFoundError } from "#worker/lib/errors.ts";
import type { RequestScope } from "#worker/lib/scope.ts";
import { insertHistory } from "#worker/hiring/applications/application-rows.ts";
import { readOwnApplication } from "./own-application.ts";

/**
 * Stores what the candidate answers to the question that waits: "yes" keeps the application until the day that they read there.
 * The row of the question proves the consent: its words and when. An answer sent twice counts once.
 * @throws {NotFoundError} when the application is gone
 * @throws {InvalidInputError} for anything but "yes" and "no"
 */
export async function answerKeep(
  db: Db,
  { token, answer }: { token: string; answer: string },
  { requestId }: Pick<RequestScope, "requestId">,
): Promise<void> {
  const own = await readOwnApplication(db, token);
  if (!own) throw new NotFoundError();
  if (answer !== "yes" && answer !== "no") throw new InvalidInputError({ answer: ["Choose one of the two."] });
  const question = own.keepQuestion;
  if (!question) return;
  const at = now();
  const open = db
    .selectFrom("keep_requests")
    .select("id")
    .where("id", "=", question.id)
    .where("answered_at", "is", null);
  const isOpen = sql<boolean>`exists ${open}`;
  const audit = { action: "application.keep_answered", detail: { answer } } as const;
  await runBatch(db, [
    recordAuditWhen(db, open, { ...audit, actor: null, subject: own.id, requestId }),
    insertHistory(db, { id: own.id, kind: "keep_answered", detail: { answer } }, isOpen),
    ...(answer === "no"
      ? []
      : [
          db
            .updateTable("applications")
            .set(({ eb }) => ({
              keep_until: sql<number>`max(coalesce(keep_until, 0), ${question.keepUntil})`,
              version: eb("version", "+", 1),
            }))
            .where("id", "=", own.id)
            .where(isOpen),
        ]),
    db
      .updateTable("keep_requests")
      .set({ answer, answered_at: at })
      .where("id", "=", question.id)
      .where("answered_at", "is", null),
  ]);
}
