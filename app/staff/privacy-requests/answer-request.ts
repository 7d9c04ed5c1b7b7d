import { data, redirect } from "react-router";
import { z } from "zod";
import type { Refusal } from "#app/shared/refusal.ts";
import type { UserId } from "#worker/db/accounts-tables.ts";
import { openDb } from "#worker/db/client.ts";
import { answerForm } from "#worker/lib/answer-form.ts";
import type { RefusalWords } from "#worker/lib/refusals.ts";
import type { RequestScope } from "#worker/lib/scope.ts";
import { erasePerson } from "#worker/retention/erase.ts";
import { readHeldData } from "#worker/retention/held-data.ts";

export const emailSchema = z
  .string("Enter an e-mail address.")
  .trim()
  .min(1, "Enter an e-mail address.")
  .max(254, "An e-mail address has at most 254 characters.")
  .pipe(z.email("Enter an e-mail address like name@example.com."));

const requestSchema = z.object({ intent: z.enum(["look-up", "erase"]), email: emailSchema });

const undone = {
  title: "That could not be done just now.",
  message: "Nothing has been erased. Please try again in a minute.",
};
const words: RefusalWords = { 400: { title: "Nothing has been looked up." }, 500: undone, 503: undone };

/** How much is held under an address, by kind; kinds without any are left out. */
export interface Found {
  email: string;
  kinds: { name: string; count: number }[];
}

interface Posted {
  request: Request;
  actor: string;
  scope: RequestScope;
}

/**
 * Answers what is held under the address of a posted form, or erases it and leads back to the page. The address never
 * stands in an address of the site, which browsers and logs keep.
 */
export async function answerRequest({ request, actor, scope }: Posted) {
  const db = openDb(scope.env.DB);
  return answerForm(
    { request, schema: requestSchema, words },
    async ({ intent, email }) => {
      if (intent === "erase") {
        const { rows } = await erasePerson(db, { email, actor: actor as UserId }, scope);
        return redirect(`/privacy-requests?erased=${rows}`, 303);
      }
      const held = await readHeldData(db, { email }, scope);
      const kinds = held.map(({ name, rows }) => ({ name, count: rows.length })).filter(({ count }) => count > 0);
      return data<Found | Refusal>({ email, kinds });
    },
    scope,
  );
}
