/** Accounts while the audit log cannot be written: nothing is done that it could not tell of. */
import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { ask, makeCaller } from "./account-make.ts";
import { watchTables } from "../api/endpoints.ts";
import { makeApp } from "./factors-make.ts";
import { makeInvite, readLinkPath } from "./links-make.ts";
import { visit } from "../visit.ts";
import { call } from "../ask-api.ts";
import { countScrypt, makeSession, makeAccount, password, writeCookies, muteConsole } from "../make.ts";

muteConsole("warn", "error");
beforeEach(() => void countScrypt());

const next = "seven calm lanterns";
const email = "anna@example.com";

/** A form of a page for colleagues: what the manager posts about an account with the role HR. */
async function manage(form: Record<string, string>, path?: string) {
  const { Cookie } = await makeCaller({ roles: ["super_admin"] });
  const { id } = await makeAccount({ roles: ["HR"] });
  await makeSession(id);
  return () => ask(path ?? `/user-management/${id}.data`, { Cookie, form });
}

async function changeOwn(form: string, fields: Record<string, string>) {
  const { Cookie } = await makeCaller();
  return () => ask(`/account.data?form=${form}`, { Cookie, form: fields });
}

/** Each prepares what it needs, and returns the request that changes something. */
const changes: Record<string, () => Promise<() => Promise<Response>>> = {
  "signing in": async () => {
    const user = await makeAccount();
    return () => call("/api/auth/sign-in", { json: { email: user.email, password } });
  },
  "signing out": async () => {
    const Cookie = writeCookies(await makeSession((await makeAccount()).id));
    return () => call("/api/auth/sign-out", { method: "POST", headers: { Cookie } });
  },
  "signing up": async () => () => call("/api/auth/sign-up", { json: { email, password: next } }),
  "the first super admin": async () => () =>
    call("/api/auth/bootstrap", { json: { email, password: next, secret: "s" }, env: { BOOTSTRAP_SECRET: "s" } }),
  "confirming an address": async () => {
    await call("/api/auth/sign-up", { json: { email, password: next } });
    const path = await readLinkPath(email, "email-verification");
    return () => visit(path, { form: { password: next } });
  },
  "asking for a new password": async () => {
    const user = await makeAccount();
    return () => visit("/auth/forgot", { form: { email: user.email } });
  },
  "a new password by its link": async () => {
    const user = await makeAccount();
    await visit("/auth/forgot", { form: { email: user.email } });
    const path = await readLinkPath(user.email, "password-reset");
    return () => visit(path, { form: { password: next } });
  },
  "accepting an invitation": async () => {
    const inviter = await makeAccount({ roles: ["super_admin"] });
    const { path } = await makeInvite({ email, roles: ["HR"], invitedBy: inviter.id });
    return () => visit(path, { form: { account: "new", name: "Anna Nowak", password: next } });
  },
  "a recovery code": async () => {
    const user = await makeAccount();
    const { codes } = await makeApp(user);
    const Cookie = writeCookies(await makeSession(user.id));
    return () => call("/api/auth/confirm", { json: { password, code: codes[0] }, headers: { Cookie } });
  },
  "removing a second factor": async () => {
    const user = await makeAccount();
    const { appId } = await makeApp(user);
    const Cookie = writeCookies(await makeSession(user.id));
    return () => ask("/account/security.data", { Cookie, form: { do: "remove", kind: "app", id: appId } });
  },
  "new recovery codes": async () => {
    const user = await makeAccount();
    await makeApp(user);
    const Cookie = writeCookies(await makeSession(user.id));
    return () => ask("/account/security.data", { Cookie, form: { do: "renew-codes" } });
  },
  "a name of one's own": () => changeOwn("profile", { name: "Nora", zone: "UTC" }),
  "a password of one's own": () => changeOwn("password", { currentPassword: password, newPassword: next }),
  "a new address": () => changeOwn("email", { newEmail: email }),
  "ending one's other sessions": async () => {
    const { user, Cookie } = await makeCaller();
    await makeSession(user.id);
    return () => ask("/account.data?form=sessions-end", { Cookie, form: {} });
  },
  "granting a role": () => manage({ intent: "roles", version: "1", role: "talent_admin" }),
  "disabling an account": () => manage({ intent: "disable", version: "1" }),
  "removing an account": () => manage({ intent: "remove", version: "1" }),
  "ending somebody's sessions": () => manage({ intent: "end-sessions", session: "all" }),
  "sending a reset link": () => manage({ intent: "reset" }),
  "inviting somebody": () => manage({ emails: email, role: "HR", note: "" }, "/user-management/invite.data"),
};

async function withoutAuditLog<Result>(work: () => Promise<Result>): Promise<Result> {
  const refuse = "create trigger no_audit before insert on audit_log begin select raise(abort, 'audit is away'); end";
  await env.DB.prepare(refuse).run();
  try {
    return await work();
  } finally {
    await env.DB.prepare("drop trigger no_audit").run();
  }
}

test.for(Object.entries(changes))(
  "%s leaves its entry, and is not done where that cannot be written",
  async ([, prepare]) => {
    const readState = await watchTables();
    const change = await prepare();
    const before = await readState();
    const { status, text, cookies } = await withoutAuditLog(async () => {
      const response = await change();
      return { status: response.status, text: await response.text(), cookies: response.headers.getSetCookie().join() };
    });
    // Where several are invited at once the page names those for whom it failed.
    if (status < 400) expect(text).toContain("could not be stored");
    expect(cookies).not.toMatch(/__Host-(at|rt)=\w/);
    expect(text).not.toMatch(/audit is away|D1_ERROR|SQLITE/);
    expect(await readState()).toBe(before);
    const entries = env.DB.prepare("select count(*) as count from audit_log");
    const first = await entries.first("count");
    expect((await change()).status).toBeLessThan(400);
    expect(await entries.first("count")).toBeGreaterThan(first as number);
  },
);
