import { data, type RouterContextProvider } from "react-router";
import { may } from "#shared/permissions.ts";
import { denyAccess, staffContext } from "#app/staff/guard.ts";
import { readListForm } from "#app/staff/lists/answer-view-form.ts";
import { refuseForm } from "#app/staff/lists/list-outcome.ts";
import type { AccountId } from "#worker/db/accounts-tables.ts";
import { requestScope } from "#worker/lib/scope.ts";
import type { HubSource } from "./queues/queue.ts";

interface ActionArgs {
  context: Readonly<RouterContextProvider>;
  request: Request;
}

/**
 * Answers the forms of a hub. The field `list` names the list whose items they change, and that list's own page answers all
 * other fields, for those who might post them there.
 */
export async function answerHub(sources: readonly HubSource[], { context, request }: ActionArgs) {
  const caller = context.get(staffContext);
  const fields = await readListForm(request);
  const source = sources.find(({ id }) => id === fields.get("list"));
  if (!source?.answer) throw refuseForm();
  const { read, write } = source.needs;
  if (!may(caller.roles, read) || !may(caller.roles, write)) throw denyAccess(caller);
  fields.delete("list");
  const answer = await source.answer(fields, {
    caller,
    actor: caller.user.id as AccountId,
    scope: context.get(requestScope),
  });
  if (answer instanceof Response) return answer;
  return data({ outcome: answer.data.outcome, refusedView: null, list: source.id }, answer.init ?? undefined);
}
