/** What people change about their own account. */
import { env } from "cloudflare:workers";
import { createApiToken } from "#worker/accounts/api-tokens.ts";
import type { ApiTokenId } from "#worker/db/credentials-tables.ts";
import { openDb } from "#worker/db/client.ts";
import { beginApp } from "#worker/accounts/second-factors/authenticator-apps.ts";
import { storePicture } from "#worker/accounts/own/picture.ts";
import { makeCaller } from "../../accounts/account-make.ts";
import { makeApp, makePasskey, showCode } from "../../accounts/factors-make.ts";
import { makeJpeg } from "../../media/media-make.ts";
import { makeSession, password, writeCookies } from "../../make.ts";
import { makeScope } from "../../make-scope.ts";
import { type Caller, type FaultCase, ofStaff, type StaffForm } from "./case.ts";

const db = openDb(env.DB);
const account = "staff/accounts/own/account";
const security = "staff/accounts/own/security";

type Own = Omit<StaffForm, "as" | "door">;
const own = (form: string, { make, ...more }: Omit<Own, "make"> & { make: (user: Caller) => Promise<StaffFields> }) =>
  ofStaff({
    door: account,
    what: form,
    as: "marketing_admin",
    make: async (user) => [`/account?form=${form}`, await make(user)],
    ...more,
  });
type StaffFields = Awaited<ReturnType<StaffForm["make"]>>[1];

/** Sessions end where a factor is added: who changes them has signed in since. */
const factor = (
  what: string,
  make: (user: Caller) => Promise<Record<string, string>>,
  more: Partial<FaultCase> = {},
): FaultCase => ({
  door: security,
  what,
  async prepare() {
    const { user, ...first } = await makeCaller({ roles: ["marketing_admin"] });
    const fields = await make({ id: user.id, email: user.email, ...first });
    const Cookie = writeCookies(await makeSession(user.id));
    return { path: "/account/security", form: { do: what, ...fields }, headers: { Cookie } };
  },
  ...more,
});

function pictureForm(): FormData {
  const form = new FormData();
  form.set("picture", new File([makeJpeg() as BlobPart], "me.jpg"));
  return form;
}

const swept = { of: ["objects"], why: "a picture of nobody is deleted by an hourly job" };

export const ownAccount: readonly FaultCase[] = [
  own("profile", {
    leaves: ["account.changed"],
    repeats: "a form that is saved again is noted again",
    typed: ["Nora Newname"],
    make: async () => ({ name: "Nora Newname", zone: "Europe/Berlin" }),
  }),
  own("picture", {
    leaves: ["account.picture_changed"],
    remainders: swept,
    repeats: "each picture is a new one",
    make: async () => pictureForm(),
  }),
  own("picture-remove", {
    leaves: ["account.picture_removed"],
    remainders: swept,
    make: async ({ id }) => {
      const file = new File([makeJpeg() as BlobPart], "me.jpg");
      await storePicture(db, { user: id, file }, makeScope());
      return {};
    },
  }),
  own("email", {
    leaves: ["email.change_requested"],
    typed: ["moved@example.com"],
    repeats: "who asks again gets another link, and the former one ends",
    make: async () => ({ newEmail: "moved@example.com" }),
  }),
  own("password", {
    leaves: ["password.changed"],
    make: async ({ id }) => {
      await makeSession(id);
      return { currentPassword: password, newPassword: "seven calm lanterns" };
    },
  }),
  own("session-end", {
    leaves: ["session.ended"],
    make: async ({ id }) => ({ session: (await makeSession(id)).sessionId }),
  }),
  own("sessions-end", {
    leaves: ["sessions.ended"],
    repeats: "that nothing was left to end is noted",
    make: async ({ id }) => {
      await makeSession(id);
      return {};
    },
  }),
  own("token-create", {
    leaves: ["api_token.created"],
    typed: ["Robot of the desk"],
    repeats: "a token is shown once: who has not seen it makes another one",
    make: async () => ({ tokenName: "Robot of the desk", scope: "posts:read", life: "30" }),
  }),
  own("token-revoke", {
    leaves: ["api_token.revoked"],
    make: async ({ id: owner }) => {
      await createApiToken(db, { owner, name: "Robot", scopes: ["posts:read"], life: 30 }, makeScope());
      const row = await db
        .selectFrom("api_tokens")
        .select("id")
        .where("account_id", "=", owner)
        .executeTakeFirstOrThrow();
      return { token: row.id satisfies ApiTokenId };
    },
  }),
  ofStaff({
    door: "staff/accounts/own/download",
    as: "marketing_admin",
    leaves: ["account.downloaded"],
    repeats: "each download has its entry",
    make: async () => ["/account/data.json", {}],
  }),
  factor("begin-app", async () => ({ name: "Pocket phone" }), {
    typed: ["Pocket phone"],
    repeats: "each begins with a key of its own; those that nobody confirms end",
  }),
  factor(
    "confirm-app",
    async (user) => {
      const { id, key } = await beginApp(db, { user, name: "Phone" }, makeScope());
      return { id, code: showCode(key) };
    },
    { leaves: ["authenticator_app.added"] },
  ),
  factor("rename", async (user) => ({ kind: "app", id: (await makeApp(user)).appId, name: "Old phone" }), {
    leaves: ["authenticator_app.renamed"],
    repeats: "a name that is the same is noted, too",
  }),
  factor("remove", async (user) => ({ kind: "app", id: (await makeApp(user)).appId }), {
    leaves: ["authenticator_app.removed"],
  }),
  ...(["rename", "remove"] as const).map((what) =>
    factor(what, async (user) => ({ kind: "passkey", id: (await makePasskey(user)).device.id, name: "Old laptop" }), {
      what: `${what} a passkey`,
      leaves: [what === "rename" ? "passkey.renamed" : "passkey.removed"],
      ...(what === "rename" && { repeats: "a name that is the same is noted, too" }),
    }),
  ),
  factor(
    "renew-codes",
    async (user) => {
      await makeApp(user);
      return {};
    },
    { leaves: ["recovery_codes.renewed"], repeats: "codes are shown once: who has not seen them makes others" },
  ),
  ofStaff({
    door: "staff/accounts/own/set-up",
    as: "HR",
    repeats: "each begins with a key of its own; those that nobody confirms end",
    // Whose role needs no second factor is sent on to their account.
    bindings: () => ({ REQUIRE_SECOND_FACTOR: "HR" }),
    make: async () => ["/account/second-factor", { do: "begin-app", name: "Pocket phone" }],
  }),
];
