import { defineBulk, readIds, type Step } from "#app/staff/lists/define-bulk.ts";
import { resendInvite, withdrawInvite } from "#worker/accounts/managing/invites.ts";
import type { InviteId } from "#worker/db/accounts-tables.ts";
import { lookUpError } from "#worker/lib/http/refusals.ts";
import { toManager } from "./to-manager.ts";

/** Changes of one pending invitation: `resend` and `withdraw`. */
export const answerPending = defineBulk({
  permission: "accounts.change",
  nouns: { one: "invitation", many: "invitations" },
  most: 1,
  read: readIds<InviteId>,
  describe: () => ({ name: "The invitation" }),
  actions: {
    resend: {
      done: () => "A new link is on its way. The old one has ended.",
      run: (step) => change(resendInvite, step),
    },
    withdraw: { done: () => "The invitation has ended.", run: (step) => change(withdrawInvite, step) },
  },
  explain: (error) => lookUpError(error).message,
  hasWorstStatus: true,
});

async function change(
  run: typeof resendInvite | typeof withdrawInvite,
  { change: { id, version }, caller, db, scope }: Step<{ id: InviteId }>,
): Promise<null> {
  await run(db, { id, version, manager: toManager(caller) }, scope);
  return null;
}
