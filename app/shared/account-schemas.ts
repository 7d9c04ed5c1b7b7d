import { z } from "zod";
import { emailSchema as email } from "./email-schema.ts";

/** Characters (code points) that a new password may have. */
const passwordLength = { min: 15, max: 128 } as const;

/** Most bytes that a password may have. A password is never cut. */
const passwordBytes = 1024;

const password = z
  .string("Enter your password.")
  .min(1, "Enter your password.")
  .refine(
    (value) => new TextEncoder().encode(value).length <= passwordBytes,
    "A password may have at most 1,024 bytes.",
  );

// The password is hashed in Unicode NFKC, which can make one character out of several, or several out of one. So both
// forms must be long enough.
const newPassword = password
  .refine(
    (value) => Math.min(countCharacters(value), countCharacters(value.normalize("NFKC"))) >= passwordLength.min,
    "Use at least 15 characters: a few words are best.",
  )
  .refine((value) => countCharacters(value.normalize("NFKC")) <= passwordLength.max, "Use at most 128 characters.");

/** Signing in. Other fields of the form are dropped. */
export const signInSchema = z.object({ email, password });

/** An address and a first password. */
export const newAccountSchema = z.object({ email, password: newPassword });

/** Signing up. */
export const signUpSchema = newAccountSchema.extend({
  email_redirect_to: z
    .string()
    .max(2048, "An address has at most 2,048 characters.")
    .optional()
    .describe("The address on this site that a verification mail links to. No such mail is sent yet."),
});

export const bootstrapSchema = newAccountSchema.extend({ secret: z.string().min(1).max(512) });

/** The two grants of POST /api/auth/token. */
export const tokenGrantSchema = z.discriminatedUnion("grant_type", [
  z.object({ grant_type: z.literal("password"), email, password }),
  z.object({ grant_type: z.literal("refresh_token"), refresh_token: z.string().min(1).max(512) }),
]);

function countCharacters(text: string): number {
  return Array.from(text).length;
}
