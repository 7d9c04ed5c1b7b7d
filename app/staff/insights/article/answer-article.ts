import { redirect } from "react-router";
import { z } from "zod";
import { openDb } from "#worker/db/client.ts";
import { saveWritten } from "#worker/insights/begin-insight.ts";
import { readEditor } from "#worker/insights/read-editing.ts";
import type { Refusal } from "#shared/pages/refusal.ts";
import { answerForm } from "#worker/lib/http/answer-form.ts";
import { NotFoundError } from "#worker/lib/errors.ts";
import type { RefusalWords } from "#worker/lib/http/refusals.ts";
import { makeChange, stateChanges, type Target, writtenOn } from "./make-change.ts";

/** What the page's form has without script; everything else of the draft stays as it is. */
const plainSave = z.object({
  intent: z.literal("save"),
  version: writtenOn,
  title: z.string(),
  dek: z.string(),
  slug: z.string(),
  markdown: z.string().transform((text) => text.replaceAll("\r\n", "\n")),
});

const plainPublish = plainSave.extend({ intent: z.literal("save-and-publish") });
const schema = z.discriminatedUnion("intent", [plainSave, plainPublish, ...stateChanges]);

const unstored = {
  title: "Nothing could be stored just now.",
  message: "What you wrote is still here: please try again in a minute.",
};

const words: RefusalWords = {
  400: { title: "Nothing has been saved yet." },
  404: { title: "This article is gone.", message: "What you wrote is still here." },
  409: { title: "Nothing has been saved yet. What you wrote is still here." },
  422: { title: "The article is not published." },
  500: unstored,
  503: unstored,
};

/** 200,000 characters, encoded as forms are. */
const limits = { bytes: 4 * 1024 * 1024 };

/** Makes the change that a form of the article's page asks for and redirects to it, or says why not, with all that was written. */
export async function answerArticle(request: Request, target: Target) {
  let isSaved = false;
  const refine = (refusal: Refusal): Refusal => ({
    ...refusal,
    ...(isSaved && refusal.status >= 500 && { title: "Saved, and not published yet." }),
  });
  return answerForm(
    { request, schema, limits, words, refine },
    async (change) => {
      const path = `/blog-management/${target.id}`;
      if (change.intent === "save" || change.intent === "save-and-publish") {
        const version = await savePlain(change, target);
        isSaved = true;
        if (change.intent === "save") return redirect(`${path}?done=saved`, 303);
        await makeChange({ intent: "publish", when: "now", version }, target);
        return redirect(`${path}?done=published`, 303);
      }
      await makeChange(change, target);
      const back = change.intent === "name" ? `${path}/revisions` : path;
      return redirect(`${back}?done=${change.intent}`, 303);
    },
    target.scope,
  );
}

async function savePlain(
  { version, title, dek, slug, markdown }: Omit<z.output<typeof plainSave>, "intent">,
  { id, actor, scope }: Target,
): Promise<number> {
  const db = openDb(scope.env.DB);
  const article = await readEditor(db, { id, beginner: version === 0 ? actor : null });
  if (!article) throw new NotFoundError();
  const draft = { ...article.editing.draft, title, dek, slug, markdown };
  return saveWritten(db, { id, version, draft, actor }, scope);
}
