import { day } from "#shared/dates/durations.ts";
import { daysBetweenQuestions, endingDays } from "#shared/hiring/ending.ts";
import { formatDayIn } from "#shared/dates/format-day.ts";
import { hiredStage } from "#shared/hiring/hiring-stages.ts";
import { toInstant } from "#app/ui/local-time.tsx";
import type { ReadApplication } from "#worker/hiring/review/read-application.ts";

/** How long an application stays, for its page; `at` is now. */
export function toKeepingView(
  { keeping, application }: ReadApplication,
  { at, locale, mayHold }: { at: number; locale: string; mayHold: boolean },
) {
  const { end, isHeld, hold, asked, sealedAt } = keeping;
  const days = end === null ? null : Math.max(0, Math.ceil((end.at - at) / day));
  const isSoon = days !== null && days <= endingDays;
  return {
    end: end && { day: formatDayIn(end.at, locale), because: end.because },
    /** Where it is deleted within `endingDays`. */
    soon: isSoon ? describeDays(days) : null,
    isHeld,
    mayHold,
    /** Why it is held, for those who may hold. */
    hold:
      hold && mayHold
        ? {
            id: hold.id,
            reason: hold.reason,
            setter: hold.setter ?? "Former colleague",
            since: toInstant(hold.setAt, locale),
          }
        : null,
    asked: asked && {
      at: toInstant(asked.at, locale),
      answer: asked.answer,
      answered: asked.answeredAt === null ? null : toInstant(asked.answeredAt, locale),
      until: formatDayIn(asked.keepUntil, locale),
    },
    sealed: sealedAt === null ? null : toInstant(sealedAt, locale),
    /** Why the candidate cannot be asked now; null where they can. */
    noAsking: findReason({ stage: application.stage, askedAt: asked?.at ?? null, sealedAt, at }),
  };
}

function describeDays(days: number): string {
  if (days === 0) return "Deleted today";
  return `Deleted in ${days === 1 ? "1 day" : `${days} days`}`;
}

interface Asking {
  stage: string;
  askedAt: number | null;
  sealedAt: number | null;
  at: number;
}

function findReason({ stage, askedAt, sealedAt, at }: Asking): string | null {
  if (sealedAt !== null) return "The candidate has withdrawn it.";
  if (stage === hiredStage) return "Who was hired is not asked: other duties keep the papers.";
  if (askedAt !== null && askedAt > at - daysBetweenQuestions * day)
    return `A candidate is asked once in ${daysBetweenQuestions} days.`;
  return null;
}
