import { brand } from "./brand.ts";
import { industries } from "./industries.ts";
import { services } from "./services.ts";

/** What a visitor may write about, and whose mailbox it reaches. The first is chosen when nothing says otherwise. */
export const contactTopics = [
  { id: "general", name: "General enquiry", mailbox: brand.salesEmail },
  { id: "project", name: "A project or service", mailbox: brand.salesEmail },
  { id: "capability-center", name: "A Global Capability Center", mailbox: brand.salesEmail },
  { id: "partnership", name: "Partnership", mailbox: brand.partnersEmail },
  { id: "careers", name: "Careers and applications", mailbox: brand.careersEmail },
  { id: "privacy", name: "Privacy and personal data", mailbox: brand.privacyEmail },
] as const;

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
export function findTopic(subject: string, isAboutOpening = false): TopicId {
  if (isAboutOpening) return "careers";
  return topicsBySubject.get(subject) ?? "general";
}
