import { brand } from "../brand.ts";
import type { PageMeta } from "../page-types.ts";
import { pillars } from "../pillars.ts";
import { services } from "../services.ts";
import { spellOutCapitalized } from "../spell-out.ts";
import { strengths } from "../strengths.ts";
import { testimonials, testimonialsNote } from "../testimonials.ts";

/** The words of the home page; its lists have modules of their own. Only the server loads it. A title is a list of lines. */
export const home = {
  meta: { title: "IT services and technology consulting", description: brand.description } satisfies PageMeta,
  hero: {
    title: ["Redefining", "Digital", "Possibilities"],
    lead: "Lead your business transformation with AI-first strategies",
    more: "See our services",
  },
  /** For screen readers. */
  pillars: { title: `${spellOutCapitalized(pillars.length)} pillars`, items: pillars },
  services: {
    title: [`${spellOutCapitalized(services.length)} services,`, "one accountable team"],
    note: "Start with the one that hurts. The people who scope the work are the people who deliver it and stay on call for it.",
  },
  /** Of both carousels, for screen readers. */
  carousel: { role: "carousel", card: "card", quote: "quote" },
  edge: {
    title: "The E5 Edge",
    note: "Five commitments. One picture, and it only works whole.",
    label: `${spellOutCapitalized(strengths.length)} cards`,
  },
  industries: {
    title: "Industries",
    note: "The first question is the same everywhere. The answers are not.",
  },
  voices: {
    title: ["Real Results.", "Real Impact.", "Real Voices."],
    label: "Quotes",
    start: "Start moving the quotes",
    stop: "Stop moving the quotes",
    note: testimonialsNote,
    items: testimonials,
  },
  closing: {
    title: "Transform Your Business with Cutting-Edge Technology Solutions",
    description: "Thirty minutes with an engineer who has done it before. No pitch deck.",
  },
};

export type HomePage = typeof home;
