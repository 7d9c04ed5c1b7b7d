// Bundle: insights
import type { Closing, PageMeta } from "../page-types.ts";

export const insights = {
  name: "Insights",
  meta: {
    title: "Insights: what we have learnt, written down",
    description:
      "Articles for people who decide and people who build: decision guides, working notes and checklists on AI, data, cloud, applications and security.",
  } satisfies PageMeta,
  title: "Insights",
  lead: "Decision guides, working notes and checklists. Each says what we would do, in which order, and what would change our minds.",
  search: {
    label: "Search the articles",
    button: "Search",
    title: (query: string) => `Search for “${query}”`,
    found: (count: number, isMore: boolean) =>
      count === 1 ? "One article" : `${isMore ? "More than " : ""}${count} articles`,
    for: (query: string) => `for “${query}”`,
    other: "Search for",
    instead: "instead.",
    all: "Show all articles",
  },
  categories: "Categories",
  pages: { label: "Pages", page: "Page", newer: "Newer", older: "Older", title: (page: number) => `, page ${page}` },
  article: {
    read: "Read the article",
    next: "Read next",
    related: "Related articles",
    changed: "Changed",
    tags: "Tags",
    subjects: "What we do about it",
    minutes: (minutes: number) => `${minutes} min read`,
  },
  share: {
    label: "Share this article",
    copy: "Copy link",
    copied: "Address copied",
    refused: "Please copy it from the address bar",
    mail: "Send by e-mail",
    linkedIn: "Share on LinkedIn",
  },
  preview: {
    ended: "This preview has ended",
    note: "Preview: this is how the article stands now. It may not be published, and this link ends by itself.",
  },
  empty: {
    title: "Nothing found",
    text: "No article has any of these words, or words like them. Try fewer words, or other ones.",
    none: "The first articles are being written. They will appear here.",
  },
  unavailable: {
    title: "The articles are out of reach",
    text: "They are kept in a database that does not answer just now. Nothing is lost: please try again in a minute.",
  },
  limited: {
    title: "Too many searches",
    text: "Many searches came from your network within a minute. Your words are still here. Please search again in",
  },
  withdrawn: {
    title: "This article was withdrawn",
    text: "We took it off the site. What we stand behind today is among the articles that are still here.",
    category: (name: string) => `Articles on ${name}`,
    all: "All articles",
  },
  feeds: "Follow by feed",
  closing: {
    title: "Is your question not answered here?",
    description: "Ask it. Thirty minutes with an engineer who has done it before, and no pitch deck.",
    subject: "A question about an article",
  } satisfies Closing,
};

/** Title and description of the pages that list one category, one tag or what one author has written. */
export function buildTopicPageMeta(kind: "category" | "tag" | "author", name: string, description: string): PageMeta {
  if (kind === "author")
    return { title: `Articles by ${name}`, description: description || `Everything that ${name} has written for us.` };
  const title = kind === "category" ? `${name}: all our articles` : `Articles tagged “${name}”`;
  const text =
    description ||
    `Everything we have published on “${name}”: decision guides, working notes and checklists for people who decide and people who build.`;
  return { title, description: text };
}
