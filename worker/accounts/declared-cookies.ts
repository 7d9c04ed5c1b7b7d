import type { DeclaredCookie } from "../lib/subject.ts";
import { formCookie } from "#worker/lib/forms/form-cookie.ts";
import { formatSeconds } from "../lib/terms.ts";
import { accessTokenLife } from "./sessions/access-tokens.ts";
import { knownDeviceCookie } from "./sessions/known-device.ts";
import { flowCookieRow } from "./company-sign-in/flow.ts";
import { readProvider } from "./company-sign-in/settings.ts";
import { pendingCookie } from "./second-factors/pending-sign-in.ts";
import { accessCookie, hintCookie, refreshCookie } from "./sessions/session-cookies.ts";
import { readSessionLife } from "./sessions/session-life.ts";

const pendingCookieRow = {
  name: pendingCookie.name,
  purpose:
    "Holds a random number between password and second factor, where an account has one. Scripts cannot read it.",
  maxAge: pendingCookie.maxAge,
  note: "or until the sign-in is complete",
};

/** The cookies that signing in and the forms of accounts set, as this deployment is configured. */
export function listCookies(env: Env): readonly DeclaredCookie[] {
  const life = readSessionLife(env);
  const idle = Math.min(life.idle, life.absolute) / 1000;
  return [
    {
      name: accessCookie,
      purpose: "Proves to the server who is signed in. Scripts cannot read it.",
      maxAge: accessTokenLife,
      note: "then renewed",
    },
    {
      name: refreshCookie,
      purpose: "Renews the proof above. Scripts cannot read it.",
      maxAge: idle,
      note: `without use, ${formatSeconds(life.absolute / 1000)} at most; ends at sign-out`,
    },
    {
      name: hintCookie,
      purpose: "Holds “1”, so that a page knows to ask who is signed in. No secret.",
      maxAge: idle,
      note: `as ${refreshCookie}`,
    },
    {
      name: knownDeviceCookie.name,
      purpose:
        "Says that this browser has signed in before, so that a stranger’s wrong guesses do not hold you off. It holds a random number and a keyed hash. Scripts cannot read it.",
      maxAge: knownDeviceCookie.maxAge,
      note: "renewed at each sign-in; stays after sign-out",
    },
    // It is set only where a provider is configured.
    ...(readProvider(env) ? [flowCookieRow] : []),
    pendingCookieRow,
    {
      name: formCookie.name,
      purpose:
        "Carries the answers of a rejected sign-in or sign-up form back to it, such as your e-mail address. Never a password.",
      maxAge: formCookie.maxAge,
      note: "or until read",
    },
  ];
}
