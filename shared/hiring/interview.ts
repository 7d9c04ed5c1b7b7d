/** Interviews: their kinds, their states and their limits. */

export const interviewKinds = ["video", "telephone", "on-site"] as const;
export type InterviewKind = (typeof interviewKinds)[number];
export const interviewKindNames: Record<InterviewKind, string> = {
  video: "Video call",
  telephone: "Telephone",
  "on-site": "On site",
};

/** `missed`: the candidate did not come. */
export type InterviewState = "proposed" | "booked" | "held" | "missed" | "cancelled";
export const interviewStateNames: Record<InterviewState, string> = {
  proposed: "Proposed",
  booked: "Booked",
  held: "Held",
  missed: "Did not come",
  cancelled: "Cancelled",
};

/** Most times that one interview proposes. */
export const mostTimes = 10;
/** Most colleagues in one interview. */
export const mostInterviewers = 10;
/** Most interviews of one application. */
export const mostInterviews = 30;
/** Length in minutes. */
export const interviewLength = { least: 10, usual: 45, most: 480 };
/** Most characters, as `maxlength` counts them. */
export const longest = { place: 300, message: 1000, answer: 1000 };

/**
 * A time in full in `zone`, with the name of the zone: 'Monday, 30 November 2026 at 10:00 CET'. A zone that this machine does
 * not know is UTC, and a language that it does not know English.
 */
export function formatTime(at: number, { locale, zone }: { locale: string; zone: string | undefined }): string {
  const options = {
    weekday: "long",
    day: "numeric",
    month: "long",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    timeZoneName: "short",
  } as const;
  const languages = [...(isLanguage(locale) ? [locale] : []), "en-GB"];
  try {
    return new Intl.DateTimeFormat(languages, { ...options, ...(zone !== undefined && { timeZone: zone }) }).format(at);
  } catch {
    return new Intl.DateTimeFormat(languages, { ...options, timeZone: "UTC" }).format(at);
  }
}

function isLanguage(locale: string): boolean {
  try {
    return Intl.getCanonicalLocales(locale).length > 0;
  } catch {
    return false;
  }
}
