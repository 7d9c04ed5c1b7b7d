/** Interviews and scorecards as the page of one application reads them: SQL for its one query. */
import { sql } from "kysely";
import type { InterviewKind, InterviewState } from "#shared/hiring/interview.ts";
import type { Score, Verdict } from "#shared/hiring/scorecard.ts";
import type { AccountId } from "#worker/db/accounts-tables.ts";
import type { InterviewId, ScorecardId } from "#worker/db/interviews-tables.ts";

export interface InterviewRow {
  id: InterviewId;
  state: InterviewState;
  kind: InterviewKind;
  place: string;
  minutes: number;
  message: string;
  zone: string;
  startsAt: number | null;
  answer: string;
  answeredAt: number | null;
  version: number;
  times: number[];
  people: { id: AccountId; email: string; name: string | null }[];
}

/** The interviews of an application, the newest first. */
export const interviewsAsJson = sql<string>`(select json_group_array(json_object('id', interviews.id, 'state', state,
  'kind', kind, 'place', interviews.place, 'minutes', minutes, 'message', message, 'zone', zone,
  'startsAt', starts_at, 'answer', answer, 'answeredAt', answered_at, 'version', interviews.version,
  'times', json((select json_group_array(starts_at order by starts_at) from interview_times
    where interview_id = interviews.id)),
  'people', json((select json_group_array(json_object('id', met.id, 'email', met.email, 'name', met.name)
    order by met.email) from interview_people join accounts as met on met.id = account_id
    where interview_id = interviews.id))) order by created_at desc, interviews.id desc)
  from interviews where application_id = applications.id)`;

export interface CardRow {
  id: ScorecardId;
  scores: Score[];
  verdict: Verdict | null;
  note: string;
  savedAt: number;
  sentAt: number | null;
  correctedAt: number | null;
  version: number;
  email: string | null;
  name: string | null;
}

export interface ScorecardRows {
  /** Of the job, JSON; null for the usual ones. */
  criteria: string | null;
  own: CardRow | null;
  /** How many others have sent theirs. */
  sent: number;
  /** Theirs; none until the reader has sent their own. */
  others: CardRow[];
  /** 1 where the reader was in an interview that was held. */
  hasMet: 0 | 1;
}

const card = sql`json_object('id', card.id, 'scores', json(card.scores), 'verdict', card.verdict, 'note', card.note,
  'savedAt', card.saved_at, 'sentAt', card.sent_at, 'correctedAt', card.corrected_at, 'version', card.version,
  'email', author.email, 'name', author.name)`;

/**
 * The scorecards of an application as `reader` may see them. Those of others leave the database only once the reader's own is
 * sent; drafts of others never do. The query must join `jobs`.
 */
export function scorecardsAsJson(reader: AccountId) {
  const ownSent = sql`exists (select 1 from scorecards where application_id = applications.id and author_id = ${reader}
    and sent_at is not null)`;
  return sql<string>`json_object(
    'criteria', openings.criteria,
    'own', json((select ${card} from scorecards as card left join accounts as author on author.id = card.author_id
      where card.application_id = applications.id and card.author_id = ${reader})),
    'sent', (select count(*) from scorecards where application_id = applications.id and sent_at is not null
      and author_id is not ${reader}),
    'others', json(case when ${ownSent} then (select json_group_array(${card} order by card.sent_at, card.id)
      from scorecards as card left join accounts as author on author.id = card.author_id
      where card.application_id = applications.id and card.sent_at is not null and card.author_id is not ${reader})
      else json_array() end),
    'hasMet', exists (select 1 from interviews join interview_people on interview_id = interviews.id
      where application_id = applications.id and state = 'held' and account_id = ${reader}))`;
}
