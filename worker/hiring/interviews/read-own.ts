/** Interviews as the candidate sees them, by the private link. */
import { sql } from "kysely";
import type { InterviewKind } from "#shared/hiring/interview.ts";
import { hashLink, ownId } from "#worker/hiring/applications/own-links.ts";
import type { Db } from "#worker/db/client.ts";
import type { InterviewId } from "#worker/db/interviews-tables.ts";
import { day } from "#shared/dates/durations.ts";
import { now } from "#worker/lib/clock.ts";

/** How long after it an interview stands on the candidate's page, in milliseconds. */
const shownAfter = day;

export interface OwnInterview {
  id: InterviewId;
  state: "proposed" | "booked" | "cancelled";
  kind: InterviewKind;
  place: string;
  minutes: number;
  message: string;
  startsAt: number | null;
  /** Those that can still be picked. */
  times: number[];
  /** Names of the interviewers who have one. */
  people: string[];
  /** True when the candidate has said that no time suits them. */
  isDeclined: boolean;
}

/** The query of the interviews that the page of the link with `hash` shows, in order; `toOwnInterview` reads its rows. */
export function selectOwnInterviews(db: Db, hash: string) {
  return db
    .selectFrom("interviews")
    .select(["id", "state", "kind", "place", "minutes", "message", "starts_at", "answered_at"])
    .select([
      sql<string>`(select json_group_array(starts_at order by starts_at) from interview_times
        where interview_id = interviews.id and starts_at > ${now()})`.as("times"),
      sql<string>`(select json_group_array(name order by name) from interview_people join accounts on accounts.id = account_id
        where interview_id = interviews.id and name is not null)`.as("people"),
    ])
    .where("application_id", "=", ownId(hash))
    .where(
      sql<boolean>`((state = 'proposed' and exists (select 1 from applications
        where id = application_id and stage not in ('rejected', 'withdrawn'))) or (state in ('booked', 'cancelled') and starts_at > ${now() - shownAfter}))`,
    )
    .orderBy("created_at");
}

type OwnRow = Awaited<ReturnType<ReturnType<typeof selectOwnInterviews>["execute"]>>[number];

export function toOwnInterview({ starts_at, answered_at, times, people, state, ...same }: OwnRow): OwnInterview {
  return {
    ...same,
    state: state as OwnInterview["state"],
    startsAt: starts_at,
    times: JSON.parse(times) as number[],
    people: JSON.parse(people) as string[],
    isDeclined: state === "proposed" && answered_at !== null,
  };
}

/** A booked interview of the application that `token` opens, for a calendar; undefined where there is none. */
export async function readOwnBooked(db: Db, { token, id }: { token: string; id: string }) {
  const hash = await hashLink(token);
  if (!hash) return undefined;
  return selectBooked(db, id).where("interviews.application_id", "=", ownId(hash)).executeTakeFirst();
}

/** A booked interview, for a calendar. */
export function selectBooked(db: Db, id: string) {
  return db
    .selectFrom("interviews")
    .innerJoin("applications", "applications.id", "interviews.application_id")
    .leftJoin("openings", "openings.id", "applications.opening_id")
    .select(["interviews.id", "interviews.kind", "interviews.place", "minutes", "message", "sequence"])
    .select(["application_id", "openings.title as job"])
    .select(sql<number>`starts_at`.as("starts_at"))
    .where("interviews.id", "=", id as InterviewId)
    .where("interviews.state", "=", "booked")
    .where("starts_at", "is not", null);
}
