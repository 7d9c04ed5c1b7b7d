/** Path of the form for applications to an opening. */
export function buildApplyPath({ slug }: { slug: string }): string {
  return `/careers/${slug}/apply`;
}
