import { spellOutCapitalized } from "../spell-out.ts";

/** What every page of a service says around its own copy. */
export const serviceTemplate = {
  above: "Services",
  more: "Read an example",
  offers: "What you get",
  steps: {
    title: "How we work",
    note: (count: number) =>
      `${spellOutCapitalized(count)} steps. Each says when it happens and what it leaves behind.`,
  },
  technologies: "What we work with",
  related: "Related industries",
  example: {
    mark: "Illustration, not a client’s figures",
    caption: (unit: string) => `Shown: ${unit}. Illustrative figures.`,
    chart: (finding: string) => `Line chart. ${finding}.`,
    table: "Show the figures as a table",
    when: "When",
  },
};
