import { data, redirect } from "react-router";
import { z } from "zod";
import { emailField } from "#shared/text/email-address.ts";
import { findLocale } from "#shared/dates/find-locale.ts";
import { may, type Role } from "#shared/permissions.ts";
import type { Refusal } from "#shared/pages/refusal.ts";
import type { AccountId } from "#worker/db/accounts-tables.ts";
import type { ApplicationId } from "#worker/db/applications-tables.ts";
import type { HoldId } from "#worker/db/privacy-tables.ts";
import { openDb } from "#worker/db/client.ts";
import { answerForm } from "#worker/lib/http/answer-form.ts";
import { NotAllowedError, UnreadableBodyError } from "#worker/lib/errors.ts";
import type { RefusalWords } from "#worker/lib/http/refusals.ts";
import type { RequestScope } from "#worker/lib/scope.ts";
import { erasePerson } from "#worker/privacy/erase.ts";
import { releaseHold, setHold } from "#worker/privacy/holds.ts";
import { lookUpPerson } from "#worker/privacy/look-up.ts";
import { showProof } from "./show-proof.ts";

export const emailSchema = emailField({ missing: "Enter an e-mail address." });

const reason = z
  .string("Write the reason.")
  .trim()
  .min(1, "Write the reason.")
  .max(1000, "Keep the reason within 1,000 characters.");

const requestSchema = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("look-up"), email: emailSchema }),
  z.object({ intent: z.literal("erase"), email: emailSchema }),
  z.object({ intent: z.literal("hold"), email: emailSchema.optional(), application: z.uuid().optional(), reason }),
  z.object({ intent: z.literal("release"), hold: z.uuid(), reason }),
]);

const undone = {
  title: "That could not be done just now.",
  message: "Nothing has been erased. Please try again in a minute.",
};
const words: RefusalWords = { 400: { title: "Nothing has been done." }, 500: undone, 503: undone };

/** How much is held under an address, by kind; kinds without any are left out. */
export interface Found {
  email: string;
  kinds: { name: string; count: number }[];
  /** What was erased under the address before, the newest first. */
  proofs: ReturnType<typeof showProof>[];
  /** The hold on the address. */
  hold: string | null;
  /** Something under the address is held, the address itself or an application. */
  isHeld: boolean;
}

interface Posted {
  request: Request;
  caller: { user: { id: string }; roles: readonly Role[] };
  scope: RequestScope;
}

/**
 * Answers what is held under the address of a posted form, erases it, or sets or releases a legal hold, and leads back to the
 * page. The address never stands in an address of the site, which browsers and logs keep.
 */
export async function answerRequest({ request, caller, scope }: Posted) {
  const db = openDb(scope.env.DB);
  const actor = caller.user.id as AccountId;
  const locale = findLocale(request.headers.get("Accept-Language"));
  return answerForm(
    { request, schema: requestSchema, words },
    async (asked) => {
      if (asked.intent === "hold" || asked.intent === "release") {
        if (!may(caller.roles, "privacy.hold")) throw new NotAllowedError();
        if (asked.intent === "release") {
          await releaseHold(db, { id: asked.hold as HoldId, reason: asked.reason, actor }, scope);
          return redirect("/privacy-requests?released", 303);
        }
        const { application, email } = asked;
        if ((application === undefined) === (email === undefined)) throw new UnreadableBodyError();
        const what = application === undefined ? { email: email ?? "" } : { application: application as ApplicationId };
        await setHold(db, { ...what, reason: asked.reason, actor }, scope);
        return redirect(application === undefined ? "/privacy-requests?held" : `/job-applications/${application}`, 303);
      }
      const { email } = asked;
      if (asked.intent === "erase") {
        const { rows } = await erasePerson(db, { email, actor }, scope);
        return redirect(`/privacy-requests?erased=${rows}`, 303);
      }
      const { held, proofs, hold, isHeld } = await lookUpPerson(db, { email }, scope);
      const kinds = held.map(({ name, rows }) => ({ name, count: rows.length })).filter(({ count }) => count > 0);
      return data<Found | Refusal>({
        email,
        kinds,
        proofs: proofs.map((proof) => showProof(proof, locale)),
        hold,
        isHeld,
      });
    },
    scope,
  );
}
