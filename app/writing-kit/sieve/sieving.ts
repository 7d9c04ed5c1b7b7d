import type { Losses } from "#shared/insights/losses.ts";
import type { Sheet } from "./styles.ts";
import type { Part } from "./tree.ts";

export interface SieveOptions {
  /** Takes all that the text cannot keep. */
  losses: Losses;
  /** Where a link of the text leads here. Without it, where it led. */
  placeLink?: (href: string) => string;
  /** The address that a picture has here: `part` is its `img`. Without it, the one it had. */
  placePicture?: (address: string, part: Part) => string;
  /** The address of a picture that was in the text itself. Without it, a name like "in-text-1.png". */
  nameEmbedded?: (picture: Blob) => string;
  /** False for the address of a picture that is left out and named as a loss. */
  takesPicture?: (address: string) => boolean;
}

/** What each step of the sieve works with. */
export interface Sieving extends SieveOptions {
  /** The element whose content is the text. */
  body: Part;
  sheet: Sheet;
  /** Addresses of the pictures that the text keeps, in its order. */
  pictures: Set<string>;
  /** Pictures that were in the text itself, by the name that stands in place of their address. */
  embedded: Map<string, Blob>;
}
