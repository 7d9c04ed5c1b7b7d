import { nameSite } from "#worker/email/layout.ts";
import { now } from "#worker/lib/clock.ts";
import type { RequestScope } from "#worker/lib/scope.ts";
import { toCandidateEvent, toStaffEvent } from "./plan-mails.ts";
import type { selectBooked } from "./read-own.ts";
import { writeCalendar } from "./write-calendar.ts";

type Booked = NonNullable<Awaited<ReturnType<ReturnType<typeof selectBooked>["executeTakeFirst"]>>>;

/** A booked interview as a calendar file to download, for the candidate or for staff. */
export function answerCalendarFile(
  row: Booked,
  { reader }: { reader: "candidate" | "staff" },
  scope: Pick<RequestScope, "company" | "env">,
): Response {
  const site = nameSite(scope);
  const about = { id: row.application_id, job: row.job };
  const entry =
    reader === "candidate"
      ? toCandidateEvent(row, about, site)
      : toStaffEvent(row, about, `${site.origin}/job-applications/${row.application_id}`);
  const nobody = { name: "", email: "" };
  const times = { startsAt: row.starts_at, minutes: row.minutes, stamp: now() };
  return new Response(writeCalendar({ ...entry, ...times, organizer: nobody, attendee: nobody }, "publish"), {
    headers: {
      "Content-Type": "text/calendar; charset=utf-8",
      "Content-Disposition": 'attachment; filename="interview.ics"',
      "Referrer-Policy": "no-referrer",
      "X-Robots-Tag": "noindex",
    },
  });
}
