// Bundle: site
export const defaultCallTitle = "Smarter IT Management, Better Business Outcomes";

/** The subject the contact form starts with when none is asked for. */
const defaultSubject = "General Inquiry";

/** Address of the contact form, with `subject` chosen beforehand unless it is the default one. */
export function buildContactPath(subject: string = defaultSubject): string {
  const query = subject === defaultSubject ? "" : `?${new URLSearchParams({ subject })}`;
  return `/contact${query}#contact-form`;
}
