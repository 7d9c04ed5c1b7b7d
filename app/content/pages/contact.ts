import { brand } from "../brand.ts";
import type { PageMeta } from "../page-types.ts";

export interface ContactPage {
  meta: PageMeta;
  title: string;
  lead: string;
  /** Other ways to reach people. */
  ways: readonly { text: string; address: string }[];
  /** Under the button. */
  promise: string;
  sent: { meta: PageMeta; title: string; lead: string; next: readonly string[] };
}

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
  sent: {
    meta: {
      title: "Your message is stored",
      description: "Confirmation of an enquiry sent through the contact form.",
    },
    title: "Your message is with us",
    lead: "It is stored where the people responsible for the topic read it.",
    next: [
      "A person who knows the topic reads it and answers to the address you gave.",
      "If our mail is running, a confirmation without your text is on its way to you.",
      "Quote the reference if you write again about the same matter.",
    ],
  },
};
