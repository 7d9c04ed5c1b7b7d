import { contactTopics } from "#app/content/contact-topics.ts";
import type { ListedEnquiry } from "#worker/contact/list-enquiries.ts";
import { describeInstant } from "#app/ui/local-time.tsx";

export type InboxRow = ReturnType<typeof describeEnquiries>[number];

/** Enquiries as the reader sees them; dates become text on the server, as on every staff page. */
export function describeEnquiries(enquiries: readonly ListedEnquiry[], locale: string) {
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
    received: describeInstant(received_at, locale),
    topic: nameTopic(topic),
    // By characters: half a surrogate pair reads differently in the page and in its data.
    excerpt: Array.from(excerpt.replace(/\s+/g, " ")).slice(0, 120).join(""),
  }));
}

/** What a topic is called, or its id when it is no longer offered. */
export function nameTopic(id: string): string {
  return contactTopics.find((topic) => topic.id === id)?.name ?? id;
}
