import { data, redirect } from "react-router";
import { z } from "zod";
import { formatRole } from "#shared/accounts/format-role.ts";
import { listGrantable } from "#shared/accounts/delegation.ts";
import { may, type Role, roles } from "#shared/permissions.ts";
import type { FormProblem, Refusal } from "#shared/pages/refusal.ts";
import {
  changeRoles,
  endAccountSessions,
  removeAccount,
  sendResetLink,
  setAccountStatus,
} from "#worker/accounts/managing/change-account.ts";
import { mostLinks } from "#worker/accounts/links/link-limits.ts";
import { readHeldAccounts } from "#worker/accounts/managing/list-accounts.ts";
import type { Manager } from "#worker/accounts/managing/manage.ts";
import { isAccountId } from "#worker/accounts/managing/read-account.ts";
import type { SessionId, AccountId } from "#worker/db/accounts-tables.ts";
import { openDb } from "#worker/db/client.ts";
import { answerForm } from "#worker/lib/http/answer-form.ts";
import { NotAllowedError } from "#worker/lib/errors.ts";
import type { RefusalWords } from "#worker/lib/http/refusals.ts";
import type { RequestScope } from "#worker/lib/scope.ts";
import { accountList } from "./account-list.ts";

const version = z.coerce.number().int().min(1);
const changeSchema = z.discriminatedUnion("intent", [
  z.object({
    intent: z.literal("roles"),
    version,
    role: z
      .union([z.enum(roles), z.array(z.enum(roles))])
      .default([])
      .transform((value) => [value].flat()),
  }),
  z.object({ intent: z.enum(["disable", "enable", "remove"]), version }),
  z.object({ intent: z.literal("end-sessions"), session: z.union([z.literal("all"), z.uuid()]) }),
  z.object({ intent: z.literal("reset") }),
]);

type Change = z.infer<typeof changeSchema>;

const unstored = {
  title: "Nothing could be stored just now.",
  message: "Nothing has changed: please try again in a minute.",
};

const heldBack = `Within an hour a mailbox gets ${mostLinks.aMailbox} mails with links, and this one has had them.`;

const words: RefusalWords = {
  400: { title: "Nothing has been changed yet." },
  403: { title: "Nothing has been changed." },
  404: { title: "This account is gone.", message: "Nothing has been changed." },
  429: { title: "No link was sent.", message: `${heldBack} Try again in an hour.` },
  500: unstored,
  503: unstored,
};

interface Target {
  id: AccountId;
  manager: Manager;
  /** What the list shows around it, as the query of its address. */
  listQuery: string;
  scope: RequestScope;
}

/**
 * Makes the change that a posted form of one account asks for and redirects to it, or returns why it was refused, with
 * the values of the form.
 */
export async function answerUser({ request, id, ...posted }: Omit<Target, "id"> & { request: Request; id: string }) {
  if (!isAccountId(id)) throw data(null, { status: 404, statusText: "Not Found" });
  const target: Target = { ...posted, id };
  return answerForm(
    {
      request,
      schema: changeSchema,
      words,
      refine: async (refusal, _, change) =>
        refusal.status === 409 && change ? { ...refusal, ...(await tellBothStates(change, target, refusal)) } : refusal,
    },
    async (change) => redirect(await makeChange(change, target), 303),
    posted.scope,
  );
}

/** Makes the change and returns the path to go to next. */
async function makeChange(asked: Change, { id, manager, listQuery, scope }: Target): Promise<string> {
  const db = openDb(scope.env.DB);
  const done = (what: string, path = `${accountList.path}/${id}`) =>
    `${path}${listQuery}${listQuery === "" ? "?" : "&"}done=${what}`;
  if (asked.intent === "reset") {
    await sendResetLink(db, { id, manager }, scope);
    return done("reset");
  }
  if (asked.intent === "end-sessions") {
    const session = asked.session === "all" ? null : (asked.session as SessionId);
    await endAccountSessions(db, { id, manager, session }, scope);
    return done("ended");
  }
  const change = { id, version: asked.version, manager };
  if (asked.intent === "roles") {
    const revoke = listGrantable(manager.roles).filter((role) => !asked.role.includes(role));
    await changeRoles(db, { ...change, grant: asked.role, revoke }, scope);
    return done("roles");
  }
  if (asked.intent === "remove") {
    if (!may(manager.roles, "accounts.remove")) throw new NotAllowedError();
    await removeAccount(db, change, scope);
    return done("removed", accountList.path);
  }
  await setAccountStatus(db, { ...change, status: asked.intent === "disable" ? "disabled" : "active" }, scope);
  return done(asked.intent === "disable" ? "disabled" : "enabled");
}

/** How the account is now, and what the form would have made of it. */
async function tellBothStates(
  asked: Change,
  { id, scope }: Target,
  refusal: Refusal,
): Promise<{ title: string; problems: FormProblem[] }> {
  const title = refusal.problems[0]?.message ?? refusal.title;
  if (asked.intent !== "roles")
    return { title, problems: [{ message: "This is how it stands now. Ask again if it still should be." }] };
  const found = await readHeldAccounts(openDb(scope.env.DB), [id]).catch((error: unknown) => {
    scope.log.error("account not read after a conflict", error, { userId: id });
  });
  const [now] = found ?? [];
  if (!now) return { title, problems: [] };
  return {
    title,
    problems: [
      { message: `Roles: now ${formatRoles(now.roles)}; yours ${formatRoles(asked.role)}.` },
      { message: "What you chose is still here: open Change roles to save it, or to change it first." },
    ],
  };
}

function formatRoles(held: readonly Role[]): string {
  return held.length === 0 ? "none" : held.map(formatRole).join(", ");
}
