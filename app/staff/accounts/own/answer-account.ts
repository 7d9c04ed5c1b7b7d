import { data, redirect } from "react-router";
import { z } from "zod";
import { email as emailField, newPassword as newPasswordField } from "#shared/accounts/account-fields.ts";
import { cleanLine } from "#shared/text/clean-line.ts";
import { apiScopeNames, scopePermissions, tokenLives } from "#shared/accounts/api-scopes.ts";
import { may } from "#shared/permissions.ts";
import { isZone } from "#shared/dates/zoned-time.ts";
import type { SignedIn } from "#app/staff/guard.ts";
import { createApiToken, revokeApiToken } from "#worker/accounts/api-tokens.ts";
import { startEmailChange } from "#worker/accounts/links/change-email.ts";
import { changePassword } from "#worker/accounts/passwords/change-password.ts";
import { changeProfile } from "#worker/accounts/own/change-profile.ts";
import { endOtherSessions, endSession } from "#worker/accounts/sessions/end-sessions.ts";
import { requireFreshSignIn } from "#worker/accounts/sessions/fresh-sign-in.ts";
import { largestPicture, removePicture, storePicture } from "#worker/accounts/own/picture.ts";
import type { SessionId, AccountId } from "#worker/db/accounts-tables.ts";
import type { ApiTokenId } from "#worker/db/credentials-tables.ts";
import { type Db, openDb } from "#worker/db/client.ts";
import { answerForm } from "#worker/lib/http/answer-form.ts";
import { InvalidInputError, NotAllowedError } from "#worker/lib/errors.ts";
import { pageForm } from "#worker/lib/forms/parse-form.ts";
import type { RefusalWords } from "#worker/lib/http/refusals.ts";
import type { RequestScope } from "#worker/lib/scope.ts";
import { type AccountForm, accountPath, isAccountForm, longestName } from "./account-forms.ts";

const schemas = {
  profile: z.object({
    name: z
      .string("Enter your name.")
      .transform((text) => cleanLine(text))
      .pipe(z.string().max(longestName, `A name has at most ${longestName} characters.`)),
    zone: z
      .string("Choose a time zone.")
      .max(64, "Choose a time zone of the list.")
      .refine((zone) => zone === "" || isZone(zone), "Choose a time zone of the list."),
  }),
  picture: z.object({
    picture: z.custom<File>((file) => file instanceof File && file.size > 0, "Choose a picture first."),
  }),
  "picture-remove": z.object({}),
  email: z.object({ newEmail: emailField }),
  password: z.object({
    currentPassword: z.string("Enter your present password.").min(1, "Enter your present password.").max(1024),
    newPassword: newPasswordField,
  }),
  "session-end": z.object({ session: z.uuid("That session is not known.") }),
  "sessions-end": z.object({}),
  "token-create": z.object({
    tokenName: z
      .string("Give the token a name.")
      .transform((text) => cleanLine(text))
      .pipe(z.string().min(1, "Give the token a name.").max(80, "A name has at most 80 characters.")),
    scope: z
      .union([z.enum(apiScopeNames), z.array(z.enum(apiScopeNames))], "Choose what it may do.")
      .transform((scopes) => [...new Set([scopes].flat())]),
    life: z.coerce
      .number("Choose how long it works.")
      .refine((days) => (tokenLives as readonly number[]).includes(days), "Choose how long it works.")
      .transform((days) => days as (typeof tokenLives)[number]),
  }),
  "token-revoke": z.object({ token: z.uuid("That token is not known.") }),
} as const satisfies Record<AccountForm, z.ZodType>;

interface Posted {
  request: Request;
  /** Names the form. */
  url: URL;
  caller: SignedIn;
  scope: RequestScope;
}

interface Changing {
  db: Db;
  user: { id: AccountId; email: string };
  sessionId: SessionId;
  caller: SignedIn;
  request: Request;
  scope: RequestScope;
}

