import { data } from "react-router";
import { z } from "zod";
import { findLocale } from "#shared/dates/find-locale.ts";
import type { Refusal } from "#shared/pages/refusal.ts";
import { visitorRecordSchema } from "#shared/analytics/visitor-record.ts";
import { type Instant, toInstant } from "#app/ui/local-time.tsx";
import { findProof } from "#worker/analytics/proofs/find-proof.ts";
import { openDb } from "#worker/db/client.ts";
import { answerForm } from "#worker/lib/http/answer-form.ts";
import type { RefusalWords } from "#worker/lib/http/refusals.ts";
import type { RequestScope } from "#worker/lib/scope.ts";
import { isWordingOurs } from "./proofs/proof-list.ts";

const checkSchema = z.object({
  visitor: z
    .string("Enter the visitor number.")
    .trim()
    .min(1, "Enter the visitor number.")
    .refine(
      (text) => text === "" || visitorRecordSchema.shape.visitor_id.safeParse(text).success,
      "A visitor number has up to 64 letters, digits and hyphens.",
    ),
  status: visitorRecordSchema.shape.consent_status,
  time: z
    .string("Enter the time of the choice.")
    .trim()
    .pipe(z.iso.datetime({ offset: true, error: "Enter the time like 2026-11-23T09:15:04.123Z." })),
});

const undone = { title: "The proof could not be looked up just now.", message: "Please try again in a minute." };
const words: RefusalWords = { 400: { title: "Nothing was looked up." }, 500: undone, 503: undone };

export interface CheckedProof {
  /** The id that the choice has, whether it is in the ledger or not. */
  id: string;
  /** What was entered, so that a digit can be put right without script. */
  asked: { visitor: string; status: string; time: string };
  /** Null where the ledger has no such proof. */
  proof: { version: string | null; isOurs: boolean; receivedAt: Instant } | null;
}

/**
 * Answers which proof belongs to the posted visitor number, status and time. None of them is stored, logged or written into
 * an address.
 */
export function answerCheck(request: Request, scope: RequestScope) {
  const locale = findLocale(request.headers.get("Accept-Language"));
  return answerForm(
    { request, schema: checkSchema, words },
    async (asked) => {
      const { visitor, status, time } = asked;
      const known = { visitorId: visitor, status, chosenAt: Date.parse(time) };
      const { id, proof } = await findProof(openDb(scope.env.DB), known);
      const found = proof && {
        version: proof.banner_version,
        isOurs: isWordingOurs(proof),
        receivedAt: toInstant(proof.received_at, locale),
      };
      return data<CheckedProof | Refusal>({ id, asked, proof: found });
    },
    scope,
  );
}
