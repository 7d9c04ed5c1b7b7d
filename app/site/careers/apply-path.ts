/**
 * Path of the contact form with a job attached: the message is stored with the opening. `subject` is what the form
 * shows; `job` identifies the opening.
 */
export function buildApplyPath({ slug, title }: { slug: string; title: string }): string {
  return `/contact?${new URLSearchParams({ subject: `Application: ${title}`, job: slug })}#contact-form`;
}
