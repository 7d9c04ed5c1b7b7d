/** Access to an account: by links of mails, and by the API. */
import { env } from "cloudflare:workers";
import { makeStopPath } from "#worker/analytics/mails/stop-link.ts";
import { startReport } from "#worker/analytics/mails/subscriptions.ts";
import { openDb } from "#worker/db/client.ts";
import { makeInvite, readLinkPath } from "../../accounts/links-make.ts";
import { askToMove } from "../../accounts/signed-in-make.ts";
import { visit } from "../../visit.ts";
import { makeApp, makePasskey } from "../../accounts/factors-make.ts";
import { call } from "../../ask-api.ts";
import { makeSession, makeAccount, password, readSetCookies, writeCookies } from "../../make.ts";
import { makeScope } from "../../make-scope.ts";
import { makeAuthenticator } from "../../accounts/software-authenticator.ts";
import type { Ask, FaultCase } from "./case.ts";

const db = openDb(env.DB);
const next = "seven calm lanterns";
const email = "anna@example.com";
type Offer = Parameters<Awaited<ReturnType<typeof makeAuthenticator>>["register"]>[0];

async function offer(path: string, Cookie = ""): Promise<Offer> {
  return (await call(path, { method: "POST", headers: { Cookie } })).json();
}

const session = "each attempt that gets through begins a session";

async function signedIn(options: Parameters<typeof makeAccount>[0] = {}) {
  const user = await makeAccount(options);
  return { user, Cookie: writeCookies(await makeSession(user.id)) };
}

