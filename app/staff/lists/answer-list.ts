import { data, type RouterContextProvider } from "react-router";
import type { ListDefinition } from "#shared/pages/list.ts";
import { type SignedIn, staffContext } from "#app/staff/guard.ts";
import type { AccountId } from "#worker/db/accounts-tables.ts";
import { requestScope, type RequestScope } from "#worker/lib/scope.ts";
import type { FormLimits } from "#worker/lib/forms/parse-form.ts";
import { lookUpError } from "#worker/lib/http/refusals.ts";
import { answerViewForm, readListForm } from "./answer-view-form.ts";
import { refuseList, unread } from "./list-outcome.ts";

interface ActionArgs {
  context: Readonly<RouterContextProvider>;
  request: Request;
  url: URL;
}

/** Who has sent a form of a list, and what to answer it with. */
export interface ListTarget {
  caller: SignedIn;
  actor: AccountId;
  scope: RequestScope;
}

type ViewAnswer = NonNullable<Awaited<ReturnType<typeof answerViewForm>>> | ReturnType<typeof refuseList>;

/**
 * Answers the forms of a list's page: those about its saved views and its look by itself, all others by `change`, in
 * which `do` says what is to be done with the rows of the fields `row`. Without `change` any other form is refused. `limits`
 * are those of the page's largest form. While the database is away the page says so, and stays.
 */
export async function answerList<Answer = never>(
  list: ListDefinition,
  { context, request, url }: ActionArgs,
  change?: (fields: URLSearchParams, target: ListTarget) => Promise<Answer>,
  limits?: FormLimits,
): Promise<ViewAnswer | Answer> {
  const scope = context.get(requestScope);
  const caller = context.get(staffContext);
  const actor = caller.user.id as AccountId;
  const fields = await readListForm(request, limits);
  const answer = await answerViewForm(fields, { list, url, user: actor, scope });
  if (answer) return answer;
  if (!change) throw data(null, { status: 400, statusText: "Bad Request" });
  try {
    return await change(fields, { caller, actor, scope });
  } catch (error) {
    const { status } = lookUpError(error);
    if (status !== 503) throw error;
    scope.log.error("form of a list not answered", error, { list: list.id });
    return refuseList("Nothing was done", unread, status);
  }
}
