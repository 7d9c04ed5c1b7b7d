/** The page for addresses that lead to nothing. */
export const notFound = {
  title: "One tile is missing",
  lead: "Page not found: nothing is at this address. It may have moved, or the link has a typing mistake.",
  search: { label: "Search this site", button: "Search" },
  others: "Or try one of these",
  suggestions: [
    { to: "/#services", name: "Services", line: "What we do, from AI to infrastructure" },
    { to: "/#industries-title", name: "Industries", line: "Whom we do it for" },
    { to: "/contact", name: "Contact Us", line: "Tell us what you were looking for" },
  ],
};
