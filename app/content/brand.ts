/** The company. Its name is a placeholder, and only this file holds it. */
export const brand = {
  name: "Fivewright",
  /** Shown with slanted strokes between the words; spoken and shared as 'Technology | Transformation | Together'. */
  tagline: ["Technology", "Transformation", "Together"],
  description:
    "IT services and technology consulting: artificial intelligence, data, cloud, applications, platforms and infrastructure, from strategy to operations.",
  copyrightYear: 2025,
  salesEmail: "sales@fivewright.example",
  careersEmail: "careers@fivewright.example",
  partnersEmail: "partners@fivewright.example",
  /** Where requests about personal data go; the privacy policy names it. */
  privacyEmail: "privacy@fivewright.example",
  /** Where to report a vulnerability; published in /.well-known/security.txt and in the terms of service. */
  securityEmail: "security@fivewright.example",
  /** How soon a person answers an enquiry: /contact and the page after it promise this. */
  answerWithin: "two working days",
  social: [
    { name: "LinkedIn", href: "https://www.linkedin.com/company/fivewright" },
    { name: "X", href: "https://x.com/fivewright" },
    { name: "Instagram", href: "https://www.instagram.com/fivewright" },
  ],
} as const;
