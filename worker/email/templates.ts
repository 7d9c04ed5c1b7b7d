import { escapeHtml } from "../lib/escape-html.ts";
import type { MailText } from "./outbox.ts";

/** Who the mails come from. */
export interface MailSite {
  /** The brand. */
  name: string;
  /** Origin of the site, such as "https://www.example.com". */
  origin: string;
}

interface OwnerMail {
  site: MailSite;
  reference: string;
  topic: string;
  name: string;
  email: string;
  company: string;
  subject: string;
  message: string;
  job: string | null;
  /** Where staff read it. */
  url: string;
}

/** To the topic's mailbox: everything the visitor wrote. An answer to this mail reaches the visitor. */
export function writeOwnerMail(mail: OwnerMail): MailText {
  const facts: [string, string][] = [
    ["Topic", mail.topic],
    ["From", `${mail.name}${mail.company ? `, ${mail.company}` : ""}`],
    ["E-mail", mail.email],
    ...(mail.job ? ([["Opening", mail.job]] satisfies [string, string][]) : []),
    ["Reference", mail.reference],
  ];
  return layOut(mail.site, {
    subject: `Enquiry: ${mail.subject}`.slice(0, 200),
    title: mail.subject,
    facts,
    paragraphs: mail.message.split(/\n{2,}/),
    isQuoted: true,
    link: { url: mail.url, name: "Open it in the inbox" },
    after: "Answer this mail to reach the sender.",
  });
}

interface SenderMail {
  site: MailSite;
  reference: string;
  topic: string;
}

/** To the sender: that it has arrived. Nothing a visitor typed is in it, so it can carry nobody's advertisement. */
export function writeSenderMail({ site, reference, topic }: SenderMail): MailText {
  return layOut(site, {
    subject: `We have your message (${reference})`,
    title: "We have your message",
    facts: [
      ["Topic", topic],
      ["Reference", reference],
    ],
    paragraphs: [
      `Your message to ${site.name} has arrived and is stored. A person who knows the topic reads it and answers to this address.`,
      "If you did not write to us, somebody typed your address by mistake. You need do nothing; answer this mail if you want the entry erased.",
    ],
    link: { url: `${site.origin}/privacy-policy`, name: "What we do with your answers" },
    after: "",
  });
}

interface DigestMail {
  site: MailSite;
  /** How many enquiries it stands for. */
  count: number;
  /** When the first of them arrived, in epoch milliseconds. */
  since: number;
  /** After how many mails a day about one network, to all mailboxes together, digests begin. */
  most: number;
  /** Where staff read them. */
  url: string;
}

/** To a topic's mailbox: that more enquiries are stored than were mailed. Nothing a visitor typed is in it. */
export function writeDigestMail({ site, count, since, most, url }: DigestMail): MailText {
  const title = count === 1 ? "1 more enquiry has arrived" : `${count} more enquiries have arrived`;
  return layOut(site, {
    subject: title,
    title,
    facts: [["Since", `${new Date(since).toISOString().slice(0, 16).replace("T", " ")} UTC`]],
    paragraphs: [
      `After ${most} mails a day about one network, the rest is told in a digest like this one, at most once an hour, so that nobody can flood our mailboxes. All of it is stored in the inbox.`,
    ],
    link: { url, name: "Open the inbox" },
    after: "",
  });
}

/** The one mail that /test-email sends. */
export function writeTestMail(site: MailSite): MailText {
  return layOut(site, {
    subject: `Test mail from ${site.name}`,
    title: "Mail works",
    facts: [["Site", site.origin]],
    paragraphs: ["Somebody pressed the button on the test page. If you read this, the site can send mail."],
    link: { url: `${site.origin}/test-email`, name: "Open the test page" },
    after: "",
  });
}

interface Layout {
  subject: string;
  title: string;
  facts: readonly (readonly [name: string, value: string])[];
  paragraphs: readonly string[];
  /** The paragraphs are somebody else's words. */
  isQuoted?: boolean;
  link: { url: string; name: string };
  /** One more sentence, or nothing. */
  after: string;
}

function layOut({ name }: MailSite, layout: Layout): MailText {
  const { subject, title, facts, paragraphs, isQuoted = false, link, after } = layout;
  const text = [
    title,
    "",
    ...facts.map(([fact, value]) => `${fact}: ${value}`),
    "",
    // Marked, so that no line of a message can pass for one of ours.
    isQuoted ? paragraphs.join("\n\n").replace(/^/gm, "> ") : paragraphs.join("\n\n"),
    "",
    `${link.name}: ${link.url}`,
    ...(after ? ["", after] : []),
    "",
    name,
    "",
  ].join("\n");
  const rows = facts
    .map(
      ([fact, value]) =>
        `<tr><th align="left" style="padding:2px 16px 2px 0;font-weight:600">${escapeHtml(fact)}</th><td>${escapeHtml(value)}</td></tr>`,
    )
    .join("");
  const body = paragraphs
    .map((paragraph) => `<p style="margin:0 0 16px">${escapeHtml(paragraph).replaceAll("\n", "<br>")}</p>`)
    .join("");
  const html = [
    '<!doctype html><html lang="en"><meta charset="utf-8">',
    `<title>${escapeHtml(subject)}</title>`,
    '<body style="margin:0;padding:32px 24px;background:#ffffff;color:#021d24;font:16px/1.55 Helvetica,Arial,sans-serif">',
    '<div style="max-width:560px">',
    `<h1 style="margin:0 0 16px;font-size:24px;line-height:1.2">${escapeHtml(title)}</h1>`,
    `<table style="margin:0 0 24px;border-collapse:collapse;font-size:15px">${rows}</table>`,
    body,
    `<p style="margin:24px 0"><a href="${escapeHtml(link.url)}" style="color:#021d24;font-weight:600">${escapeHtml(link.name)}</a></p>`,
    after ? `<p style="margin:0 0 16px">${escapeHtml(after)}</p>` : "",
    `<p style="margin:32px 0 0;color:#51696f;font-size:14px">${escapeHtml(name)}</p>`,
    "</div></body></html>",
  ].join("");
  return { subject, text, html };
}
