import { formatColleagueShort } from "#shared/accounts/format-colleague.ts";
import { formatTime, interviewKindNames, interviewStateNames } from "#shared/hiring/interview.ts";
import { readCriteria, type Score, verdictNames } from "#shared/hiring/scorecard.ts";
import { writeZonedTime } from "#shared/dates/zoned-time.ts";
import { toInstant } from "#app/ui/local-time.tsx";
import type { CardRow, InterviewRow, ScorecardRows } from "#worker/hiring/interviews/for-application.ts";
import type { TypedInterview } from "./refused.ts";

export type InterviewView = ReturnType<typeof toInterviewView>;

/** The data of one interview on the page of its application, at the instant `at`. */
export function toInterviewView(row: InterviewRow, { at, locale }: { at: number; locale: string }) {
  const { id, state, kind, place, minutes, message, zone, startsAt, answer, answeredAt, version, times, people } = row;
  return {
    id: id as string,
    version,
    state,
    stateName: interviewStateNames[state],
    kindName: interviewKindNames[kind],
    place,
    minutes,
    message,
    start: startsAt === null ? null : toInstant(startsAt, locale),
    /** How dialogs name it. */
    when: startsAt === null ? "" : formatTime(startsAt, { locale, zone }),
    times: times.map((time) => ({ ...toInstant(time, locale), isPast: time <= at })),
    people: people.map((each) => formatColleagueShort(each)),
    hasBegun: startsAt !== null && startsAt <= at,
    /** What the candidate wrote when no time suited them; null where they did not say so. */
    declined: state === "proposed" && answeredAt !== null ? { answer, at: toInstant(answeredAt, locale) } : null,
    fields: {
      kind,
      place,
      minutes: String(minutes),
      message,
      times: (state === "booked" && startsAt !== null ? [startsAt] : times).map((time) => ({
        local: writeZonedTime(time, zone),
        zone,
      })),
      interviewers: people.map((each) => each.id as string),
      isBooked: state === "booked",
    } satisfies TypedInterview,
  };
}

export type CardView = ReturnType<typeof toCardView>;

function toCardView(card: CardRow, locale: string) {
  const { id, scores, verdict, note, sentAt, correctedAt, version } = card;
  return {
    id: id as string,
    version,
    scores,
    verdict,
    verdictName: verdict === null ? "" : verdictNames[verdict],
    note,
    author: formatColleagueShort(card),
    sent: sentAt === null ? null : toInstant(sentAt, locale),
    isCorrected: correctedAt !== null,
  };
}

export type ScorecardsView = ReturnType<typeof toScorecardsView>;

/** The scorecards of an application as its reader may see them. `isAsked`: they are the assignee, and it has begun. */
export function toScorecardsView(
  { criteria, own, sent, others, hasMet }: ScorecardRows,
  { locale, isAsked }: { locale: string; isAsked: boolean },
) {
  const isSent = own !== null && own.sentAt !== null;
  return {
    own: own && toCardView(own, locale),
    others: others.map((card) => toCardView(card, locale)),
    sent,
    isSent,
    isDue: !isSent && (hasMet === 1 || isAsked),
    blank: {
      scores: mergeScores(readCriteria(criteria), own?.scores ?? []),
      verdict: own?.verdict ?? null,
      note: own?.note ?? "",
    },
  };
}

/** A line for each criterion of the job, as it was scored; what was scored of others stays after them. */
function mergeScores(criteria: readonly string[], scores: readonly Score[]): Score[] {
  const find = (criterion: string) => scores.find((score) => score.criterion === criterion);
  const isOther = ({ criterion, score, evidence }: Score) =>
    !criteria.includes(criterion) && (score !== null || evidence !== "");
  return [
    ...criteria.map((criterion) => find(criterion) ?? { criterion, score: null, evidence: "" }),
    ...scores.filter(isOther),
  ];
}
