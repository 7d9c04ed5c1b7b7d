/** What the API of accounts takes. */
import { z } from "zod";
import { email, newPassword, password } from "./account-fields.ts";
import { assertionSchema } from "./passkey-schemas.ts";

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

export const bootstrapSchema = newAccountSchema.extend({ secret: z.string().min(1).max(512) });

/** The two grants of POST /api/auth/token. */
export const tokenGrantSchema = z.discriminatedUnion("grant_type", [
  z.object({ grant_type: z.literal("password"), email, password }),
  z.object({ grant_type: z.literal("refresh_token"), refresh_token: z.string().min(1).max(512) }),
]);