/** A new API token, which is shown this once. */
interface TokenAnswer {
  token: string;
}

type Change<Form extends AccountForm> = (
  value: z.output<(typeof schemas)[Form]>,
  changing: Changing,
) => Promise<TokenAnswer | void>;

/** What each form does once its answers are right. */
const changes: { [Form in AccountForm]: Change<Form> } = {
  profile: ({ name, zone }, { db, user, scope }) =>
    changeProfile(db, { user: user.id, name: name || null, timeZone: zone || null }, scope),
  picture: ({ picture }, { db, user, scope }) => storePicture(db, { user: user.id, file: picture }, scope),
  "picture-remove": (_, { db, user, scope }) => removePicture(db, { user: user.id }, scope),
  email: async ({ newEmail }, { db, user, caller, request, scope }) => {
    const { authTime } = caller;
    await startEmailChange(db, { user, newEmail, authTime, request }, scope).catch(nameFields({ email: "newEmail" }));
  },
  password: async ({ currentPassword, newPassword }, { db, user, sessionId, caller, request, scope }) => {
    const given = { sessionId, current: currentPassword, next: newPassword, request };
    await changePassword(db, { user: { ...user, name: caller.name }, ...given }, scope).catch(
      nameFields({ current: "currentPassword", next: "newPassword" }),
    );
  },
  "session-end": ({ session }, { db, user, scope }) =>
    endSession(db, { user: user.id, sessionId: session as SessionId }, scope),
  "sessions-end": (_, { db, user, sessionId, scope }) => endOtherSessions(db, { user: user.id, sessionId }, scope),
  "token-create": async (given, { db, user, caller, scope }) => {
    if (!given.scope.every((scope) => may(caller.roles, scopePermissions[scope])))
      throw new NotAllowedError("A token can do nothing that you may not do yourself.");
    requireFreshSignIn(caller);
    const { tokenName: name, life } = given;
    return { token: await createApiToken(db, { owner: user.id, name, scopes: given.scope, life }, scope) };
  },
  "token-revoke": ({ token }, { db, user, scope }) =>
    revokeApiToken(db, { owner: user.id, id: token as ApiTokenId }, scope),
};

/** Passes on what was wrong under the names that the fields have in the form. */
function nameFields(names: Record<string, string>) {
  return (error: unknown): never => {
    if (!(error instanceof InvalidInputError)) throw error;
    throw new InvalidInputError(
      Object.fromEntries(Object.entries(error.fields).map(([field, wrong]) => [names[field] ?? field, wrong])),
    );
  };
}

const undone = {
  title: "That could not be saved just now.",
  message: "Nothing has changed. Please try again in a minute.",
};
const words: RefusalWords = {
  401: { title: "Your password has not been changed.", message: "The present password is not right." },
  403: { title: "First confirm that it is you." },
  409: { title: "That was not done." },
  413: { title: "That is too large.", message: "The picture may have at most 2 MB." },
  500: undone,
  503: undone,
};

/** The file, and to spare for what multipart puts around it. */
const pictureForm = { bytes: largestPicture + 4096, fields: 5, hasFiles: true };

/** Answers the forms of the page: leads back to it, or says why nothing has changed. */
export async function answerAccount({ request, url, caller, scope }: Posted) {
  const form = url.searchParams.get("form");
  if (!isAccountForm(form)) throw data(null, { status: 400, statusText: "Bad Request" });
  const changing: Changing = {
    db: openDb(scope.env.DB),
    user: { id: caller.user.id as AccountId, email: caller.user.email },
    sessionId: caller.sessionId as SessionId,
    caller,
    request,
    scope,
  };
  return answerForm(
    { request, schema: schemas[form], limits: form === "picture" ? pictureForm : pageForm, words },
    async (value) => {
      const shown = await (changes[form] as Change<AccountForm>)(value as never, changing);
      if (shown) return shown;
      return redirect(`${accountPath}?done=${form}`, 303);
    },
    scope,
  );
}