export const signingIn: readonly FaultCase[] = [
  {
    door: "auth/forgot",
    leaves: ["password.reset_requested"],
    typed: ["ada.forgot@example.com"],
    repeats: "who asks again gets another link",
    async prepare() {
      await makeAccount({ email: "ada.forgot@example.com" });
      return { path: "/auth/forgot", form: { email: "ada.forgot@example.com" } };
    },
  },
  {
    door: "auth/reset",
    leaves: ["password.reset"],
    async prepare() {
      const user = await makeAccount();
      await visit("/auth/forgot", { form: { email: user.email } });
      return { path: await readLinkPath(user.email, "password-reset"), form: { password: next } };
    },
  },
  {
    door: "auth/verify",
    leaves: ["user.verified"],
    async prepare() {
      await call("/api/auth/sign-up", { json: { email, password: next } });
      return { path: await readLinkPath(email, "email-verification"), form: { password: next } };
    },
  },
  {
    door: "auth/invite",
    leaves: ["invite.accepted"],
    typed: ["Anna Nowak"],
    async prepare() {
      const inviter = await makeAccount({ roles: ["super_admin"] });
      const { path } = await makeInvite({ email, roles: ["HR"], invitedBy: inviter.id });
      return { path, form: { account: "new", name: "Anna Nowak", password: next } };
    },
  },
  {
    door: "auth/email",
    leaves: ["email.changed"],
    async prepare() {
      const { user, Cookie } = await signedIn();
      await askToMove(user, "moved@example.com");
      return { path: await readLinkPath("moved@example.com", "email-change"), form: {}, headers: { Cookie } };
    },
  },
  {
    door: "auth/report",
    leaves: ["analytics.report-ended"],
    async prepare() {
      const user = await makeAccount({ roles: ["marketing_admin"] });
      await startReport(db, { user: user.id, rhythm: "weekly", locale: "en-GB" }, makeScope());
      return { path: await makeStopPath(env.AUTH_SECRET, { user: user.id, rhythm: "weekly" }), form: {} };
    },
  },
  {
    door: "post /api/auth/sign-up",
    leaves: ["user.signed_up"],
    repeats: "who signs up again gets another link",
    prepare: async () => ({ path: "/api/auth/sign-up", json: { email, password: next } }),
  },
  {
    door: "post /api/auth/sign-in",
    leaves: ["session.started"],
    repeats: session,
    async prepare() {
      const user = await makeAccount();
      return { path: "/api/auth/sign-in", json: { email: user.email, password } };
    },
  },
  {
    door: "post /api/auth/sign-in",
    what: "of somebody with a second factor",
    leaves: ["session.pending"],
    refused: 401,
    repeats: session,
    async prepare() {
      const user = await makeAccount();
      await makeApp(user);
      return { path: "/api/auth/sign-in", json: { email: user.email, password } };
    },
  },
  {
    door: "post /api/auth/token",
    leaves: ["session.started"],
    repeats: session,
    async prepare() {
      const user = await makeAccount();
      return { path: "/api/auth/token", json: { grant_type: "password", email: user.email, password } };
    },
  },
  {
    door: "post /api/auth/sign-out",
    leaves: ["session.ended"],
    repeats: "that it was ended already is answered alike",
    async prepare() {
      const { Cookie } = await signedIn();
      return { path: "/api/auth/sign-out", headers: { Cookie } };
    },
  },
  {
    door: "post /api/auth/refresh",
    repeats: "a token that was renewed is good for some seconds more",
    async prepare() {
      const { Cookie } = await signedIn();
      return { path: "/api/auth/refresh", headers: { Cookie } };
    },
  },
  {
    door: "post /api/auth/second-step",
    leaves: ["recovery_code.used"],
    goesOn: "each code is good once: who lost an answer signs in anew, with another one",
    async prepare() {
      const user = await makeAccount();
      const { codes } = await makeApp(user);
      async function begin(): Promise<Ask> {
        const given = await call("/api/auth/sign-in", { json: { email: user.email, password } });
        const Cookie = Object.entries(readSetCookies(given))
          .map((pair) => pair.join("="))
          .join("; ");
        return { path: "/api/auth/second-step", json: { code: codes.shift() }, headers: { Cookie }, again: begin };
      }
      return begin();
    },
  },
  {
    door: "post /api/auth/confirm",
    leaves: ["session.confirmed"],
    repeats: "each time that it is confirmed is noted",
    async prepare() {
      const { Cookie } = await signedIn();
      return { path: "/api/auth/confirm", json: { password }, headers: { Cookie } };
    },
  },
  {
    door: "post /api/auth/passkeys/sign-in/options",
    prepare: async () => ({ path: "/api/auth/passkeys/sign-in/options" }),
  },
  {
    door: "post /api/auth/passkeys/sign-in",
    leaves: ["session.started"],
    partly: "the key's count is stored before the session begins, so that no signature is good twice",
    repeats: session,
    async prepare() {
      const user = await makeAccount();
      const { device } = await makePasskey(user);
      const path = "/api/auth/passkeys/sign-in";
      const begin = async (): Promise<Ask> => ({
        path,
        json: await device.sign(await offer(`${path}/options`), { userHandle: user.id }),
        again: begin,
      });
      return begin();
    },
  },
  {
    door: "post /api/auth/passkeys/registration/options",
    async prepare() {
      const { Cookie } = await signedIn();
      return { path: "/api/auth/passkeys/registration/options", headers: { Cookie } };
    },
  },
  {
    door: "post /api/auth/passkeys/registration",
    leaves: ["passkey.added"],
    repeats: "a device that was not told adds another key",
    async prepare() {
      const { Cookie } = await signedIn();
      const path = "/api/auth/passkeys/registration";
      async function begin(): Promise<Ask> {
        const passkey = await (await makeAuthenticator()).register(await offer(`${path}/options`, Cookie));
        return { path, json: { name: "Laptop", passkey }, headers: { Cookie }, again: begin };
      }
      return begin();
    },
  },
  {
    door: "post /api/auth/bootstrap",
    leaves: ["user.bootstrapped"],
    bindings: () => ({ BOOTSTRAP_SECRET: "s" }),
    prepare: async () => ({ path: "/api/auth/bootstrap", json: { email, password: next, secret: "s" } }),
  },
];
