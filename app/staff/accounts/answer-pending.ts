import { data } from "react-router";
import { z } from "zod";
import type { ListOutcomeWords } from "#app/staff-kit/list/list-outcome.tsx";
import { resendInvite, withdrawInvite } from "#worker/accounts/managing/invites.ts";
import type { Manager } from "#worker/accounts/managing/manage.ts";
import type { InviteId } from "#worker/db/accounts-tables.ts";
import { openDb } from "#worker/db/client.ts";
import { buildRefusal, lookUpError } from "#worker/lib/http/refusals.ts";
import type { RequestScope } from "#worker/lib/scope.ts";

const form = z.tuple([z.enum(["resend", "withdraw"]), z.uuid(), z.coerce.number().int().min(1)]);

/** Answers the forms of pending invitations, whose `do` is `resend <id>:<version>` or `withdraw …`; null for others. */
export async function answerPending(
  fields: URLSearchParams,
  { manager, scope }: { manager: Manager; scope: RequestScope },
) {
  const asked = form.safeParse((fields.get("do") ?? "").split(/[ :]/)).data;
  if (!asked) return null;
  const [what, id, version] = asked;
  const change = what === "resend" ? resendInvite : withdrawInvite;
  try {
    await change(openDb(scope.env.DB), { id: id as InviteId, version, manager }, scope);
  } catch (error) {
    const { status } = lookUpError(error);
    if (status >= 500) scope.log.error("invitation not changed", error);
    const refused = buildRefusal(error);
    const why = refused.problems[0]?.message ?? refused.title;
    return answer({ done: null, refused: [{ name: "The invitation", why }], undo: [] }, status);
  }
  const done = what === "resend" ? "A new link is on its way. The old one has ended." : "The invitation has ended.";
  return answer({ done, refused: [], undo: [] }, 200);
}

function answer(outcome: ListOutcomeWords, status: number) {
  return data({ outcome, refusedView: null, refused: null }, { status });
}
