import type { PageMeta } from "../page-types.ts";

export const search = {
  name: "Search",
  meta: {
    title: "Search",
    description: "Finds pages, articles and openings of this site, by their words and by what they mean.",
  } satisfies PageMeta,
  label: "Search this site",
  button: "Search",
  lead: "Services, industries, articles and openings, by their words and by what they mean. A question works too.",
  quotes: "In our own words",
  nothing: {
    title: "Nothing found",
    text: "No page has any of these words. Try fewer words, or other ones.",
    ofKind: "There is nothing of this kind; other kinds have results.",
    ask: "Ask us instead",
    otherKinds: "Nearest of other kinds",
    alike: "Pages with words like these",
    start: "Or begin here",
  },
  start: "Begin here",
  unavailable: {
    title: "The search does not answer just now",
    text: "Its database is out of reach. Nothing is lost: please try again in a minute.",
  },
  limited: {
    title: "Too many searches",
    text: "Many searches came from your network within a minute. Your words are still here. Please search again in",
  },
};

/** Where many begin: what is shown while nothing is sought, or nothing found. */
export const startPages = [
  {
    to: "/artificial-intelligence",
    name: "Artificial Intelligence",
    line: "From the first use case to models that are watched",
  },
  { to: "/cloud-engineering", name: "Cloud Engineering", line: "Moving, building and running in the cloud" },
  { to: "/infrastructure-security", name: "Infrastructure & Security", line: "Networks, workplaces, and who gets in" },
  { to: "/insights", name: "Insights", line: "What we have learnt, written down" },
  { to: "/careers", name: "Careers", line: "Openings, and how we hire" },
  { to: "/contact", name: "Contact Us", line: "Thirty minutes with an engineer" },
] as const;

/** The contact form with what was sought filled in. */
export function buildAskPath(query: string): string {
  return `/contact?${new URLSearchParams({ subject: `A question: ${query}`.slice(0, 160) })}#contact-form`;
}
