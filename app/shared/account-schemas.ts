import { z } from "zod";
import { cleanLine } from "./clean-line.ts";
import { emailSchema as email } from "./email-schema.ts";
import { assertionSchema } from "./passkey-schemas.ts";
import { countCharacters, shortestPassword } from "./password-length.ts";

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
const newPassword = password.refine(
  (value) => Math.min(countCharacters(value), countCharacters(value.normalize("NFKC"))) >= shortestPassword,
  "Use at least 15 characters: a few words are best.",
);

/** Signing in. Other fields of the form are dropped. */
export const signInSchema = z.object({ email, password });

/** A code of an authenticator app or a recovery code, as it was typed. */
const code = z.string("Enter the code.").trim().min(1, "Enter the code.").max(40, "A code is shorter than this.");

/** The second step of signing in. */
export const secondStepSchema = z.object({ code });

/** Who is signed in confirms who they are. A form always has the field `code`, which may be empty. */
export const confirmSchema = z.union([
  z.object({ passkey: assertionSchema }),
  z.object({ password, code: z.string().trim().max(40, "A code is shorter than this.").optional() }),
]);

/** An address and a first password. */
export const newAccountSchema = z.object({ email, password: newPassword });

/** Signing up. */
export const signUpSchema = newAccountSchema.extend({
  email_redirect_to: z
    .string()
    .max(2048, "An address has at most 2,048 characters.")
    .optional()
    .describe("The address on this site where the confirmation of the e-mail address leads."),
});

/** Asking for a link by mail. */
export const addressSchema = z.object({ email });

/** A password for an account that the link names. */
export const newPasswordSchema = z.object({ password: newPassword });

/** What a new colleague tells when they accept an invitation. */
export const newColleagueSchema = newPasswordSchema.extend({
  name: z
    .string("Enter your name.")
    .transform((value) => cleanLine(value, 120))
    .pipe(z.string().min(1, "Enter your name.")),
});

export const bootstrapSchema = newAccountSchema.extend({ secret: z.string().min(1).max(512) });

/** The two grants of POST /api/auth/token. */
export const tokenGrantSchema = z.discriminatedUnion("grant_type", [
  z.object({ grant_type: z.literal("password"), email, password }),
  z.object({ grant_type: z.literal("refresh_token"), refresh_token: z.string().min(1).max(512) }),
]);
