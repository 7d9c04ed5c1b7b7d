/** The page that asks who is signed in for one more proof, and leads on to `next` afterwards. */
export function buildConfirmPath(next: string): string {
  return `/auth/confirm?${new URLSearchParams({ next })}`;
}
