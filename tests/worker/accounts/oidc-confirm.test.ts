/** "Confirm that it is you" by the company's identity provider, and what is recorded of who was refused. */
import { expect, test } from "vitest";
import { recordedRefusals } from "#worker/accounts/sign-in/record-refusal.ts";
import { rolesApi } from "#worker/api/roles.ts";
import { authApi } from "#worker/api/auth.ts";
import { companySignInApi } from "#worker/api/company-sign-in.ts";
import { callParts } from "../ask-parts.ts";
import { makeSession, makeAccount, writeCookies, muteConsole } from "../make.ts";
import {
  countMade,
  db,
  makeProvider,
  person,
  readOutcome,
  signInByCompany,
  start,
  type TestProvider,
} from "./oidc-make.ts";

const call = callParts(rolesApi, authApi, companySignInApi);

muteConsole("warn");

const now = () => Math.floor(Date.now() / 1000);

/** The company's person, with an account here and a session of an hour ago. */
async function makeMara(provider: TestProvider) {
  await signInByCompany(provider);
  const user = await db.selectFrom("accounts").select(["id", "email"]).executeTakeFirstOrThrow();
  return { user, session: writeCookies(await makeSession(user.id)) };
}

const confirming = { start: { fresh: "1", from: "/auth/confirm", next: "/account" } };

async function readRefusals() {
  const entries = db.selectFrom("audit_log").select(["action", "actor_id", "subject_id", "detail"]);
  const rows = await entries.where("action", "like", "session.%refused").orderBy("id").execute();
  return rows.map(({ action, actor_id, subject_id, detail }) => {
    const { by, why } = JSON.parse(detail ?? "{}") as Record<string, unknown>;
    return { action, actor_id, subject_id, by, why };
  });
}

test("who must prove anew who they are is asked to, and an old sign-in at the provider does not do", async () => {
  const provider = await makeProvider();
  const { session } = await makeMara(provider);
  const { query } = await start(provider, { fresh: "1" }, { Cookie: session });
  expect([query.get("prompt"), query.get("max_age")]).toEqual(["login", "0"]);
  const old = { ...confirming, session, claims: { auth_time: now() - 3600 } };
  expect(await signInByCompany(provider, old)).toMatchObject({ to: "/auth/confirm", code: "refused" });
  const anew = { ...confirming, session, claims: { auth_time: now() - 20 } };
  expect(await signInByCompany(provider, anew)).toMatchObject({ to: "/account", code: null });
});

test("who is signed out has nothing to confirm, and signs in as always", async () => {
  const { query } = await start(await makeProvider(), { fresh: "1" });
  expect(query.has("prompt")).toBe(false);
});

test("somebody else's sign-in at the provider confirms nothing: no session, no account, no roles, and an entry", async () => {
  const provider = await makeProvider();
  const { user, session } = await makeMara(provider);
  const before = await countMade();
  const claims = { sub: "subject-2", email: "eve@acme.example", groups: ["owners"], auth_time: now() };
  const { to, code, response } = await signInByCompany(provider, { ...confirming, session, claims });
  expect([to, code]).toEqual(["/auth/confirm", "somebody-else"]);
  expect(response.headers.getSetCookie().map((cookie) => cookie.split("=")[0])).toEqual(["__Host-company"]);
  expect(await countMade()).toEqual(before);
  expect((await call("/api/roles", { headers: { Cookie: session } })).status).toBe(200);
  expect(await readRefusals()).toEqual([
    {
      action: "session.confirmation_refused",
      actor_id: user.id,
      subject_id: user.id,
      by: "company sign-in",
      why: "somebody-else",
    },
  ]);
});

test("an identity that belongs to a colleague confirms nothing, whatever address it has by now", async () => {
  const provider = await makeProvider();
  await makeMara(provider);
  const other = await makeAccount({ email: "otto@acme.example" });
  const session = writeCookies(await makeSession(other.id));
  const claims = { email: other.email, auth_time: now() };
  expect((await signInByCompany(provider, { ...confirming, session, claims })).code).toBe("somebody-else");
});

