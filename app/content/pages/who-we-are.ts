import { brand } from "../brand.ts";
import { spellOutCapitalized } from "../spell-out.ts";
import type { Closing, PageMeta, Passage } from "../page-types.ts";
import { services } from "../services.ts";

/** One of the five E's: what we promise, what it costs us, and how a client can check it. */
interface Commitment extends Passage {
  check: string;
}

/** A year of the company's history. `placeholder` rows are shown as such until the owner replaces them. */
interface TimelineRow {
  year: string;
  event: string;
  evidence: string;
  placeholder: boolean;
}

/** A test that a possible engagement has to pass; `otherwise` is what we do when it fails. */
interface Refusal {
  test: string;
  otherwise: string;
}

export interface WhoWeArePage {
  meta: PageMeta;
  title: string;
  /** The page's largest line. */
  statement: string;
  lead: string;
  /** `check` is before what a client can check. */
  commitments: { title: string; text: string; check: string; items: readonly Commitment[] };
  organisation: { title: string; text: string; units: readonly Passage[] };
  timeline: { title: string; note: string; columns: readonly [string, string, string]; rows: readonly TimelineRow[] };
  refusals: { title: string; text: string; items: readonly Refusal[]; after: string };
  closing: Closing;
}

export const whoWeAre: WhoWeArePage = {
  meta: {
    title: "Who we are: five commitments you can check",
    description:
      "What the five commitments of our E5 Edge mean in practice, how our teams are organised, how we decide to decline work, and how you can check it.",
  },
  title: "Who We Are",
  statement: "We build the system, then we stay for its first bad night.",
  lead: `${brand.name} is an IT services and technology consulting company. We advise, build and run, and we would rather do two of the three well than all three on paper.`,
  commitments: {
    title: "The E5 Edge, in long form",
    text: "Five words fit on a card. Here is what each one obliges us to do, and what you may ask for as proof.",
    check: "How you can check",
    items: [
      {
        title: "Experience",
        text: "Twenty-odd years of technology change teach mostly what fails. We bring that as a list: the known ways in which this kind of project goes wrong, read aloud in the first week. You add yours. The list stays on the wall, and each item has somebody watching it.",
        check:
          "Ask for the risk list of week one, and for the person in the proposed team who has lived through its top three.",
      },
      {
        title: "Ecosystem",
        text: "No single company knows everything that a large estate contains. We work with product makers and specialist firms, and we name them in the proposal with their share of the work. If a partner pays us for a recommendation, we tell you before we make it.",
        check: "Ask who else touches the work, who pays whom, and which two alternatives we turned down.",
      },
      {
        title: "Ethics",
        text: "Learning, diversity, inclusion and commitment are habits before they are values. In practice: paid study time, interview panels of more than one kind of person, no estimates made to win and no silence about bad news. A risk reaches you on the day we see it, also when we caused it.",
        check: "Ask a junior member of the team what happens here to people who deliver bad news.",
      },
      {
        title: "Execution",
        text: "Strategy that its authors never have to run tends to be light on detail. So the people who draw the target picture also stay for the first release. Each step ends with something that works. You can stop after any of them and keep what exists.",
        check: "Ask for the definition of done of step one, and what you would own if you stopped there.",
      },
      {
        title: "Expertise",
        text: "Technology is the vehicle; people drive it. We measure a project by what your staff can do afterwards without us. Handover is therefore planned from the first day, with named successors, and half of the last month’s changes are made by them while we watch.",
        check: "Ask for the handover plan before you sign, and count how many of its names are yours.",
      },
    ],
  },
  organisation: {
    title: "How we are organised",
    text: "Clients should not need our organisation chart. They do need to know whom to call, and who can overrule whom.",
    units: [
      {
        title: `${spellOutCapitalized(services.length)} practices`,
        text: "One for each service that we offer. A practice keeps the standards, reviews designs and decides who is ready to lead.",
      },
      {
        title: "Industry desks",
        text: "People who have worked in your sector. They translate its rules for the practices and may stop a design that a regulator would not accept.",
      },
      {
        title: "One engagement lead",
        text: "A single name on the contract, from the first meeting until thirty days after handover. The lead answers for cost, quality and tone of voice.",
      },
      {
        title: "An operations group",
        text: "It takes the pager. Because it inherits what the practices build, it signs off readiness for production and can refuse.",
      },
      {
        title: "A reviewer from outside",
        text: "Each engagement has a senior colleague who is not paid on it. The reviewer reads the plan, the first invoice and the last retrospective.",
      },
    ],
  },
  timeline: {
    title: "The years so far",
    note: "Placeholder rows: the owner of this site replaces them with dated, documented events before launch. Nothing in this table is a statement about the company yet.",
    columns: ["Year", "What happened", "Evidence"],
    rows: [
      {
        year: "[Year]",
        event: "Founding of the company, with its first line of business",
        evidence: "Company register",
        placeholder: true,
      },
      {
        year: "[Year]",
        event: "First system taken into round-the-clock operation",
        evidence: "Contract or runbook",
        placeholder: true,
      },
      {
        year: "[Year]",
        event: "A practice opened, or one closed, and the reason",
        evidence: "Board minutes",
        placeholder: true,
      },
      {
        year: "[Year]",
        event: "The first capability centre handed over to its client",
        evidence: "Transfer agreement",
        placeholder: true,
      },
      {
        year: "[Year]",
        event: "A failure that changed how we work, told with permission",
        evidence: "Published review",
        placeholder: true,
      },
    ],
  },
  refusals: {
    title: "How we decide to say no",
    text: "Declining is cheapest before the proposal. The engagement lead and the outside reviewer put these questions to every possible job, and answer you within five working days.",
    items: [
      {
        test: "Can we name the decision or the task that will be different afterwards?",
        otherwise: "If not, we offer a two-week study with a fixed price, or a telephone call for nothing.",
      },
      {
        test: "Are the people with the right experience free when you need them?",
        otherwise: "We state the earliest honest date. We do not start with substitutes and hope.",
      },
      {
        test: "Would we be content to see the work described in a newspaper, with our name?",
        otherwise: "We decline, and say which part of it we could not defend.",
      },
      {
        test: "Could a product, or your own team, do this for less?",
        otherwise: "We point to it. You may still hire us to set it up, which is a smaller job.",
      },
    ],
    after:
      "A refusal comes in writing, with its reason. If circumstances change, so may the answer. If only the price changes, it does not.",
  },
  closing: {
    title: "Test us with a question you know the answer to",
    description: "It is a fair way to begin. An engineer will reply, and will say so when the honest answer is “no”.",
    subject: "About the company",
  },
};
