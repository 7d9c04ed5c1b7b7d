/** What the list of openings and the page of each say. Apart from careers.ts, which only the server loads. */
export const openingWords = {
  title: "Openings",
  /** Beside the title of the careers page; `none` is shown while nothing is open. */
  top: {
    count: (open: number) => (open === 0 ? "Open roles" : open === 1 ? "1 open role" : `${open} open roles`),
    text: "Each says what it pays, where the work is done and until when it is open.",
    see: "See the openings",
    none: "No role is open at the moment. New ones are listed here, each with its pay range, place of work and closing date.",
    ask: "Ask us something",
  },
  /** Beside the title of the list. */
  note: "Newest first. If no role fits:",
  /** Leads to the form without a role. */
  unlisted: "Apply without a role",
  columns: ["Role", "Department", "Place", "Work", "Pay", "Closes"],
  facts: {
    department: "Department",
    place: "Place",
    places: "Places",
    workplace: "Workplace",
    employment: "Employment",
    positions: "Positions",
    pay: "Pay",
    posted: "Posted",
    closes: "Closes",
    reference: "Reference",
  },
  filters: {
    department: "Department",
    country: "Country",
    workplace: "Workplace",
    employment: "Employment",
    words: "Words in the title",
    any: "Any",
    show: "Show openings",
    clear: "Clear filters",
  },
  count: {
    all: (open: number) => (open === 1 ? "1 opening" : `${formatCount(open)} openings`),
    some: (matching: number, all: string) => `${formatCount(matching)} of ${all}`,
    page: (count: string, page: number, pages: number) => `${count}, page ${page} of ${pages}`,
    newest: (shown: string, searched: number, isMore: boolean) =>
      `${isMore ? `At least ${shown}` : shown}. Only the newest ${formatCount(searched)} titles were searched.`,
  },
  limited: {
    title: "Too many searches",
    text: (seconds: number) =>
      `Many searches came from your network within a minute. Your words are still here. Please search again in ${seconds} seconds.`,
    all: "Show all openings",
  },
  ended: { title: "The list ends before this page", advice: "Openings may have closed since you came here." },
  noneOfNewest: {
    title: "None of the newest openings fits all of these",
    advice: "Choose a department or a country as well, to search older openings too.",
  },
  noneFits: {
    title: "No opening fits all of these",
    advice: "Choose fewer filters, or clear them to see everything that is open.",
  },
  unread: {
    title: "The openings could not be loaded",
    text: "The rest of this page is complete. Please try again in a minute.",
  },
  pages: "Pages of openings",
  missing: "Opening not found",
  failed: "Something went wrong",
  others: {
    title: "Other openings",
    note: "Those most like this one.",
    none: "No other role is open at the moment.",
    all: "See all openings",
  },
  apply: {
    name: "Apply",
    /** After the name, for screen readers. */
    role: (title: string) => `for ${title}`,
    note: "A CV and how to reach you: a few minutes, without an account.",
  },
  closed: {
    title: "This opening is closed",
    text: "We take no more applications for it. The page stays, so that links to it still explain themselves.",
  },
  preview: {
    title: (job: string) => `Preview: ${job}`,
    ended: "This preview has ended",
    note: "Preview: this is how the job stands now. It may not be published, and this link ends by itself.",
  },
};

function formatCount(count: number): string {
  return count.toLocaleString("en");
}
