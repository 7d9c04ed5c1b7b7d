import { contactTopics } from "#app/content/contact-topics.ts";
import type { ListedEnquiry } from "#worker/enquiries/list-enquiries.ts";
import { toInstant } from "#app/ui/local-time.tsx";

export type EnquiryRow = ReturnType<typeof toEnquiryRows>[number];

/** Rows of the inbox. Dates become text on the server, as on every staff page. */
export function toEnquiryRows(enquiries: readonly ListedEnquiry[], locale: string) {
  return enquiries.map(({ received_at, topic, excerpt, is_demo, troubled_mail, ...row }) => ({
    id: row.id,
    version: row.version,
    name: row.name,
    company: row.company,
    subject: row.subject,
    status: row.status,
    owner: row.owner,
    ownerName: row.owner_name,
    isDemo: is_demo === 1,
    /** How the mail stands that somebody has to look at; null when none does. */
    troubledMail: troubled_mail,
    received: toInstant(received_at, locale),
    topic: getTopicName(topic),
    // Cut by code points: half a surrogate pair would differ between the page and its data.
    excerpt: Array.from(excerpt.replace(/\s+/g, " ")).slice(0, 120).join(""),
  }));
}

/** The name of a topic, or its id when it is no longer offered. */
export function getTopicName(id: string): string {
  return contactTopics.find((topic) => topic.id === id)?.name ?? id;
}
