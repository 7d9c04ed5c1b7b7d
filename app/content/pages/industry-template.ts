import { spellOutCapitalized } from "../spell-out.ts";

/** What every page of an industry says around its own copy. */
export const industryTemplate = {
  above: "Industries",
  more: "See the architecture",
  /** Names the links to the sections, for screen readers. */
  onThisPage: "On this page",
  sections: {
    pressures: "Pressures",
    capabilities: "Capabilities",
    architecture: "Architecture",
    compliance: "Compliance",
    questions: "Questions",
  },
  pressures: "What presses",
  capabilities: {
    title: (count: number) => `${spellOutCapitalized(count)} places to begin`,
    note: "Each stands alone. One that does not pay is no reason to start the next.",
  },
  architecture: {
    caption: "A reference architecture: the usual shape, to be argued with",
    diagram: (title: string) => `Diagram: ${title}`,
    /** Between what flows and where it goes. The first is for screen readers. */
    goes: "goes",
    to: "to",
    table: "The same as a table",
    tableTitle: (title: string) => `${title}: what flows from where to where`,
    columns: ["From", "What passes", "To"],
  },
  compliance: {
    title: "Rules that shape the work",
    note: "What each asks, and what we do about it. Certificates and legal advice come from others.",
  },
  questions: "Asked before signing",
  others: "Other industries",
};
