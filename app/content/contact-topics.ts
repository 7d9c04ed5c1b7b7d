import { brand } from "./brand.ts";
import { industries } from "./industries.ts";
import { services } from "./services.ts";

/** Who reads the enquiries about a topic, as the pages call them, and their mailbox. */
const sales = { reader: "the sales team", mailbox: brand.salesEmail } as const;
const partners = { reader: "the partnerships team", mailbox: brand.partnersEmail } as const;
const hiring = { reader: "the hiring team", mailbox: brand.careersEmail } as const;
const privacy = { reader: "the person responsible for personal data", mailbox: brand.privacyEmail } as const;

/** The topics of the contact form, and who reads them. The first is the default. */
export const contactTopics = [
  { id: "general", name: "General enquiry", ...sales },
  { id: "project", name: "A project or service", ...sales },
  { id: "capability-center", name: "A Global Capability Center", ...sales },
  { id: "partnership", name: "Partnership", ...partners },
  { id: "careers", name: "Careers and applications", ...hiring },
  { id: "privacy", name: "Privacy and personal data", ...privacy },
] as const;

/** The readers of all topics, in their order. */
export const enquiryReaders: readonly string[] = [...new Set(contactTopics.map(({ reader }) => reader))];

export type TopicId = (typeof contactTopics)[number]["id"];

/** Subjects that the site's own links fill in, and the topic that each belongs to. */
const topicsBySubject = new Map<string, TopicId>([
  ...[...services, ...industries].map(({ name }) => [name, "project"] as const),
  ["Microsoft", "project"],
  ["Global Capability Centers", "capability-center"],
  ["Partnership", "partnership"],
  ["Careers", "careers"],
]);

/** The topic to begin with when the form is opened with `subject`, and perhaps about an opening. */
export function chooseTopic(subject: string, isAboutOpening = false): TopicId {
  if (isAboutOpening) return "careers";
  return topicsBySubject.get(subject) ?? "general";
}
