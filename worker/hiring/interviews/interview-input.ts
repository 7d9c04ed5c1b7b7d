import { z } from "zod";
import { cleanLine } from "#shared/text/clean-line.ts";
import { interviewKinds, interviewLength, longest, mostInterviewers, mostTimes } from "#shared/hiring/interview.ts";
import { isZone } from "#shared/dates/zoned-time.ts";
import type { AccountId } from "#worker/db/accounts-tables.ts";

/** Control characters except the line feed. SQLite takes the first NUL for the end of a text. */
// oxlint-disable-next-line no-control-regex -- control characters are what it looks for
const unprintable = /[\u0000-\u0009\u000B-\u001F\u007F]/g;

/** A text of several lines, as candidates and staff write it. */
export function cleanText(text: string): string {
  return text.toWellFormed().replaceAll(/\r\n?/g, "\n").replaceAll(unprintable, " ").trim();
}

const { least, most } = interviewLength;
const length = `Between ${least} minutes and ${most / 60} hours.`;

/** What staff write of an interview. Instants are epoch milliseconds. */
export const interviewInput = z
  .object({
    kind: z.enum(interviewKinds, "Choose how you meet."),
    place: z
      .string()
      .transform((text) => cleanLine(text.toWellFormed()))
      .pipe(z.string().max(longest.place, `Keep it within ${longest.place} characters.`)),
    minutes: z.number(length).int(length).min(least, length).max(most, length),
    message: z
      .string()
      .transform(cleanText)
      .pipe(z.string().max(longest.message, `Keep it within ${longest.message.toLocaleString("en")} characters.`)),
    zone: z.string().max(64).refine(isZone, "Choose a time zone."),
    times: z
      .array(z.number().int())
      .min(1, "Give a day and a time.")
      .max(mostTimes, `Propose ${mostTimes} times at most.`)
      .refine((all) => new Set(all).size === all.length, "Two of the times are the same.")
      .transform((all) => all.toSorted((a, b) => a - b)),
    interviewers: z
      .array(z.uuid().transform((id) => id as AccountId))
      .transform((ids) => [...new Set(ids)])
      .pipe(
        z
          .array(z.custom<AccountId>())
          .min(1, "Choose who meets the candidate.")
          .max(mostInterviewers, `${mostInterviewers} colleagues at most.`),
      ),
    /** It takes place at the one time given; the candidate is not asked. */
    isBooked: z.boolean(),
  })
  .refine(({ isBooked, times }) => !isBooked || times.length === 1, {
    path: ["times"],
    message: "To book it at once, give one time.",
  })
  .refine(({ kind, place }) => kind !== "on-site" || place !== "", { path: ["place"], message: "Say where." });

export type InterviewInput = z.output<typeof interviewInput>;
