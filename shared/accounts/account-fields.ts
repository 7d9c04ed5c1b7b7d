/** The fields of the forms about accounts. */
import { normalizeText } from "#shared/text/normalize-text.ts";
import { z } from "zod";
import { emailField } from "#shared/text/email-address.ts";
import { countCharacters, shortestPassword } from "./password-length.ts";

/** Most bytes that a password may have. A password is never cut. */
const passwordBytes = 1024;

/** An e-mail address, in lower case. */
export const email = emailField({ missing: "Enter your e-mail address." }).pipe(z.string().toLowerCase());

/** A password as it is typed to sign in. */
export const password = z
  .string("Enter your password.")
  .min(1, "Enter your password.")
  .refine(
    (value) => new TextEncoder().encode(value).length <= passwordBytes,
    "A password may have at most 1,024 bytes.",
  );

/**
 * A new password. It is hashed in Unicode NFKC, which can make one character out of several, or several out of one. So both
 * forms must be long enough.
 */
export const newPassword = password.refine(
  (value) => Math.min(countCharacters(value), countCharacters(normalizeText(value, "NFKC"))) >= shortestPassword,
  "Use at least 15 characters: a few words are best.",
);
