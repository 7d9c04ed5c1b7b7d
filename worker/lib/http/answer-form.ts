import { data } from "react-router";
import type { z } from "zod";
import type { FormAnswers, Refusal } from "#shared/pages/refusal.ts";
import { UnavailableError } from "../errors.ts";
import { type FormLimits, pageForm, parseForm } from "../forms/parse-form.ts";
import { buildRefusal, type RefusalWords } from "./refusals.ts";
import type { RequestScope } from "../scope.ts";

interface PostedForm<Schema extends z.ZodType> {
  request: Request;
  schema: Schema;
  limits?: FormLimits;
  /** Runs before the answers are checked, such as a limit that wrong answers count for, too. */
  admit?: () => Promise<void>;
  /** The form's own words, where those of the errors do not say it best. */
  words?: RefusalWords;
  /** Makes more of a refusal; `value` is undefined when the form did not pass. */
  refine?: (refusal: Refusal, error: unknown, value: z.output<Schema> | undefined) => Refusal | Promise<Refusal>;
}

/**
 * What every action of a page's form does: reads the form, makes the change, and answers what `change` returns (a
 * redirect, or what the page shows); or says why nothing changed, with the status of the error and everything that was
 * answered.
 */
export async function answerForm<Schema extends z.ZodType, Answer>(
  { request, schema, limits = pageForm, admit, words, refine }: PostedForm<Schema>,
  change: (value: z.output<Schema>) => Promise<Answer>,
  { log }: Pick<RequestScope, "log">,
) {
  let answers: FormAnswers | undefined;
  let value: z.output<Schema> | undefined;
  try {
    const parsed = await parseForm(request, schema, limits);
    ({ answers } = parsed);
    await admit?.();
    if (parsed.error) throw parsed.error;
    value = parsed.value as z.output<Schema>;
    return await change(value);
  } catch (error) {
    if (error instanceof Response) throw error;
    const built = buildRefusal(error, { answers, words });
    // The code that throws an UnavailableError has logged the cause.
    if (built.status >= 500 && !(error instanceof UnavailableError)) log.error("form not taken", error);
    const refusal = refine ? await refine(built, error, value) : built;
    const headers = refusal.retryAfter === undefined ? null : { "Retry-After": String(refusal.retryAfter) };
    return data(refusal, { status: refusal.status, ...(headers && { headers }) });
  }
}
