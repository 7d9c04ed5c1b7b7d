import { z } from "zod";
import { formatColleague } from "#shared/accounts/format-colleague.ts";
import { formatRole } from "#shared/accounts/format-role.ts";
import { listGrantable } from "#shared/accounts/delegation.ts";
import { isRole, type Role, roles } from "#shared/permissions.ts";
import { asks, defineBulk, type Former, type Step } from "#app/staff/lists/define-bulk.ts";
import { changeRoles, endAccountSessions, setAccountStatus } from "#worker/accounts/managing/change-account.ts";
import { type HeldAccount, readHeldAccounts } from "#worker/accounts/managing/list-accounts.ts";
import type { AccountStatus } from "#worker/db/accounts-tables.ts";
import { lookUpError } from "#worker/lib/http/refusals.ts";
import { toManager } from "./to-manager.ts";
import { accountList } from "./account-list.ts";

/** Changes of accounts: `grant:<role>`, `revoke:<role>`, `disable`, `enable` and `end-sessions`. */
export const answerBulk = defineBulk({
  permission: "accounts.change",
  nouns: accountList.nouns,
  read: readHeldAccounts,
  describe: (user) => ({ name: formatColleague(user) }),
  actions: {
    grant: asks({ to: z.enum(roles) }, ({ to }) => ({
      done: (which, isOne) => `${which} ${isOne ? "has" : "have"} the role ${formatRole(to)}.`,
      run: (step) => setRoles(step, { grant: [to], revoke: [] }),
    })),
    revoke: asks({ to: z.enum(roles) }, ({ to }) => ({
      done: (which, isOne) => `${which} no longer ${isOne ? "has" : "have"} the role ${formatRole(to)}.`,
      run: (step) => setRoles(step, { grant: [], revoke: [to] }),
    })),
    disable: { done: "disabled", run: (step) => setStatus(step, "disabled") },
    enable: { done: "enabled", run: (step) => setStatus(step, "active") },
    "end-sessions": {
      done: "signed out everywhere",
      run: async ({ change: { id }, caller, db, scope }) => {
        await endAccountSessions(db, { id, manager: toManager(caller), session: null }, scope);
        return null;
      },
    },
  },
  undo: {
    parts: z.tuple([z.enum(["active", "disabled"]), z.string().regex(/^[\w.]{0,200}$/)]),
    run: (step, [status, names]) => {
      if (step.row.status !== status) return setStatus(step, status);
      const before = names.split(".").filter(isRole);
      const revoke = listGrantable(step.caller.roles).filter((role) => !before.includes(role));
      return setRoles(step, { grant: before, revoke });
    },
  },
  needFreshSignIn: ["grant", "revoke", "enable", "undo"],
  explain: (error) => lookUpError(error).message,
  gone: "This account is gone.",
});

async function setRoles(
  { row, change, caller, db, scope }: Step<HeldAccount>,
  roles: { grant: Role[]; revoke: Role[] },
): Promise<Former | null> {
  const hasMoved = await changeRoles(db, { ...change, manager: toManager(caller), ...roles }, scope);
  return hasMoved ? listFormer(row) : null;
}

async function setStatus(
  { row, change, caller, db, scope }: Step<HeldAccount>,
  status: AccountStatus,
): Promise<Former | null> {
  const hasMoved = await setAccountStatus(db, { ...change, manager: toManager(caller), status }, scope);
  return hasMoved ? listFormer(row) : null;
}

function listFormer({ status, roles: held }: HeldAccount): Former {
  return [status, held.join(".")];
}
