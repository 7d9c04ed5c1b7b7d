/**
 * The contact form with a job attached: its message is stored with the opening, for the people who hire. `subject` is
 * what the form shows; `job` is what the opening is found by.
 */
export function findApplyPath({ slug, title }: { slug: string; title: string }): string {
  return `/contact?${new URLSearchParams({ subject: `Application: ${title}`, job: slug })}#contact-form`;
}
