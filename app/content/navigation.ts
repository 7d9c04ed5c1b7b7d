// Bundle: site
import { industries } from "./industries.ts";
import { services } from "./services.ts";

export interface Target {
  to: string;
  /** Older addresses of the same page, or of pages below it. */
  also?: readonly string[];
}

export interface MenuLink extends Target {
  name: string;
  line: string;
}

export interface Menu {
  id: string;
  name: string;
  links: readonly MenuLink[];
  /** The tile at the end of the panel. */
  feature: MenuLink;
}

const servicesMenu: Menu = {
  id: "services",
  name: "Services",
  links: services.map(({ slug, name, line }) => ({ to: `/${slug}`, name, line })),
  feature: {
    to: "/microsoft",
    name: "Working with Microsoft",
    line: "Azure, Dynamics 365 and Power Platform, by one team.",
  },
};

const industriesMenu: Menu = {
  id: "industries",
  name: "Industries",
  links: industries.map(({ slug, name, line }) => ({ to: `/${slug}`, name, line })),
  feature: {
    to: "/#industries-title",
    name: "Industries at a glance",
    line: "What we do for each, side by side.",
  },
};

export const aboutMenu: Menu = {
  id: "about",
  name: "About Us",
  links: [
    { to: "/who-we-are", name: "Who We Are", line: "Five commitments, kept by people" },
    { to: "/leadership", name: "Leadership", line: "Who answers for the work" },
    { to: "/awards-recognition", name: "Awards & Recognition", line: "What others have said, by year" },
    {
      to: "/insights",
      also: ["/thought-leadership", "/thoughtleadership", "/blog"],
      name: "Insights",
      line: "What we have learnt, written down",
    },
    { to: "/partners", name: "Partners", line: "Who we work with, and who earns what" },
  ],
  feature: {
    to: "/careers",
    name: "Careers",
    line: "Join the people who build it and run it.",
  },
};

/** The header from left to right: menus that open, and plain links. */
export const mainNavigation: readonly (Menu | (Target & { name: string }))[] = [
  servicesMenu,
  industriesMenu,
  { to: "/gcc", name: "GCC" },
  aboutMenu,
];

export const contactLink = { to: "/contact", name: "Contact Us" };

export const gccLink = { to: "/gcc", name: "Global Capability Centers" };

export const companyLinks = [
  { to: "/insights", name: "Insights" },
  { to: "/partners", name: "Partners" },
  { to: "/careers", name: "Careers" },
] as const;

export const legalLinks = [
  { to: "/privacy-policy", name: "Privacy Policy" },
  { to: "/terms-of-service", name: "Terms of Service" },
] as const;
