import { data, redirect, type RouterContextProvider } from "react-router";
import { callerContext } from "#worker/accounts/caller.ts";
import type { Identity } from "#worker/accounts/identity.ts";
import { mayOpen, type StaffPage } from "#app/shared/permissions.ts";
import { buildSignInPath } from "#app/shared/sign-in-path.ts";

export type SignedIn = Extract<Identity, { kind: "signed-in" }>;

type LoaderContext = Readonly<RouterContextProvider>;

/** The caller, or throws a redirect to the sign-in page that leads back here. */
export function requireSignedIn(context: LoaderContext): SignedIn {
  const { identity, url } = context.get(callerContext);
  if (identity.kind === "signed-in") return identity;
  throw redirect(buildSignInPath(url));
}

/**
 * The caller if their roles may open `page`; otherwise throws a redirect to sign in, or 403. Every staff route calls
 * this in its own loader, because a path prefix does not say which route a request matches.
 */
export function requirePage(context: LoaderContext, page: StaffPage): SignedIn {
  const caller = requireSignedIn(context);
  if (mayOpen(page, caller.roles)) return caller;
  throw denyAccess();
}

/** The answer to a signed-in caller without an allowed role. The staff frame shows it as 'Access Denied'. */
export function denyAccess() {
  return data(null, { status: 403, statusText: "Forbidden" });
}