test("who has a password here and never signed in by the provider may confirm by it: the account is joined", async () => {
  const provider = await makeProvider();
  const user = await makeAccount({ email: person.email });
  const session = writeCookies(await makeSession(user.id));
  expect((await signInByCompany(provider, { ...confirming, session })).code).toBeNull();
  expect(await db.selectFrom("account_identities").select("account_id").execute()).toEqual([{ account_id: user.id }]);
});

test("each refusal of a sign-in is recorded with its kind, with the account where there is one, and with nothing secret", async () => {
  const provider = await makeProvider();
  const { user } = await makeMara(provider);
  await signInByCompany(provider, { claims: { nonce: "another" } });
  await signInByCompany(provider, { claims: { sub: "somebody new" } });
  await signInByCompany(provider, { claims: { email_verified: false } });
  await db.updateTable("accounts").set({ status: "disabled" }).execute();
  await signInByCompany(provider);
  const given = { action: "session.refused", actor_id: null, by: "company sign-in" };
  expect(await readRefusals()).toEqual([
    { ...given, subject_id: null, why: "refused" },
    { ...given, subject_id: user.id, why: "taken" },
    { ...given, subject_id: null, why: "unverified" },
    { ...given, subject_id: user.id, why: "disabled" },
  ]);
  const log = JSON.stringify(await db.selectFrom("audit_log").selectAll().execute());
  for (const part of [person.email, person.sub, "code"]) expect(log).not.toContain(part);
});

test("who gives up at the provider, who started nothing, and a provider that is away, leave no entry", async () => {
  const provider = await makeProvider();
  const cancelled = await signInByCompany(provider, { answer: { code: undefined, error: "access_denied" } });
  expect(cancelled.code).toBe("cancelled");
  expect((await signInByCompany(provider, { cookie: "" })).code).toBe("expired");
  const { comeBack } = await signInByCompany(provider);
  expect(readOutcome(await comeBack()).code).toBe("expired");
  // The ID token tells no address, so that the other one is asked, too.
  const bare = { claims: { email: undefined } };
  for (const [path, status] of [
    ["/token", 500],
    ["/token", 503],
    ["/me", 502],
  ] as const) {
    const page = () => new Response("<h1>Be back soon</h1>", { status, headers: { "Content-Type": "text/html" } });
    provider.instead = (url) => (url.pathname === path ? page() : null);
    expect((await signInByCompany(provider, bare)).code, path).toBe("unreachable");
  }
  expect(provider.asked).toContain("/me");
  expect(await readRefusals()).toEqual([]);
});

test("a session that is renewed by the way goes on when the provider cannot be reached", async () => {
  const provider = await makeProvider();
  const user = await makeAccount();
  const { refreshToken } = await makeSession(user.id);
  provider.instead = () => new Response(null, { status: 503 });
  const { response } = await start(provider, { fresh: "1" }, { Cookie: writeCookies({ refreshToken }) });
  expect(readOutcome(response).code).toBe("unreachable");
  const Cookie = response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";")[0])
    .join("; ");
  expect(await (await call("/api/auth/session", { headers: { Cookie } })).json()).toMatchObject({
    user: { email: user.email },
  });
});

test("strangers fill the log with no more answers than with guesses", async () => {
  const provider = await makeProvider();
  const { cookie } = await start(provider);
  const headers = { Cookie: `__Host-company=${cookie}` };
  const many = Array.from({ length: recordedRefusals.strangers + 5 }, () =>
    call("/api/auth/oidc/callback?state=x", { env: provider.env, headers }),
  );
  for (const answer of await Promise.all(many)) expect(readOutcome(answer).code).toBe("refused");
  expect(await readRefusals()).toHaveLength(recordedRefusals.strangers);
  const flagged = db.selectFrom("audit_log").select("id").where("unusual", "=", "many failures");
  expect(await flagged.execute()).toHaveLength(1);
});
