import type { Closing, PageMeta, Passage } from "../page-types.ts";

/** A leader. While one `placeholder` is true, the page says that names and portraits are placeholders. */
export interface Leader {
  id: string;
  name: string;
  /**
   * Address of a photograph, 4:5, such as "/people/name.jpg" for public/people/name.jpg. Without it the page shows a
   * drawing.
   */
  photo?: string;
  role: string;
  answersFor: string;
  placeholder: boolean;
}

interface DecisionRow {
  decision: string;
  decides: string;
  asked: string;
  within: string;
}

export interface LeadershipPage {
  meta: PageMeta;
  name: string;
  title: string;
  lead: string;
  /** The note beside the portraits while names are missing. */
  placeholderNote: string;
  leaders: readonly Leader[];
  decisions: {
    title: string;
    paragraphs: readonly string[];
    columns: readonly [string, string, string, string];
    rows: readonly DecisionRow[];
  };
  rules: { title: string; items: readonly Passage[] };
  seats: { title: string; paragraphs: readonly string[] };
  closing: Closing;
}

export const leadership: LeadershipPage = {
  meta: {
    title: "Leadership: the people who sign for the work",
    description:
      "The leadership roles, what each one answers for, how decisions are made and how a client can reach the person who is allowed to change them.",
  },
  name: "Leadership",
  title: "The people who sign for the work",
  lead: "Every engagement has one name on it, and behind that name one of the people below. A title tells you little, so each entry says what the person answers for.",
  placeholderNote:
    "Names and portraits are placeholders. The owner of this site adds real people, with their consent, before launch; the roles describe responsibilities, not persons.",
  leaders: [
    {
      id: "chief-executive",
      name: "[Name to be added]",
      role: "Chief executive",
      answersFor:
        "What we promise, and which promises we decline. Settles any disagreement between growth and quality in writing. Takes the call when a client’s board wants somebody to blame.",
      placeholder: true,
    },
    {
      id: "delivery",
      name: "[Name to be added]",
      role: "Delivery",
      answersFor:
        "Each engagement from kick-off to thirty days after handover: staffing, dates, and the weekly report that a client reads. May stop a project that has lost its purpose.",
      placeholder: true,
    },
    {
      id: "ai-data",
      name: "[Name to be added]",
      role: "AI and data",
      answersFor:
        "Models, pipelines and the figures that people act on. Keeps the register of every model we run for somebody else, with its owner, its limits and the date of its next review.",
      placeholder: true,
    },
    {
      id: "cloud-infrastructure",
      name: "[Name to be added]",
      role: "Cloud and infrastructure",
      answersFor:
        "Platforms that stay up and bills that can be explained. Chairs the review after each serious incident and publishes what was learnt to the client within five working days.",
      placeholder: true,
    },
    {
      id: "applications-platforms",
      name: "[Name to be added]",
      role: "Applications and platforms",
      answersFor:
        "Software that we write and products that we configure. Owns the engineering standard, the list of permitted exceptions, and the dates on which those exceptions end.",
      placeholder: true,
    },
    {
      id: "security-privacy",
      name: "[Name to be added]",
      role: "Security and privacy",
      answersFor:
        "Access to client systems, and the removal of it. Can halt a release without asking anybody first, and reports to the chief executive rather than to delivery.",
      placeholder: true,
    },
    {
      id: "people",
      name: "[Name to be added]",
      role: "People",
      answersFor:
        "Hiring, pay bands, study time, and how heavily the on-call rota weighs on each person. Is told about overtime before the project is.",
      placeholder: true,
    },
    {
      id: "finance-risk",
      name: "[Name to be added]",
      role: "Finance and risk",
      answersFor:
        "Prices that cover the work, contracts that both sides can read, and a reserve for repairing our own mistakes. Signs no bonus tied to the size of a sale alone.",
      placeholder: true,
    },
  ],
  decisions: {
    title: "How decisions are made",
    paragraphs: [
      "One person decides; others are asked. We write the name beside the decision, because a committee cannot be telephoned.",
      "Most choices belong to the engagement lead and never reach this table. Those below do, since they cost money, trust or somebody’s sleep.",
    ],
    columns: ["Decision", "Who decides", "Who must be asked", "Within"],
    rows: [
      {
        decision: "Take on a new client",
        decides: "Chief executive",
        asked: "Delivery, finance and risk",
        within: "5 working days",
      },
      {
        decision: "Go live",
        decides: "The client",
        asked: "Delivery, security and privacy",
        within: "At the readiness review",
      },
      {
        decision: "Halt a release",
        decides: "Security and privacy",
        asked: "Nobody beforehand; all afterwards",
        within: "At once",
      },
      {
        decision: "Tell a client about a breach",
        decides: "Security and privacy",
        asked: "The client’s contact, counsel",
        within: "24 hours of knowing",
      },
      {
        decision: "Change an agreed price",
        decides: "Finance and risk",
        asked: "The client, in writing",
        within: "Before the work is done",
      },
      {
        decision: "Replace a lead",
        decides: "Delivery",
        asked: "The client and the lead",
        within: "10 working days",
      },
    ],
  },
  rules: {
    title: "House rules",
    items: [
      {
        title: "Write it down",
        text: "A decision that matters gets one page: the question, the options, the choice, the doubt that remains. Anybody on the engagement may read it, including you.",
      },
      {
        title: "Disagree early",
        text: "Objections are due before the decision. Afterwards everybody carries it out, and the objector may ask for a review on a fixed date.",
      },
      {
        title: "Come and look",
        text: "Each leader spends at least one day a month with a delivery team and one night a quarter on call. Reports describe; the pager explains.",
      },
      {
        title: "Escalate without permission",
        text: "A client, or the newest colleague, may write to any leader directly. The reply comes within one working day. Nobody’s standing suffers for it.",
      },
    ],
  },
  seats: {
    title: "How a seat is filled, and emptied",
    paragraphs: [
      "A leader is proposed by two colleagues who have worked for that person, and by one who has not. The answer to “whom did you overrule last, and were you right?” counts for more than the CV.",
      "Each seat is reviewed every second year, by the people below it as well as above. A leader whose projects repeatedly surprise their clients moves back to engineering or consulting, at the same pay. That makes the conversation possible to have.",
      "Nobody holds two seats for longer than three months. During holidays a named deputy decides, with the full authority of the role.",
    ],
  },
  closing: {
    title: "Speak to the one who decides",
    description: "Say which role you need. Your message goes to that person, not to a queue that describes them.",
    subject: "Leadership",
  },
};
