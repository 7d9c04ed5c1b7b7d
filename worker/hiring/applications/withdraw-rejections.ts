import { type Compilable, sql } from "kysely";
import { now } from "#worker/lib/clock.ts";
import type { ApplicationId } from "#worker/db/applications-tables.ts";
import type { CandidateMailId } from "#worker/db/hiring-mails-tables.ts";
import type { Db } from "#worker/db/client.ts";

/** The queries that take back waiting mails about a rejection, for the batch that takes the rejection back. */
export function withdrawRejections(db: Db, id: ApplicationId): Compilable[] {
  const at = now();
  const mails = sql<CandidateMailId>`(select json_extract(detail, '$.mail') from application_history
    where application_id = ${id} and kind = 'mailed' and json_extract(detail, '$.template') = 'rejection')`;
  const waiting = sql<CandidateMailId>`(select rejection.id from application_mails as rejection
    join outbox on outbox.dedupe_key = 'candidate-mail:' || rejection.id
    where rejection.application_id = ${id} and rejection.id in ${mails}
      and outbox.state = 'waiting' and outbox.withdrawn_at is null)`;
  return [
    db.updateTable("application_mails").set({ withdrawn_at: at }).where("id", "in", waiting),
    db
      .updateTable("outbox")
      .set({ withdrawn_at: at, text: "", html: "" })
      .where("state", "=", "waiting")
      .where("withdrawn_at", "is", null)
      .where(
        "dedupe_key",
        "in",
        sql<string>`(select 'candidate-mail:' || withdrawn.id from application_mails as withdrawn
          where withdrawn.application_id = ${id} and withdrawn.id in ${mails})`,
      ),
  ];
}

/** SQL condition: the mail may leave. One that rejects must not once its application is no longer rejected. */
export function maySay(mail: CandidateMailId, application: ApplicationId) {
  return sql<boolean>`not exists (select 1 from application_history join applications as rejected on rejected.id = application_id
    where application_id = ${application} and kind = 'mailed' and rejected.stage <> 'rejected'
      and json_extract(detail, '$.mail') = ${mail} and json_extract(detail, '$.template') = 'rejection')`;
}
