import { sql } from "kysely";
import type { ApplicationId, CandidateId } from "#worker/db/applications-tables.ts";
import type { Db } from "#worker/db/client.ts";

/** The present state of these applications, from which a change of several starts; those that are gone are left out, and those that were withdrawn and are only held. */
export async function readStandings(db: Db, ids: readonly ApplicationId[]) {
  return db
    .selectFrom("applications")
    .leftJoin("openings", "openings.id", "applications.opening_id")
    .select([
      "applications.id",
      "applications.name",
      "applications.stage",
      "applications.assignee_id",
      "applications.version",
      "openings.stages",
      sql<string>`(select json_group_array(tag) from application_tags where application_id = applications.id)`.as(
        "tags",
      ),
    ])
    .where("applications.id", "in", ids)
    .where("applications.sealed_at", "is", null)
    .execute();
}

/** The person whom an application belongs to; undefined when it is gone, or was withdrawn and is only held. */
export async function readCandidateOf(db: Db, id: ApplicationId): Promise<CandidateId | undefined> {
  const row = await db
    .selectFrom("applications")
    .select("candidate_id")
    .where("id", "=", id)
    .where("sealed_at", "is", null)
    .executeTakeFirst();
  return row?.candidate_id;
}
