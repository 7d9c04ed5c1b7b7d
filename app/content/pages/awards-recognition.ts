import type { Closing, PageMeta, Passage } from "../page-types.ts";

/** One award. `placeholder` rows are shown as such until the owner replaces or removes them. */
interface AwardRow {
  year: string;
  award: string;
  giver: string;
  judged: string;
  placeholder: boolean;
}

/** Something we would like to be measured by, and how it is counted. */
interface Measure {
  name: string;
  counted: string;
  good: string;
}

export interface AwardsRecognitionPage {
  meta: PageMeta;
  /** Of the page, in menus and above the title. */
  name: string;
  title: string;
  lead: string;
  awards: {
    title: string;
    /** Leads to it. */
    see: string;
    note: string;
    columns: readonly [string, string, string, string];
    rows: readonly AwardRow[];
  };
  policy: { title: string; text: string; items: readonly Passage[] };
  measures: {
    title: string;
    see: string;
    paragraphs: readonly string[];
    columns: readonly [string, string, string];
    rows: readonly Measure[];
    after: string;
  };
  reading: { title: string; text: string; items: readonly string[] };
  inside: { title: string; paragraphs: readonly string[] };
  closing: Closing;
}

export const awardsRecognition: AwardsRecognitionPage = {
  meta: {
    title: "Awards and recognition, listed by year",
    description:
      "Awards by year with the giver and what was judged, the rules we follow before we enter for one, and the measures that we would rather be judged by.",
  },
  name: "Awards & Recognition",
  title: "What others have said, and on what grounds",
  lead: "A trophy says that a jury liked an entry. It may also say that the work was good. This page lists what others have said about us, and tries to help you tell the two apart.",
  awards: {
    title: "By year",
    see: "See the list",
    note: "Placeholder rows: no award is claimed here. The owner of this site replaces each row with a documented award, or removes it, before launch.",
    columns: ["Year", "Award", "Given by", "What was judged"],
    rows: [
      {
        year: "[Year]",
        award: "[Award]",
        giver: "[Giver]",
        judged: "A delivered project, with the client’s evidence",
        placeholder: true,
      },
      {
        year: "[Year]",
        award: "[Award]",
        giver: "[Giver]",
        judged: "Working conditions, by anonymous staff survey",
        placeholder: true,
      },
      {
        year: "[Year]",
        award: "[Award]",
        giver: "[Giver]",
        judged: "A partner’s assessment, with its criteria",
        placeholder: true,
      },
    ],
  },
  policy: {
    title: "How we treat awards",
    text: "Entering costs time, and winning tempts one to advertise. These rules keep both in proportion.",
    items: [
      {
        title: "We do not pay to win",
        text: "An entry fee that covers judging is acceptable. A fee that falls due on winning, or a table that must be bought, is an advertisement. We leave those out.",
      },
      {
        title: "The client decides",
        text: "Most of the credit belongs to the people who let us in. No entry goes out unless they have read it, corrected it and agreed in writing. If they would rather stay unnamed, we do not enter.",
      },
      {
        title: "The team is named",
        text: "Those who did the work are on the entry and at the ceremony. If there is prize money, they choose where it goes.",
      },
      {
        title: "Criteria come with the badge",
        text: "Each listed award links to what was judged, by whom, and how many entered. Where the giver does not publish that, we say so in the row.",
      },
      {
        title: "Badges expire",
        text: "After five years an award moves to the archive, because the people have changed and so has the work. A certificate is removed on the day that it lapses.",
      },
    ],
  },
  measures: {
    title: "What we would rather be judged by",
    see: "See the measures",
    paragraphs: [
      "Juries read thirty pages in an afternoon. You will live with the result for years, and can count things that no jury sees.",
      "Here is what we count. We agree the baseline with you before the work starts and report every measure at its end, including those that embarrass us.",
    ],
    columns: ["Measure", "How it is counted", "What good looks like"],
    rows: [
      {
        name: "Promised against delivered",
        counted: "Dates in the signed plan beside dates of acceptance",
        good: "Slips announced at least two weeks ahead, with a cause",
      },
      {
        name: "Quiet first month",
        counted: "Severe incidents in the 30 days after go-live",
        good: "Fewer than before the change, by the same definition",
      },
      {
        name: "Work done without us",
        counted: "Share of changes made by your staff in the last month",
        good: "More than half, before the contract ends",
      },
      {
        name: "Estimate honesty",
        counted: "Final cost against the first written estimate",
        good: "Inside the stated range; the range stated at the start",
      },
      {
        name: "Retired on schedule",
        counted: "Old systems switched off, out of those promised",
        good: "All of them, or a named owner for the remainder",
      },
      {
        name: "Users who would go back",
        counted: "One survey question, ninety days after launch",
        good: "A minority, with their reasons read and answered",
      },
    ],
    after:
      "These are aims, not results. Once clients agree to publish theirs, the figures will appear under insights, each with its baseline and the date on which it was counted.",
  },
  reading: {
    title: "Reading anybody’s awards, ours included",
    text: "These questions sort most lists within minutes. Put them to every supplier on yours.",
    items: [
      "Who nominated the winner, and who paid for the evening?",
      "How many entered in that category? An award with one entrant is a certificate of attendance.",
      "Are the people who did the work still there?",
      "Would the client in the entry take your call? A good one usually will, and the conversation is worth more than the trophy.",
    ],
  },
  inside: {
    title: "Recognition at home",
    paragraphs: [
      "Much good work cannot win anything. Nobody gives a prize for the migration that went unnoticed, or for the colleague who talked a client out of a project.",
      "So once a quarter any member of staff may write one page about another: what they did, and what would have happened otherwise. The pages are read aloud, then kept. There is no ranking and no runner-up.",
    ],
  },
  closing: {
    title: "Ask for a reference instead",
    description:
      "Say what you want to know and we will ask a client who can answer it. You may speak without us in the room.",
    subject: "References",
  },
};
