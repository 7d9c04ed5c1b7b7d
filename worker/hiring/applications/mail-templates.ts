import { layOutMail, type MailSite, type MailText } from "#worker/email/layout.ts";

interface TeamMail {
  site: MailSite;
  reference: string;
  /** Title of the job; null for an application without a role. */
  job: string | null;
  /** Where staff read it. */
  url: string;
}

/** To the hiring team: that an application has come. Who sent it and what it says stay on the site. */
export function writeTeamMail({ site, reference, job, url }: TeamMail): MailText {
  return layOutMail(site, {
    subject: `New application: ${job ?? "no particular role"}`.slice(0, 200),
    title: "A new application",
    facts: [
      ["Role", job ?? "No particular role"],
      ["Reference", reference],
    ],
    paragraphs: ["It is stored and waits for somebody to read it. What it says is on the site alone."],
    link: { url, name: "Open the application" },
    after: "",
  });
}

interface CandidateMail extends TeamMail {
  /** Of the candidate's private page. */
  url: string;
}

/** To the candidate: that it has come, with the private link. Nothing they typed is in it. */
export function writeCandidateMail({ site, reference, job, url }: CandidateMail): MailText {
  return layOutMail(site, {
    subject: `We have your application (${reference})`,
    title: "We have your application",
    facts: [
      ["Role", job ?? "No particular role"],
      ["Reference", reference],
    ],
    paragraphs: [
      `Your application to ${site.name} has arrived and is stored. A person reads it.`,
      "With the link below you see how it stands, add a document, download what we hold, or withdraw, which erases it. The link needs no password: keep it to yourself.",
      "If you did not apply, somebody typed your address by mistake. Withdraw by the link, and the entry is erased.",
    ],
    link: { url, name: "Open your application" },
    after: "",
  });
}

interface DigestMail {
  site: MailSite;
  count: number;
  /** When the first of them arrived, in epoch milliseconds. */
  since: number;
  most: { anHour: number; aNetwork: number };
  url: string;
}

/** To the hiring team: that more applications are stored than were mailed. */
export function writeTeamDigest({ site, count, since, most, url }: DigestMail): MailText {
  const title = count === 1 ? "1 more application has arrived" : `${count} more applications have arrived`;
  return layOutMail(site, {
    subject: title,
    title,
    facts: [["Since", `${new Date(since).toISOString().slice(0, 16).replace("T", " ")} UTC`]],
    paragraphs: [
      `After ${most.anHour} mails an hour, or ${most.aNetwork} a day about one network, the rest is told in a digest like this one, at most once an hour, so that nobody can flood our mailbox. All of it is stored.`,
    ],
    link: { url, name: "Open the applications" },
    after: "",
  });
}
