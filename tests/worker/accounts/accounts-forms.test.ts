/** Whatever a form of accounts sends: never an error of ours, and nothing changes where it is refused. */
import { env } from "cloudflare:workers";
import fc from "fast-check";
import { beforeEach, expect, test } from "vitest";
import { action as importFile } from "#app/staff/accounts/import.tsx";
import { action as invite } from "#app/staff/accounts/invite.tsx";
import { action as actOnAccount } from "#app/staff/accounts/account.tsx";
import { action as actOnList } from "#app/staff/accounts/accounts.tsx";
import { countRuns } from "../../runs.ts";
import { countScrypt, makeSession, makeAccount, muteConsole } from "../make.ts";
import { askRoute, makeManager } from "./accounts-make.ts";

muteConsole("error");
beforeEach(() => void countScrypt());

const junk = fc.oneof(
  fc.string({ maxLength: 40 }),
  fc.string({ unit: "binary", maxLength: 40 }),
  fc.constantFrom("", "1", "2", "-1", "1e9", "HR", "super_admin", "talent_admin", "all", "__proto__", "a@b.example"),
);
const name = fc.oneof(
  fc.constantFrom("intent", "version", "role", "role[]", "session", "do", "row", "undo", "emails", "note", "text"),
  fc.constantFrom("fingerprint", "file", "status", "account_id", "__proto__", "a[0].b", "view", "query"),
  fc.string({ maxLength: 8 }),
);
const intents = ["roles", "disable", "enable", "remove", "end-sessions", "reset", "check", "send"];
const orders = [
  "grant:HR",
  "revoke:HR",
  "grant:super_admin",
  "disable",
  "enable",
  "end-sessions",
  "undo",
  "resend",
  "withdraw",
];

/** Fields of a form; `target` is an account that the sender may change, as rows name it. */
function makeFields(target: string) {
  const known = fc.oneof(
    fc.tuple(fc.constant("intent"), fc.constantFrom(...intents)),
    fc.tuple(fc.constant("do"), fc.constantFrom(...orders)),
    fc.tuple(fc.constant("do"), fc.constantFrom(...orders.map((order) => `${order} ${target}:1`))),
    fc.tuple(fc.constant("row"), fc.constantFrom(`${target}:1`, `${target}:2`, `${target}:x`)),
    fc.tuple(fc.constant("version"), fc.constantFrom("1", "2", "3")),
    fc.tuple(fc.constant("undo"), fc.constantFrom(`${target}:1:active:HR`, `${target}:2:disabled:super_admin`)),
  );
  return fc.array(fc.oneof(known, fc.tuple(name, junk)), { maxLength: 6 });
}

/** What shows any change that a form could have made, in one query because it is asked so often. */
async function readState() {
  const row = await env.DB.prepare(
    `select (select count(*) from audit_log where action <> 'user.reset_held_back') as entries,
       (select count(*) from audit_log where action = 'user.reset_held_back') as held_back,
       (select count(*) from outbox) as mails,
       (select count(*) from invites) as invites, (select count(*) from saved_views) as views,
       (select count(*) from sessions where revoked_at is null) as sessions,
       (select group_concat(account_id || role) from account_roles) as roles,
       (select group_concat(id || email || status || version) from accounts) as users`,
  ).first();
  return row ?? {};
}

const routes = { user: actOnAccount, list: actOnList, invite, import: importFile };

test.each(Object.entries(routes))(
  "any form of %s is answered, and changes nothing where it is refused",
  async (_name, route) => {
    const manager = await makeManager(["talent_admin"]);
    const { id } = await makeAccount({ roles: ["HR"] });
    await makeAccount({ roles: ["super_admin"] });
    await makeSession(id);
    await fc.assert(
      fc.asyncProperty(makeFields(id), fc.constantFrom(id, manager.id, "x"), async (form, opened) => {
        const before = await readState();
        const answer = await askRoute(route, `/user-management/${opened}`, manager, {
          params: { id: opened },
          form,
        }).catch((thrown: { init?: ResponseInit }) => {
          if (!thrown.init) throw thrown;
          return { status: thrown.init.status ?? 200 };
        });
        expect(answer.status).toBeLessThan(500);
        if (answer.status < 400) return;
        const after = await readState();
        // A mail that the limits hold back is refused, and recorded.
        const recorded = answer.status === 429 ? Number(before.held_back) + 1 : before.held_back;
        expect(after).toEqual({ ...before, held_back: recorded });
      }),
      { numRuns: countRuns(10_000) },
    );
  },
);
