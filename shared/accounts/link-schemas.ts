/** What the forms of pages under /auth/ send. */
import { z } from "zod";
import { email, newPassword } from "./account-fields.ts";
import { cleanLine } from "#shared/text/clean-line.ts";

/** Asking for a link by mail. */
export const addressSchema = z.object({ email });

/** A password for an account that the link names. */
export const newPasswordSchema = z.object({ password: newPassword });

/** The form of a new colleague who accepts an invitation. */
export const newColleagueSchema = newPasswordSchema.extend({
  name: z
    .string("Enter your name.")
    .transform((value) => cleanLine(value, 120))
    .pipe(z.string().min(1, "Enter your name.")),
});
