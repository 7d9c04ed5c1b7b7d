import { createContext, data, type MiddlewareFunction, redirect, type RouterContextProvider } from "react-router";
import { may, type Permission } from "#shared/permissions.ts";
import { buildSetUpPath, buildSignInPath } from "#shared/accounts/sign-in-path.ts";
import { callerContext } from "#worker/accounts/sessions/caller.ts";
import type { Identity } from "#worker/accounts/sessions/identity.ts";
import { readPictureId } from "#worker/accounts/own/picture.ts";
import { nowInSeconds } from "#worker/lib/clock.ts";
import { buildPicturePath } from "./picture-path.ts";

export type SignedIn = Extract<Identity, { kind: "signed-in" }>;

/** The caller, once a guard has let them in. A loader or action without a guard finds nobody here and fails. */
export const staffContext = createContext<SignedIn>();

/** What a guard asks for: a permission to read, and one to change; null where being signed in is enough. */
export interface Needs {
  read: Permission | null;
  write: Permission | null;
}

type Guard = MiddlewareFunction<Response> & { needs: Needs };

const reading = new Set(["GET", "HEAD"]);

/**
 * The guard of a staff route, as its `middleware`: it runs before the loader and the action, whatever the method, and
 * whatever the route answers. Signed out: a redirect to sign in that leads back. Without the second factor that the role
 * needs: a redirect to set one up. Without the permission: 403. What is
 * not read also needs `write`, if there is one.
 */
export function requirePermission(read: Permission, { write = read }: { write?: Permission } = {}): Guard {
  return buildGuard({ read, write });
}

/** The guard of what everybody sees who is signed in, with or without a role. */
export function requireSignedIn(): Guard {
  return buildGuard({ read: null, write: null });
}

/** The guard of the one page that is open to who must set up a second factor first. */
export function requireSignedInAlone(): Guard {
  return buildGuard({ read: null, write: null }, { mayLackFactor: true });
}

/** What `middleware` asks for, if it is a guard. */
export function readNeeds(middleware: object): Needs | undefined {
  return "needs" in middleware ? (middleware as Guard).needs : undefined;
}

/** What the staff frame shows of the caller. */
export function buildFrameData({ user, name, pictureKey, timeZone, roles, rolesUnread, expiresAt }: SignedIn) {
  const session = { user, roles, expires_at: expiresAt };
  const picture = pictureKey === null ? null : buildPicturePath(readPictureId(pictureKey));
  return { session, name, picture, timeZone, serverNow: nowInSeconds(), rolesUnread: rolesUnread === true };
}

/**
 * The answer to a signed-in caller without the permission: 'Access Denied' in the staff frame. It carries what the frame
 * shows, because a guard answers before any loader has run.
 */
export function denyAccess(caller: SignedIn) {
  return data(buildFrameData(caller), { status: 403, statusText: "Forbidden" });
}

function buildGuard(needs: Needs, { mayLackFactor = false } = {}): Guard {
  const guard: MiddlewareFunction<Response> = ({ request, context }) => {
    const caller = readSignedIn(context);
    if (caller.lacksFactor && !mayLackFactor) throw redirect(buildSetUpPath(context.get(callerContext).url));
    const needed = reading.has(request.method) ? [needs.read] : [needs.read, needs.write];
    if (!needed.every((permission) => permission === null || may(caller.roles, permission))) throw denyAccess(caller);
    context.set(staffContext, caller);
  };
  return Object.assign(guard, { needs });
}

function readSignedIn(context: Readonly<RouterContextProvider>): SignedIn {
  const { identity, url } = context.get(callerContext);
  if (identity.kind === "signed-in") return identity;
  throw redirect(buildSignInPath(url));
}
