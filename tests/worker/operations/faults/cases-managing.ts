/** What colleagues change about the accounts of others. */
import { env } from "cloudflare:workers";
import { inviteAccount } from "#worker/accounts/managing/invites.ts";
import { openDb } from "#worker/db/client.ts";
import type { InviteId } from "#worker/db/accounts-tables.ts";
import { ask } from "../../accounts/account-make.ts";
import { makeApp } from "../../accounts/factors-make.ts";
import { makeSession, makeAccount } from "../../make.ts";
import { makeScope } from "../../make-scope.ts";
import { makeManager } from "../../accounts/accounts-make.ts";
import { type FaultCase, ofStaff, type StaffForm } from "./case.ts";

const db = openDb(env.DB);

type More = Partial<FaultCase>;

/** A form of the page of one account, which has the role HR. */
function one(what: string, fields: Record<string, string>, more: More = {}): FaultCase {
  return ofStaff({
    door: "staff/accounts/account",
    what,
    as: "super_admin",
    make: async () => {
      const user = await makeAccount({ roles: ["HR"], status: what === "enable" ? "disabled" : "active" });
      await makeSession(user.id);
      return [`/user-management/${user.id}`, { intent: what, ...fields }];
    },
    ...more,
  });
}

/** A form of the list, about one account with the role HR. */
function listed(what: string, more: More = {}): FaultCase {
  return ofStaff({
    door: "staff/accounts/accounts",
    what,
    as: "super_admin",
    make: async () => {
      const [one, other] = [await makeAccount({ roles: ["HR"] }), await makeAccount({ roles: ["HR"] })];
      for (const { id } of [one, other]) await makeSession(id);
      const rows = [one, other].map(({ id }): [string, string] => ["row", `${id}:1`]);
      return ["/user-management", [["do", what], ...rows]];
    },
    partly: "each row stands for itself, and the answer names those that failed",
    ...more,
  });
}

async function makeInvitation(): Promise<InviteId> {
  const asked = { email: "guest@example.com", roles: ["HR"] as const, note: "", manager: await makeManager() };
  return inviteAccount(db, { ...asked, roles: [...asked.roles] }, makeScope());
}

function pending(what: string, more: More): FaultCase {
  return ofStaff({
    door: "staff/accounts/accounts",
    what: `${what} an invitation`,
    as: "super_admin",
    make: async () => {
      const id = await makeInvitation();
      const { version } = await db
        .selectFrom("invites")
        .select("version")
        .where("id", "=", id)
        .executeTakeFirstOrThrow();
      return ["/user-management", { do: `${what} ${id}:${version}` }];
    },
    ...more,
  });
}

const colleague: Pick<StaffForm, "as" | "door"> = { as: "super_admin", door: "staff/accounts/invite" };

export const managing: readonly FaultCase[] = [
  one("roles", { version: "1", role: "talent_admin" }, { leaves: ["user.roles_changed"] }),
  one("disable", { version: "1" }, { leaves: ["user.disabled"] }),
  one("enable", { version: "1" }, { leaves: ["user.enabled"] }),
  one("remove", { version: "1" }, { leaves: ["user.removed"] }),
  one("end-sessions", { session: "all" }, { leaves: ["user.sessions_ended"], repeats: "that none was left is noted" }),
  one("reset", {}, { leaves: ["user.reset_sent"], repeats: "who asks again gets another link" }),
  ofStaff({
    door: "staff/accounts/account",
    what: "reset of somebody with a second factor",
    as: "super_admin",
    repeats: "who asks again gets another link",
    make: async () => {
      const user = await makeAccount({ roles: ["HR"] });
      await makeApp(user);
      return [`/user-management/${user.id}`, { intent: "reset" }];
    },
  }),
  listed("grant:talent_admin", { leaves: ["user.roles_changed"] }),
  listed("disable", { leaves: ["user.disabled"] }),
  listed("end-sessions", { leaves: ["user.sessions_ended"], repeats: "that none was left is noted" }),
  pending("resend", { leaves: ["invite.resent"], repeats: "who asks again sends another link" }),
  pending("withdraw", { leaves: ["invite.withdrawn"] }),
  ofStaff({
    ...colleague,
    leaves: ["user.invited"],
    typed: ["new@example.com", "See you on Monday."],
    make: async () => [
      "/user-management/invite",
      { emails: "new@example.com", role: "HR", note: "See you on Monday." },
    ],
  }),
  ofStaff({
    door: "staff/accounts/import",
    as: "super_admin",
    leaves: ["user.invited"],
    partly: "each line stands for itself, and the answer names those that failed",
    goesOn: "the plan has changed with what was done: the page shows what is left, to be confirmed",
    make: async ({ Cookie }) => {
      const text = "one@example.com,HR\ntwo@example.com,marketing_admin";
      const form = { intent: "check", text };
      const html = await (await ask("/user-management/import", { Cookie, form })).text();
      const fingerprint = /name="fingerprint" value="(\w{64})"/.exec(html)?.[1] ?? "";
      return ["/user-management/import", { intent: "send", text, fingerprint }];
    },
  }),
];
