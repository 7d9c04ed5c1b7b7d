import { domainToUnicode } from "node:url";

/** An address as people write it: its domain in their letters, and not in those of DNS, in which it is stored. */
export function showAddress(address: string): string {
  const at = address.lastIndexOf("@") + 1;
  const domain = address.slice(at);
  if (at === 0 || !/(?:^|\.)xn--/i.test(domain)) return address;
  return address.slice(0, at) + (domainToUnicode(domain) || domain);
}
