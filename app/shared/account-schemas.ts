/**
 * What the API of accounts takes. No page may import it: @hono/zod-openapi adds its method to the schemas that are made
 * after it is loaded, and pages load without it.
 */
import { z } from "zod";
import { email, newPassword, password } from "./account-fields.ts";

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
    .describe("The address on this site where the confirmation of the e-mail address leads."),
});

export const bootstrapSchema = newAccountSchema.extend({ secret: z.string().min(1).max(512) });

/** The two grants of POST /api/auth/token. */
export const tokenGrantSchema = z.discriminatedUnion("grant_type", [
  z.object({ grant_type: z.literal("password"), email, password }),
  z.object({ grant_type: z.literal("refresh_token"), refresh_token: z.string().min(1).max(512) }),
]);
