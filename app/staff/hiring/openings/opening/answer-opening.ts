import { redirect } from "react-router";
import { z } from "zod";
import type { Refusal } from "#shared/pages/refusal.ts";
import { openDb } from "#worker/db/client.ts";
import { beginOpening } from "#worker/hiring/openings/begin-opening.ts";
import { readWorkingOpening } from "#worker/hiring/openings/read-working.ts";
import { type WorkingInput, workingDraft } from "#worker/hiring/openings/working-draft.ts";
import { answerForm } from "#worker/lib/http/answer-form.ts";
import { NotFoundError } from "#worker/lib/errors.ts";
import { newId } from "#worker/lib/ids.ts";
import { parseInput } from "#worker/lib/forms/parse-input.ts";
import type { RefusalWords } from "#worker/lib/http/refusals.ts";
import { page } from "../page.ts";
import { changeList } from "./change-list.ts";
import { makeOpeningChange, type Target } from "./make-opening-change.ts";
import { plainFields, toDraft } from "./plain-draft.ts";

/** What the buttons of the form do once it is saved; one of a list, such as "questions.add", comes as `step`. */
const schema = plainFields.extend({
  intent: z.enum(["save", "publish", "internal", "show", "close"]).default("save"),
  step: z.string().max(40).optional(),
});

const unstored = {
  title: "Nothing could be stored just now.",
  message: "What you wrote is still here: please try again in a minute.",
};

const words: RefusalWords = {
  400: { title: "Nothing has been saved yet." },
  404: { title: "This job is gone.", message: "What you wrote is still here." },
  409: { title: "Nothing has been saved yet. What you wrote is still here." },
  500: unstored,
  503: unstored,
};

/** 20,000 characters of text and everything around it, encoded as forms are. */
const limits = { bytes: 512 * 1024, fields: 1000 };

/** A refusal with all that was written. */
export interface RefusedOpening extends Refusal {
  typed?: WorkingInput;
}

/** Saves what the form of a job's page holds, does what its button says, and redirects; or says why not, with all that was written. */
export async function answerOpening(request: Request, target: Target) {
  let typed: WorkingInput | undefined;
  let isSaved = false;
  const refine = (refusal: Refusal): RefusedOpening => ({
    ...refusal,
    ...(isSaved && { title: "Saved, and not published yet." }),
    ...(typed && { typed }),
  });
  return answerForm(
    { request, schema, limits, words, refine },
    async ({ intent, step, ...fields }) => {
      const { id, actor, scope } = target;
      const stored = await readWorkingOpening(openDb(scope.env.DB), { id });
      const before = stored ?? (fields.version === 0 ? beginOpening(id, actor) : null);
      if (!before) throw new NotFoundError();
      typed = toDraft(fields, before.draft);
      const written = parseInput(workingDraft, typed);
      // As it would be stored, so that it differs from what a colleague saved only where they differ.
      typed = written;
      const draft = step === undefined ? written : changeList(written, step, newId);
      const version = await makeOpeningChange({ intent: "save", version: fields.version, draft }, target);
      isSaved = true;
      const path = `${page.path}/${target.id}`;
      if (step !== undefined) return redirect(`${path}?done=saved#job-${step.split(".")[0]}`, 303);
      if (intent === "save") return redirect(`${path}?done=saved`, 303);
      if (intent === "close") await makeOpeningChange({ intent: "close", version }, target);
      else {
        const to = ({ publish: "published", internal: "internal", show: "as-before" } as const)[intent];
        await makeOpeningChange({ intent: "publish", to, version }, target);
      }
      return redirect(`${path}?done=${intent}`, 303);
    },
    target.scope,
  );
}
