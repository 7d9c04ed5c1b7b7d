import { formatReference } from "#shared/enquiries/format-reference.ts";
import { formatTime, interviewKindNames, type InterviewKind } from "#shared/hiring/interview.ts";
import { layOutMail, type MailSite, type MailText } from "#worker/email/layout.ts";
import type { Candidate, Colleague } from "./read-parties.ts";

/** An interview as mails show it. Instants are epoch milliseconds. */
export interface MailedInterview {
  kind: InterviewKind;
  place: string;
  minutes: number;
  message: string;
  /** Of the proposal; the time of a booked one stands in `startsAt`. */
  times: readonly number[];
  startsAt: number | null;
  /** IANA name of the zone in which the times were written. */
  zone: string;
}

interface Mail {
  site: MailSite;
  interview: MailedInterview;
  candidate: Candidate;
  /** Where the reader goes on. */
  url: string;
}

/** To the candidate: `recalled` takes a proposal back, and `again` follows an interview that was booked. */
export type CandidateNews = "proposed" | "again" | "booked" | "changed" | "cancelled" | "recalled";

const candidateWords: Record<CandidateNews, { title: string; text: string; link: string }> = {
  proposed: {
    title: "Choose a time for your interview",
    text: "We would like to meet you. Choose one of these times by the link, or say that none of them suits you:",
    link: "Choose a time",
  },
  again: {
    title: "Your interview has to move",
    text: "The time that was booked no longer holds. Choose one of these times by the link, or say that none of them suits you:",
    link: "Choose a time",
  },
  booked: {
    title: "Your interview is booked",
    text: "The file with this mail puts it into your calendar.",
    link: "Open your application",
  },
  changed: {
    title: "Your interview has changed",
    text: "This is how it takes place now. The file with this mail changes it in your calendar.",
    link: "Open your application",
  },
  cancelled: {
    title: "Your interview is cancelled",
    text: "It does not take place. The file with this mail takes it out of your calendar.",
    link: "Open your application",
  },
  recalled: {
    title: "The times for your interview no longer hold",
    text: "We have taken the times back that we proposed. You need not choose any.",
    link: "Open your application",
  },
};

/** To the candidate: times as in their language, and in their zone. */
export function writeCandidateNews(
  { site, interview, candidate, url }: Mail & { url: string },
  news: CandidateNews,
): MailText {
  const { title, text, link } = candidateWords[news];
  const reference = formatReference(candidate.id);
  const where = { locale: candidate.locale, zone: candidate.time_zone || interview.zone };
  const isAsking = news === "proposed" || news === "again";
  return layOutMail(site, {
    subject: `${title} (${reference})`,
    title,
    facts: [
      ["Role", candidate.job ?? "No particular role"],
      ["Reference", reference],
      ...(isAsking || interview.startsAt === null ? [] : [["When", formatTime(interview.startsAt, where)] as const]),
      ...(news === "recalled" ? [] : describe(interview)),
    ],
    paragraphs: [
      text,
      ...(isAsking ? [interview.times.map((at) => formatTime(at, where)).join("\n")] : []),
      ...(interview.message && news !== "cancelled" && news !== "recalled" ? [interview.message] : []),
    ],
    link: { url, name: link },
    after: "The link needs no password: keep it to yourself.",
  });
}

/** To an interviewer. `declined`: no proposed time suits the candidate. */
export type ColleagueNews = "booked" | "changed" | "cancelled" | "declined";

const colleagueWords: Record<ColleagueNews, { title: string; text: string }> = {
  booked: { title: "Interview booked", text: "The file with this mail puts it into your calendar." },
  changed: { title: "Interview changed", text: "The file with this mail changes it in your calendar." },
  cancelled: {
    title: "Interview cancelled",
    text: "You are not in it any longer, or it does not take place. The file with this mail takes it out of your calendar.",
  },
  declined: {
    title: "No time suits the candidate",
    text: "Propose other times on the page of the application. What the candidate wrote stands there.",
  },
};

/** To a colleague. Who the candidate is stays on the site, so that no calendar keeps a name that is erased here. */
export function writeColleagueNews(
  { site, interview, candidate, url }: Mail,
  news: ColleagueNews,
  { time_zone }: Pick<Colleague, "time_zone">,
): MailText {
  const { title, text } = colleagueWords[news];
  const where = { locale: "en-GB", zone: time_zone ?? interview.zone };
  return layOutMail(site, {
    subject: `${title}: ${candidate.job ?? "no particular role"}`.slice(0, 200),
    title,
    facts: [
      ["Role", candidate.job ?? "No particular role"],
      ["Reference", formatReference(candidate.id)],
      ...(interview.startsAt === null ? [] : [["When", formatTime(interview.startsAt, where)] as const]),
      ...describe(interview),
    ],
    paragraphs: [text],
    link: { url, name: "Open the application" },
    after: "",
  });
}

function describe({ kind, place, minutes }: MailedInterview) {
  return [
    ["Length", `${minutes} minutes`] as const,
    ["How", interviewKindNames[kind]] as const,
    ...(place ? [["Where", place] as const] : []),
  ];
}
