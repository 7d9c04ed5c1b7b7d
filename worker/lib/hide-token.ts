/** `pathname` without the token of a preview link: whoever reads logs or figures of visits holds no key by that. */
export function hideToken(pathname: string): string {
  return pathname.replace(/^(\/insights\/preview\/).+/i, "$1-");
}
