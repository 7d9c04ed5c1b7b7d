import { z } from "zod";

/**
 * An e-mail address as accounts have it: in small letters. It is in a file of its own because the schemas that the API
 * describes must not be made before the API has taught zod to.
 */
export const emailSchema = z
  .string("Enter your e-mail address.")
  .trim()
  .toLowerCase()
  .min(1, "Enter your e-mail address.")
  .max(254, "An e-mail address has at most 254 characters.")
  .pipe(z.email("Enter an e-mail address like name@example.com."));
