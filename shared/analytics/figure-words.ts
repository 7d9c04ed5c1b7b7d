/** What the figures of visitor analytics are called and count: on the page, in mails and for programs. */

export const metricNames = {
  visitors: "Visitors",
  visits: "Visits",
  views: "Views",
  bounce: "Bounce rate",
  engaged: "Engaged time",
  viewsPerVisit: "Views per visit",
} as const;

export const metricNotes = {
  visitors:
    "People who accepted and came in these days, each counted once, however often they came. Days do not add up: who comes on two days counts on both.",
  coverage:
    "Accepted, of all choices about cookies in these days. Who rejects is in no other number. Filters do not change it, for nothing else is known of who rejects.",
  views: "Pages that were opened, also again, by visitors who accepted.",
  visits: "A visit ends after 30 minutes without a sign of the visitor, and belongs to the day on which it began.",
  viewsPerVisit: "Views divided by visits.",
  engaged: "Time in which a page was in sight and the visitor active, for each visit on average.",
  bounce: "Visits of one view with less than ten active seconds and no event, of all visits.",
} as const;

export const goalNames = {
  enquiry: "Enquiry sent",
  application: "Application sent",
  download: "File downloaded",
} as const;

/** A visit without a page before it, and without a campaign. */
export const directName = "Direct or unknown";
