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
  search: { label: "Search the articles", button: "Search" },
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
