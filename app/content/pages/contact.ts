import { brand } from "../brand.ts";
import { enquiryReaders } from "../contact-topics.ts";
import type { PageMeta } from "../page-types.ts";

export interface ContactPage {
  meta: PageMeta;
  title: string;
  lead: string;
  /** Other ways to reach people. */
  ways: readonly { text: string; address: string }[];
  /** Under the button. */
  promise: string;
  /** Who reads the enquiry and by when. Shown beside the form and after it. */
  next: { title: string; steps: readonly string[] };
  form: {
    label: string;
    opening: (title: string) => string;
    fields: Record<
      "name" | "email" | "emailExample" | "company" | "topic" | "subject" | "message" | "messageHint",
      string
    >;
    /** Around the link to the privacy policy. */
    consent: readonly [string, string];
    send: string;
    sending: string;
  };
  sent: {
    meta: PageMeta;
    title: string;
    lead: string;
    next: readonly string[];
    mailed: string;
    unmailed: string;
    reference: string;
    stored: string;
    topic: string;
    back: string;
    nothing: { title: string; lead: string; open: string };
  };
}

const orList = new Intl.ListFormat("en-GB", { type: "disjunction" });

export const contact: ContactPage = {
  meta: {
    title: "Contact: tell us what is stuck",
    description:
      "Write to the people who do the work: a project, a capability centre, a partnership or a question about your data. No account, no newsletter.",
  },
  title: "Bring us the hard part",
  lead: "Tell us what is stuck, in your own words. Somebody who knows the field reads it and answers; no script, no sequence of sales mails.",
  ways: [
    { text: "A project or an offer", address: brand.salesEmail },
    { text: "Working here", address: brand.careersEmail },
    { text: "Reporting a vulnerability", address: brand.securityEmail },
  ],
  promise: "No newsletter. We use what you write to answer you, and for nothing else.",
  next: {
    title: "What happens next",
    steps: [
      "Your message is stored at once, and the next page gives you a reference for it.",
      `A person reads it. Your topic decides who: ${orList.format(enquiryReaders)}.`,
      `You have an answer by e-mail within ${brand.answerWithin}. If we cannot help, it says so.`,
    ],
  },
  form: {
    label: "Contact",
    opening: (title) =>
      `This message is about the opening “${title}”. It reaches the hiring team and stays with the opening.`,
    fields: {
      name: "Name",
      email: "Work e-mail",
      emailExample: "Such as name@company.com",
      company: "Company",
      topic: "What is it about?",
      subject: "Subject",
      message: "Your message",
      messageHint: "Up to 5,000 characters. Please leave out health data and passwords.",
    },
    consent: ["You may use these answers to reply to me, as the", "describes."],
    send: "Send",
    sending: "Sending",
  },
  sent: {
    meta: {
      title: "Your message is stored",
      description: "Confirmation of an enquiry sent through the contact form.",
    },
    title: "Your message is with us",
    reference: "Reference",
    stored: "Stored",
    topic: "Topic",
    back: "Back to the home page",
    nothing: {
      title: "No message was sent from here",
      lead: "This page confirms a message. The address you opened names none.",
      open: "Open the form",
    },
    lead: "It is stored where the people responsible for the topic read it.",
    next: [
      `A person who knows the topic reads it and answers to the address you gave within ${brand.answerWithin}.`,
      "Quote the reference if you write again about the same matter.",
    ],
    mailed:
      "Where we can send a confirmation, it follows by mail, without your text. This page confirms your message in any case: please note the reference.",
    unmailed: "No confirmation comes by mail this time. This page is the confirmation: please note the reference.",
  },
};
