import { formatDay } from "#shared/dates/format-day.ts";
import { layOutMail, type MailSite, type MailText } from "#worker/email/layout.ts";

interface KeepMail {
  site: MailSite;
  /** Title of the job; null for an application without a role. */
  job: string | null;
  /** When it is deleted without an answer, in epoch milliseconds; null where that is not known. */
  deletedAt: number | null;
  keepUntil: number;
  /** Of the candidate's private page. */
  url: string;
}

/** To the candidate: whether the application may be kept. */
export function writeKeepMail({ site, job, deletedAt, keepUntil, url }: KeepMail): MailText {
  return layOutMail(site, {
    subject: "May we keep your application?",
    title: "May we keep your application?",
    facts: [
      ["Role", job ?? "No particular role"],
      ...(deletedAt === null ? [] : [["Deleted on", formatDay(deletedAt)] as const]),
    ],
    paragraphs: [
      `We would like to keep your application until ${formatDay(keepUntil)}, to think of you when another role comes up.`,
      "You decide on the page behind the link. If you say no, or nothing, we delete it when its time is over. A yes can be taken back there at any time: withdraw, and it is erased.",
    ],
    link: { url, name: "Say yes or no" },
    after: "",
  });
}

interface EndingMail {
  site: MailSite;
  /** How many are deleted within the next days. */
  count: number;
  days: number;
  url: string;
}

/** To the hiring team: how many applications are deleted soon, and no names. */
export function writeEndingMail({ site, count, days, url }: EndingMail): MailText {
  const what = count === 1 ? "1 application" : `${count} applications`;
  return layOutMail(site, {
    subject: `${what} will be deleted within ${days} days`,
    title: `${what} will be deleted within ${days} days`,
    paragraphs: [
      "Their time is over then, as the privacy policy says. Nothing has to be done. On the page of each you see the day and the reason, and can ask the candidate to keep it longer.",
      "This mail comes once a week at most.",
    ],
    link: { url, name: "See which" },
    after: "",
  });
}
