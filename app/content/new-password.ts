import { brand } from "./brand.ts";

/** What no password of a colleague may be made of. */
export const companyWords: readonly string[] = [brand.name, ...brand.tagline];

/** Said below each field for a new password. */
export const newPasswordHint = "At least 15 characters. A sentence you can remember works well.";
