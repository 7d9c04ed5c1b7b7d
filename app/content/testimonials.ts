export interface Testimonial {
  quote: string;
  role: string;
  company: string;
  /** True for a quote that we wrote. While there is one, a note beside the quotes says so. */
  placeholder: boolean;
}

/** What clients say about the outcomes. The placeholders are written by us, and the page says so. */
export const testimonials: readonly Testimonial[] = [
  {
    quote:
      "They moved eleven hospitals onto one record in nine months. On go-live night the loudest thing in the control room was the coffee machine.",
    role: "Chief Information Officer",
    company: "Hospital group",
    placeholder: true,
  },
  {
    quote:
      "The line warns us four hours before it would have stopped. My maintenance crew plan their shifts again instead of chasing faults.",
    role: "Vice President, Operations",
    company: "Automotive parts manufacturer",
    placeholder: true,
  },
  {
    quote:
      "The auditors asked how the model had decided. We showed them on one screen, line by line, and everybody went back to work.",
    role: "Chief Risk Officer",
    company: "Retail bank",
    placeholder: true,
  },
  {
    quote:
      "They ran the migration and stayed on call for it. The month-end after cut-over was the quietest that my team can remember.",
    role: "Head of Infrastructure",
    company: "Pharmaceutical company",
    placeholder: true,
  },
];

export const testimonialsNote =
  "Illustrative examples: the outcomes we work towards, told in our own words until clients tell theirs.";
