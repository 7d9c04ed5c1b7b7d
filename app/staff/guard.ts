import { data, redirect, type RouterContextProvider } from "react-router";
import { callerContext } from "#worker/accounts/caller.ts";
import type { Identity } from "#worker/accounts/identity.ts";
import { mayOpen, type StaffPage } from "#app/shared/permissions.ts";
import { buildSignInPath } from "#app/shared/sign-in-path.ts";

export type SignedIn = Extract<Identity, { kind: "signed-in" }>;

type LoaderContext = Readonly<RouterContextProvider>;

/** The caller, or a redirect to sign in that leads back here. */
export function requireSignedIn(context: LoaderContext): SignedIn {
  const { identity, url } = context.get(callerContext);
  if (identity.kind === "signed-in") return identity;
  throw redirect(buildSignInPath(url));
}

/**
 * The caller if their roles open `page`; else a redirect to sign in, or 403. Every staff route calls this in its own
 * loader, because a path prefix says nothing about which route a request matches.
 */
export function requirePage(context: LoaderContext, page: StaffPage): SignedIn {
  const caller = requireSignedIn(context);
  if (mayOpen(page, caller.roles)) return caller;
  throw denyAccess();
}

/** The answer to a signed-in caller without an allowed role; the staff frame renders it as 'Access Denied'. */
export function denyAccess() {
  return data(null, { status: 403, statusText: "Forbidden" });
}
