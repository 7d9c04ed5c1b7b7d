import { formatTime, interviewKindNames } from "#shared/hiring/interview.ts";
import { isZone } from "#shared/dates/zoned-time.ts";
import type { OwnApplication } from "#worker/hiring/own/own-application.ts";

export type ShownInterview = ReturnType<typeof showInterviews>[number];
export type ShownTime = ReturnType<typeof toTime>;

/** The interviews of a candidate's page; times are in the zone that is known of the candidate until script runs. */
export function showInterviews({ interviews, timeZone }: OwnApplication, locale: string) {
  const where = { locale, zone: isZone(timeZone) ? timeZone : "UTC" };
  return interviews.map(({ startsAt, times, kind, ...each }) => ({
    ...each,
    how: interviewKindNames[kind],
    start: startsAt === null ? null : toTime(startsAt, where),
    times: times.map((at) => toTime(at, where)),
  }));
}

function toTime(at: number, where: { locale: string; zone: string }) {
  return { at, iso: new Date(at).toISOString(), name: formatTime(at, where) };
}
