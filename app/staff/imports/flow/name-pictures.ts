/** A picture of a post that is in the library now. */
export interface FoundPicture {
  /** Its address here. */
  src: string;
  /** False for a PDF or one that moves, which is no cover. */
  isStill: boolean;
}

/** `markdown` with the addresses that its pictures have here. */
export function nameMarkdown(markdown: string, found: ReadonlyMap<string, FoundPicture>): string {
  if (found.size === 0) return markdown;
  // The longest first: one address may be the beginning of another.
  const addresses = [...found.keys()].toSorted((one, other) => other.length - one.length);
  const pattern = addresses.map((address) => address.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|");
  // An address stands in brackets, alone or before a title, or behind the name of a reference.
  const whole = new RegExp(`(?<=\\]\\(\\s?<?|\\]:\\s?<?|=")(?:${pattern})(?=[)\\s>"]|$)`, "gm");
  return markdown.replaceAll(whole, (address) => found.get(address)?.src ?? address);
}
