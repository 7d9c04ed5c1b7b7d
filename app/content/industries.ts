// Bundle: site
/** The question every industry card asks; its quoted text is part of the specification. */
export const industryQuestion = "How can the product help?";

export interface Industry {
  /** The path of its page, and the name of its file and its pictures. */
  slug: string;
  name: string;
  /** For menus. */
  line: string;
  /** Whether the home page has a card of it. */
  onHome: boolean;
  /** What its card lists. */
  services: readonly string[];
}

/** The industries we serve, in the order of the menus. Each has its page in industries/, in a file named by its slug. */
export const industries: readonly Industry[] = [
  {
    slug: "healthcare",
    name: "Healthcare",
    line: "Time back for clinicians",
    onHome: true,
    services: ["AI & ML", "Data Analytics", "Custom Applications", "RPA"],
  },
  {
    slug: "manufacturing",
    name: "Manufacturing",
    line: "Lines that warn before they stop",
    onHome: true,
    services: ["AI & ML", "Data Analytics", "Cloud Engineering", "Cybersecurity"],
  },
  {
    slug: "finserv",
    name: "FinServ",
    line: "Fast decisions, reasons kept",
    onHome: true,
    services: ["Cloud Engineering", "Infrastructure Management", "Data Analytics", "Cybersecurity"],
  },
  {
    slug: "renewable-energy",
    name: "Renewable Energy",
    line: "Forecasts you can trade on",
    onHome: true,
    services: ["Data Analytics", "Cybersecurity", "Cloud Engineering", "Infrastructure Management"],
  },
  {
    slug: "pharmaceutical",
    name: "Pharmaceutical",
    line: "Validated systems, shorter trials",
    onHome: true,
    services: ["Application Management", "Infrastructure Management", "Cloud Engineering", "Cybersecurity Services"],
  },
  {
    slug: "technology",
    name: "Technology",
    line: "Platforms that ship every week",
    onHome: false,
    services: [],
  },
];

/** Those with a card on the home page. */
export const industryCards = industries.filter(({ onHome }) => onHome);
