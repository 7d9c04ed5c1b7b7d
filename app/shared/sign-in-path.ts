import { decodePath } from "./decode-path.ts";

/**
 * Where a signed-out caller of `location` signs in: /admin/auth for paths that start with /admin (whatever the case
 * or encoding, as React Router matches them), else /auth; `next` leads back.
 */
export function findSignInPath(location: { pathname: string; search: string }): string {
  const page = /^\/admin/i.test(decodePath(location.pathname)) ? "/admin/auth" : "/auth";
  return `${page}?next=${encodeURIComponent(location.pathname + location.search)}`;
}
