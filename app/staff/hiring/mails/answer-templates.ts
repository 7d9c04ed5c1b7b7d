import { data, redirect, type RouterContextProvider } from "react-router";
import { z } from "zod";
import { mailTemplateSchema } from "#shared/hiring/mail-template.ts";
import type { Refusal } from "#shared/pages/refusal.ts";
import type { ListOutcomeWords } from "#app/staff-kit/list/list-outcome.tsx";
import { staffContext } from "#app/staff/guard.ts";
import { readListForm } from "#app/staff/lists/answer-view-form.ts";
import { explainRefusal, refuseForm } from "#app/staff/lists/list-outcome.ts";
import { changeTemplate, createTemplate, deleteTemplate, restoreTemplate } from "#worker/hiring/mails/templates.ts";
import type { AccountId } from "#worker/db/accounts-tables.ts";
import type { MailTemplateId } from "#worker/db/hiring-mails-tables.ts";
import { openDb } from "#worker/db/client.ts";
import { parseInput } from "#worker/lib/forms/parse-input.ts";
import { buildRefusal, type RefusalWords } from "#worker/lib/http/refusals.ts";
import { requestScope } from "#worker/lib/scope.ts";
import { templatesPath } from "./templates-path.ts";

const known = z.object({
  id: z.uuid().transform((id) => id as MailTemplateId),
  version: z.coerce.number().int().min(1),
});
const undo = z.templateLiteral([z.uuid(), ":", z.number().int().min(1)]);

const again = "Please try again in a minute. What you wrote is still here.";
const words: RefusalWords = {
  404: { title: "Nothing was stored", message: "Somebody has deleted this template. What you wrote is still here." },
  409: { title: "Nothing was stored" },
  500: { title: "Nothing was stored", message: again },
  503: { title: "Nothing was stored", message: again },
};

interface ActionArgs {
  context: Readonly<RouterContextProvider>;
  request: Request;
}

interface Answer {
  outcome: ListOutcomeWords | null;
  refusedView: null;
  refusal: Refusal | null;
}

/**
 * Answers the forms of the page of templates, by `do`: `save` (with `id` and `version` where it is stored already), `delete`, and
 * `undo` of a deletion (`<id>:<version>`).
 */
export async function answerTemplates({ context, request }: ActionArgs) {
  const scope = context.get(requestScope);
  const doer = { actor: context.get(staffContext).user.id as AccountId, requestId: scope.requestId };
  const db = openDb(scope.env.DB);
  const fields = await readListForm(request);
  const todo = fields.get("do");
  if (todo === "save") {
    const answers = Object.fromEntries(fields);
    const stored = fields.get("id") ? known.safeParse(answers).data : null;
    if (stored === undefined) throw refuseForm();
    try {
      const input = parseInput(mailTemplateSchema, answers);
      if (stored) await changeTemplate(db, { ...input, ...stored }, doer);
      else await createTemplate(db, input, doer);
      return redirect(`${templatesPath}?done=saved`, 303);
    } catch (error) {
      const refusal = buildRefusal(error, { answers, words });
      if (refusal.status >= 500) scope.log.error("template not stored", error);
      return data<Answer>({ outcome: null, refusedView: null, refusal }, { status: refusal.status });
    }
  }
  const back = todo === "undo" ? undo.safeParse(fields.get("undo")).data?.split(":") : undefined;
  const row = known.safeParse(back ? { id: back[0], version: back[1] } : Object.fromEntries(fields)).data;
  if (!row || (todo !== "delete" && !back)) throw refuseForm();
  try {
    const version = await (back ? restoreTemplate : deleteTemplate)(db, row, doer);
    const done = back ? "The template is back." : "The template is deleted.";
    return say({ done, refused: [], undo: back ? [] : [`${row.id}:${version}`] }, 200);
  } catch (error) {
    const { why, status } = explainRefusal(error);
    if (status >= 500) scope.log.error("template not changed", error);
    return say({ done: null, refused: [{ name: "Nothing was done", why }], undo: [] }, status);
  }
}

function say(outcome: ListOutcomeWords, status: number) {
  return data<Answer>({ outcome, refusedView: null, refusal: null }, { status });
}
