import { layOutMail, type MailSite, type MailText } from "#worker/email/layout.ts";

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
  return layOutMail(mail.site, {
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
  return layOutMail(site, {
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
  /** After how many mails digests begin: in an hour about one topic, in a day about one network to all mailboxes together. */
  most: { aTopic: number; aNetwork: number };
  /** Where staff read them. */
  url: string;
}

/** To a topic's mailbox: that more enquiries are stored than were mailed. Nothing a visitor typed is in it. */
export function writeDigestMail({ site, count, since, most, url }: DigestMail): MailText {
  const title = count === 1 ? "1 more enquiry has arrived" : `${count} more enquiries have arrived`;
  return layOutMail(site, {
    subject: title,
    title,
    facts: [["Since", `${new Date(since).toISOString().slice(0, 16).replace("T", " ")} UTC`]],
    paragraphs: [
      `After ${most.aTopic} mails an hour about one topic, or ${most.aNetwork} a day about one network, the rest is told in a digest like this one, at most once an hour, so that nobody can flood our mailboxes. All of it is stored in the inbox.`,
    ],
    link: { url, name: "Open the inbox" },
    after: "",
  });
}
