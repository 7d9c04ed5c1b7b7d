export interface Testimonial {
  quote: string;
  role: string;
  company: string;
}

/** Written by us to show the outcomes we work towards. No client said them: the page says so beside them. */
export const testimonials: readonly Testimonial[] = [
  {
    quote:
      "They moved eleven hospitals onto one record in nine months. On go-live night the loudest thing in the control room was the coffee machine.",
    role: "Chief Information Officer",
    company: "Hospital group",
  },
  {
    quote:
      "The line warns us four hours before it would have stopped. My maintenance crew plan their shifts again instead of chasing faults.",
    role: "Vice President, Operations",
    company: "Automotive parts manufacturer",
  },
  {
    quote:
      "The auditors asked how the model had decided. We showed them on one screen, line by line, and everybody went back to work.",
    role: "Chief Risk Officer",
    company: "Retail bank",
  },
  {
    quote:
      "They ran the migration and stayed on call for it. The month-end after cut-over was the quietest that my team can remember.",
    role: "Head of Infrastructure",
    company: "Pharmaceutical company",
  },
];

export const testimonialsNote =
  "Illustrative examples: the outcomes we work towards, told in our own words until clients tell theirs.";
