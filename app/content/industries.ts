/** The question every industry card asks; its quoted text is part of the specification. */
export const industryQuestion = "How can the product help?";

/** The industries we serve. `slug` is the path and the name of the pictures; `line` goes into the menus. */
export const industries = [
  {
    slug: "healthcare",
    name: "Healthcare",
    line: "Time back for clinicians",
    services: ["AI & ML", "Data Analytics", "Custom Applications", "RPA"],
  },
  {
    slug: "manufacturing",
    name: "Manufacturing",
    line: "Lines that warn before they stop",
    services: ["AI & ML", "Data Analytics", "Cloud Engineering", "Cybersecurity"],
  },
  {
    slug: "finserv",
    name: "FinServ",
    line: "Fast decisions, reasons kept",
    services: ["Cloud Engineering", "Infrastructure Management", "Data Analytics", "Cybersecurity"],
  },
  {
    slug: "renewable-energy",
    name: "Renewable Energy",
    line: "Forecasts you can trade on",
    services: ["Data Analytics", "Cybersecurity", "Cloud Engineering", "Infrastructure Management"],
  },
  {
    slug: "pharmaceutical",
    name: "Pharmaceutical",
    line: "Validated systems, shorter trials",
    services: ["Application Management", "Infrastructure Management", "Cloud Engineering", "Cybersecurity Services"],
  },
  { slug: "technology", name: "Technology", line: "Platforms that ship every week", services: [] },
] as const;

export type Industry = (typeof industries)[number];
export type IndustrySlug = Industry["slug"];

/** The five with a card on the home page: Technology has a page, but no card. */
export const industryCards = industries.slice(0, 5);
