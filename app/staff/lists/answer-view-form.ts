import { data, redirect } from "react-router";
import { z } from "zod";
import { cleanLine } from "#shared/text/clean-line.ts";
import { buildListPath, type ListDefinition, readListState, writeListQuery } from "#shared/pages/list.ts";
import { longestViewName } from "#app/staff-kit/list/list-views.tsx";
import { changeView, deleteView, saveView, setDensity } from "#worker/lib/saved-views.ts";
import type { SavedViewId, AccountId } from "#worker/db/accounts-tables.ts";
import { openDb } from "#worker/db/client.ts";
import { type FormLimits, pageForm, readForm } from "#worker/lib/forms/parse-form.ts";
import { lookUpError, statusTitles } from "#worker/lib/http/refusals.ts";
import type { RequestScope } from "#worker/lib/scope.ts";

const view = z.uuid().transform((id) => id as SavedViewId);
const name = z
  .string()
  .transform((text) => cleanLine(text, longestViewName))
  .pipe(z.string().min(1));
const query = z.string().max(20_000);
/** As the table holds it (migrations/0001_accounts.sql). */
const longestQuery = 1000;
const tooLong = "These filters are too long to be saved. Search for fewer words.";
const formSchema = z.discriminatedUnion("do", [
  z.object({ do: z.literal("view-save"), name, query }),
  z.object({ do: z.literal("view-rename"), view, name }),
  z.object({ do: z.literal("view-update"), view, query }),
  z.object({ do: z.literal("view-delete"), view }),
  z.object({ do: z.literal("density"), density: z.enum(["comfortable", "compact"]) }),
]);

interface PostedForm {
  list: ListDefinition;
  /** Of the page that the form stood on. */
  url: URL;
  user: AccountId;
  scope: RequestScope;
}

/**
 * Answers the forms of a list that are about the list itself: its saved views and how close its rows stand. Null for
 * any other form. A query is stored as the list writes it, whatever was posted.
 */
export async function answerViewForm(fields: URLSearchParams, { list, url, user, scope }: PostedForm) {
  const form = formSchema.safeParse(Object.fromEntries(fields)).data;
  if (!form) return null;
  const db = openDb(scope.env.DB);
  const shown = readListState(list, url.searchParams);
  const stored = "query" in form ? readListState(list, new URLSearchParams(form.query)) : shown;
  const values = { query: writeListQuery(list, { ...stored, page: null, view: null }) };
  if ("query" in form && values.query.length > longestQuery)
    return data({ refusedView: tooLong, outcome: null }, { status: 400 });
  try {
    if (form.do === "view-save") {
      const id = await saveView(db, { user, list: list.id, name: form.name, ...values });
      return redirect(buildListPath(list, stored, { view: id }), 303);
    }
    if (form.do === "density") await setDensity(db, { user, density: form.density });
    if (form.do === "view-rename") await changeView(db, { user, id: form.view }, { name: form.name });
    if (form.do === "view-update") await changeView(db, { user, id: form.view }, values);
    if (form.do === "view-delete") {
      await deleteView(db, { user, id: form.view });
      return redirect(buildListPath(list, shown, { view: null }), 303);
    }
    return redirect(buildListPath(list, shown), 303);
  } catch (error) {
    const { status, message } = lookUpError(error);
    if (status === 500) throw error;
    if (status === 503) scope.log.error("view not changed", error, { list: list.id });
    const refusedView =
      status === 503 ? "The view could not be stored just now. Please try again in a minute." : message;
    return data({ refusedView, outcome: null }, { status });
  }
}

/**
 * The fields of a form of a list; a file stands as its text. No form of ours is too long or in another format, so nobody waits for a
 * page.
 */
export async function readListForm(request: Request, limits: FormLimits = pageForm): Promise<URLSearchParams> {
  try {
    const { tree, answers } = await readForm(request, limits);
    const texts = Object.entries(answers).flatMap(([name, values]) => [values].flat().map((text) => [name, text]));
    const files = Object.entries(tree).flatMap(([name, value]) => (value instanceof File ? { name, value } : []));
    for (const { name, value } of files) texts.push([name, new TextDecoder().decode(await value.arrayBuffer())]);
    return new URLSearchParams(texts);
  } catch (error) {
    const { status } = lookUpError(error);
    throw status === 500 ? error : data(null, { status, statusText: statusTitles[status] });
  }
}
