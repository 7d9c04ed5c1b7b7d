import type { PageMeta } from "../page-types.ts";
import { services } from "../services.ts";

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
  title: (query: string, page = 1) => `Search for “${query}”${page > 1 ? `, page ${page}` : ""}`,
  close: "Close search",
  kinds: "Kinds of results",
  all: "All",
  pages: "Pages of results",
  page: (page: number, pages: number) => `Page ${page} of ${pages}`,
  found: (count: number, isMore: boolean) =>
    count === 1 ? "One result" : `${isMore ? "The best " : ""}${count} results`,
  /** Between what is sought and the links of a correction. */
  spelling: { meant: "Did you mean", showing: "Showing results for", search: "Search for", instead: "instead." },
  notMeant: "Not what you meant?",
  dialog: { limited: "Many searches came from your network. Wait a minute.", silent: "The search did not answer." },
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

/** Where many begin: the first services, and pages of the company. Shown while nothing is sought, or nothing found. */
export const startPages: readonly { to: string; name: string; line: string }[] = [
  ...services.slice(0, 3).map(({ slug, name, line }) => ({ to: `/${slug}`, name, line })),
  { to: "/insights", name: "Insights", line: "What we have learnt, written down" },
  { to: "/careers", name: "Careers", line: "Openings, and how we hire" },
  { to: "/contact", name: "Contact Us", line: "Thirty minutes with an engineer" },
];

/** The contact form with what was sought filled in. */
export function buildAskPath(query: string): string {
  return `/contact?${new URLSearchParams({ subject: `A question: ${query}`.slice(0, 160) })}#contact-form`;
}
